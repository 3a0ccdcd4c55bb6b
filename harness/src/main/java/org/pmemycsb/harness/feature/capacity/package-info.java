/** The highest rate of a phase that holds a goal for the latency. */
package org.pmemycsb.harness.feature.capacity;
