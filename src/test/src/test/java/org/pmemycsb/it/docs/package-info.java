/** The documentation: its links, its index, and the paths to it in the sources. */
package org.pmemycsb.it.docs;
