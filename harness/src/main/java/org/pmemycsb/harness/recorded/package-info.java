/**
 * Reads traces that other programs recorded, in text files of any length.
 *
 * <p>It gives every key of such a file a number, and says of each operation whether its record is
 * there at that point of the trace. It knows no workload and no database.
 *
 * <p>Priorities: a wrong line is named by its number, then the heap stays flat: the table of keys
 * lies in memory-mapped files once it is large. Nothing here is safe for several threads. Errors:
 * an unreadable file or a wrong line is a {@link org.pmemycsb.harness.ConfigurationException}.
 */
package org.pmemycsb.harness.recorded;
