/**
 * The budget of main memory: a control group limits the database of a run. {@code
 * docs/guide/memory.md} has its limits.
 */
package org.pmemycsb.harness.feature.memory;
