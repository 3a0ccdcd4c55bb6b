/**
 * YCSB's own CoreWorkload, made repeatable.
 *
 * <p>YCSB draws from {@link java.util.concurrent.ThreadLocalRandom}, which cannot be seeded. This
 * package loads YCSB's workload and generator classes once more, and changes only the name of that
 * class to {@link org.pmemycsb.harness.trace.source.SeededRandom}. So the mix, the distributions
 * and the order of draws are YCSB's own.
 *
 * <p>Internal to the trace room. Types are public only because a class of another class loader
 * cannot see package-private ones. An {@link org.pmemycsb.harness.trace.source.OperationSource}
 * belongs to one thread at a time. Wrong workload properties are an {@link
 * java.lang.IllegalArgumentException}.
 */
package org.pmemycsb.harness.trace.source;
