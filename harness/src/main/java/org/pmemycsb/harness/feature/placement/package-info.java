/** Processors for clients and servers: binds processes and asks the kernel where they are. */
package org.pmemycsb.harness.feature.placement;
