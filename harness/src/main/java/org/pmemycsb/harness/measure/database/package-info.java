/**
 * The databases that can take part: the adapters that {@link java.util.ServiceLoader} finds on the
 * class path and in the user's jars, any YCSB client by its class, and {@code noop}, by which the
 * harness measures its own costs. {@link org.pmemycsb.harness.measure.database.Places} decides on
 * which place the data of each lies.
 *
 * <p>No adapter's class is named here; the harness compiles and runs without any of them. The
 * libraries of a jar do not mix with those of the harness: see {@link
 * org.pmemycsb.harness.measure.database.JarLoader}.
 */
package org.pmemycsb.harness.measure.database;
