/**
 * Questions to the machine: what it is, what lies on it, how busy it is, where the harness itself
 * is installed.
 *
 * <p>Nothing here changes anything, but for the request to the kernel that {@link
 * org.pmemycsb.harness.host.CpuLatency} makes and takes back, the probe file that {@link
 * org.pmemycsb.harness.host.Media} maps and removes, and the samples that {@link
 * org.pmemycsb.harness.host.LoadSampler} appends, in a thread of its own, to a result folder. What
 * cannot be found out is said to be unknown rather than guessed, and is never an error.
 */
package org.pmemycsb.harness.host;
