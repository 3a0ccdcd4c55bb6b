/** Cold phases: the database starts anew, with nothing in the page cache. */
package org.pmemycsb.harness.feature.cold;
