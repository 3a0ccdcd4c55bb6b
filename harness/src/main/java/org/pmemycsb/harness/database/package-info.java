/**
 * The databases that can take part: what {@link java.util.ServiceLoader} finds, and {@code noop},
 * which is the harness's own measure of what it costs.
 *
 * <p>No adapter's class is named here; the harness compiles and runs without any of them.
 */
package org.pmemycsb.harness.database;
