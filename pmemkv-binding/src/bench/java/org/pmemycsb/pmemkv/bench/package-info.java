/**
 * What the way through Java costs, measured beside a native loop that does the same.
 *
 * <p>Not part of the product and not run by the build, which only compiles it. {@link
 * org.pmemycsb.pmemkv.bench.Benchmarks} says how to run it.
 */
package org.pmemycsb.pmemkv.bench;
