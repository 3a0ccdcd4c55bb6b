/**
 * The databases that can take part: what {@link java.util.ServiceLoader} finds on the class path
 * and in the user's jars, any YCSB client by its class, and {@code noop}, which is the harness's
 * own measure of what it costs.
 *
 * <p>No adapter's class is named here; the harness compiles and runs without any of them. What a
 * jar brings along does not mix with what the harness uses: see {@link
 * org.pmemycsb.harness.database.JarLoader}.
 */
package org.pmemycsb.harness.database;
