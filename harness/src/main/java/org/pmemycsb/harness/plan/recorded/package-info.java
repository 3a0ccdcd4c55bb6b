/**
 * Converts traces of other programs, text files of any length, into {@link
 * org.pmemycsb.harness.plan.recorded.TraceFile}, and reads that.
 *
 * <p>The conversion numbers the keys of a trace, and finds for each operation whether its record
 * exists at that point. The room knows no workload and no database.
 *
 * <p>A conversion holds up to 64 bytes of heap for each key. Not thread-safe. An unreadable file or
 * a wrong line is a {@link org.pmemycsb.harness.ConfigurationException} that names the line.
 */
package org.pmemycsb.harness.plan.recorded;
