package org.pmemycsb.harness.client.replay;

import org.pmemycsb.harness.client.trace.KeyFormat;
import org.pmemycsb.harness.client.trace.ValueSource;
import org.pmemycsb.harness.client.trace.Verifier;

/**
 * The parts that the phases of a database have in common, from load to the last: keys, values, and
 * the knowledge of the writes. Thread-safe.
 *
 * @param scansInOrder whether a scan is known to give the records in the order of their keys
 */
public record Payload(
    KeyFormat keys, ValueSource values, Verifier verifier, boolean scansInOrder) {}
