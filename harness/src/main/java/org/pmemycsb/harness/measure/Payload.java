package org.pmemycsb.harness.measure;

import org.pmemycsb.harness.trace.KeyFormat;
import org.pmemycsb.harness.trace.ValueSource;
import org.pmemycsb.harness.trace.Verifier;

/**
 * What a database's phases have in common, from load to the last: keys, values, and the knowledge
 * of what was written.
 */
public record Payload(KeyFormat keys, ValueSource values, Verifier verifier) {}
