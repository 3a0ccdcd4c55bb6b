/**
 * The command line: reads arguments, calls the other rooms, prints, and sets the exit status.
 *
 * <p>Results go to standard output, everything else to standard error. Exit status: 0 all valid, 1
 * an invalid cell, 2 a usage or configuration error, 130 interrupted. Only {@link
 * org.pmemycsb.harness.cli.Main} ends the process.
 */
package org.pmemycsb.harness.cli;
