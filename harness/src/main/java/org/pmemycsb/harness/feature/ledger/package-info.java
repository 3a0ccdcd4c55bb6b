/**
 * Ledger, split and models: the {@link org.pmemycsb.harness.shim.Shim} in the processes of a run,
 * and clients that count or wait with it.
 */
package org.pmemycsb.harness.feature.ledger;
