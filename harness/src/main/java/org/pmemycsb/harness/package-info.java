/**
 * The harness: from an experiment to a report.
 *
 * <p>Data flows one way: {@code experiment} (what is asked) to {@code run} (what is done, with
 * {@code ycsb} and {@code trace} as the two ways of doing it) to {@code result} (what was measured)
 * to {@code report} (what is shown). {@code host} and {@code database} answer questions about the
 * machine and the adapters; {@code cli} is the only room that reads arguments, prints and ends the
 * process. No room imports one that stands later in this list.
 */
package org.pmemycsb.harness;
