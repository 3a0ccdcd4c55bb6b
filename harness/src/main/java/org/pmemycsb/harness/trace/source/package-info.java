/**
 * YCSB's own CoreWorkload, made repeatable.
 *
 * <p>YCSB draws from {@link java.util.concurrent.ThreadLocalRandom}, which cannot be seeded. Here
 * its workload and generator classes are loaded once more, with nothing but the name of that one
 * class changed to {@link org.pmemycsb.harness.trace.source.SeededRandom}: the mix, the
 * distributions and the order of draws stay YCSB's to the last instruction.
 *
 * <p>Internal to the trace room. Types are public only because a class of another class loader
 * cannot see package-private ones. An {@link org.pmemycsb.harness.trace.source.OperationSource}
 * belongs to one thread at a time. What a workload's properties get wrong is an {@link
 * java.lang.IllegalArgumentException}.
 */
package org.pmemycsb.harness.trace.source;
