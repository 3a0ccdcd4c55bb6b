/** The native replayer against the harness's own traces, and the commands that use it. */
package org.pmemycsb.it.nativereplay;
