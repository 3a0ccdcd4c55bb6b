/** The user's commands before and after each run. */
package org.pmemycsb.harness.feature.hooks;
