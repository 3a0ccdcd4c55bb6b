/** Databases that are killed and started again, as a phase of its own or before a cold workload. */
package org.pmemycsb.harness.feature.restart;
