/**
 * The stand-in for libpmem: a library of ours that is preloaded into the processes of a database,
 * and counts what they ask of the medium, or takes the time of another medium. {@code
 * docs/guide/ledger.md} says what it sees, and {@code docs/guide/models.md} how it delays.
 *
 * <p>This package prepares the stand-in's files, the environment of the processes, and reads the
 * counters. A fault of the files is an {@link java.io.IOException}.
 */
package org.pmemycsb.harness.standin;
