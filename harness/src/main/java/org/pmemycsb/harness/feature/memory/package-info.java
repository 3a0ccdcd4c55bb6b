/**
 * The budget of main memory: a control group limits the database of a run. {@code
 * docs/guide/load.md} has its limits.
 */
package org.pmemycsb.harness.feature.memory;
