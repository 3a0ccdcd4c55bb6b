/**
 * Replays traces through {@link site.ycsb.DB} and measures.
 *
 * <p>Priorities: the figure is right, then the harness costs little (about 50 ns an operation),
 * then it never hangs. This room alone reads the clock. It calls databases. It knows no adapter and
 * writes no file.
 *
 * <p>Threads: one {@link org.pmemycsb.harness.client.replay.Replayer#replay} runs at a time. Each
 * of its threads has its own client, histograms and counters. No other thread touches them before
 * it has ended. The exception are progress counters, which it writes opaquely and the watchdog
 * reads. Errors: a client that cannot be set up is a {@link
 * org.pmemycsb.harness.client.replay.ReplayException}. Later errors are part of the {@link
 * org.pmemycsb.harness.client.outcome.PhaseMeasurement}.
 */
package org.pmemycsb.harness.client.replay;
