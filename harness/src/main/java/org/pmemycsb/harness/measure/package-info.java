/**
 * Replays traces through {@link site.ycsb.DB} and measures.
 *
 * <p>Priorities: the figure is right, then the harness costs little (about 50 ns an operation),
 * then it never hangs. This room alone reads the clock. It calls databases; it knows no adapter and
 * writes no file but histogram logs.
 *
 * <p>Threads: one {@link org.pmemycsb.harness.measure.Replayer#replay} at a time; within it each
 * thread has its own client, histograms and counters, which nobody else touches before the thread
 * has ended, but for progress counters that are written opaquely and read by the watchdog. Errors:
 * a client that cannot be set up is a {@link org.pmemycsb.harness.measure.ReplayException};
 * whatever goes wrong later is part of the {@link org.pmemycsb.harness.measure.PhaseMeasurement}.
 */
package org.pmemycsb.harness.measure;
