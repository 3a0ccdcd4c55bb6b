/**
 * Reads traces that other programs recorded, in text files of any length.
 *
 * <p>It numbers the keys of a file, and finds for each operation whether its record exists at that
 * point. It knows no workload and no database.
 *
 * <p>The heap holds up to 64 bytes for each key. Not thread-safe. An unreadable file or a wrong
 * line is a {@link org.pmemycsb.harness.ConfigurationException} that names the line.
 */
package org.pmemycsb.harness.recorded;
