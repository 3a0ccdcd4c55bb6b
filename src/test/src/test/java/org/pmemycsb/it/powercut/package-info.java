/**
 * What is left after a power failure, at the level of cache lines.
 *
 * <p>{@code libpowercut.so} (in {@code src/test/cpp/powercut}) stands in for libpmem and writes
 * down in a journal which lines were flushed and fenced, in which order. {@link
 * org.pmemycsb.it.powercut.PowerCut} makes of it what a cut at any fence leaves, and the tests
 * start the database again on that. What the model shows and does not show is in {@code
 * docs/internals/adr/0006-when-the-log-sync-is-skipped.md}.
 *
 * <p>More cuts than in continuous integration: {@code -Dpowercut.cuts=N}.
 */
package org.pmemycsb.it.powercut;
