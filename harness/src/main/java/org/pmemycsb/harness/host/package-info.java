/**
 * Facts about the machine: its hardware and software, the media of folders, its load, and the place
 * where the harness is installed.
 *
 * <p>Nothing here changes the machine, with four exceptions: {@link
 * org.pmemycsb.harness.host.CpuLatency} makes a request to the kernel and takes it back, {@link
 * org.pmemycsb.harness.host.MemoryGroup} limits memory of processes, {@link
 * org.pmemycsb.harness.host.Media} maps a probe file and removes it, and {@link
 * org.pmemycsb.harness.host.LoadSampler} appends samples to a result folder, in a thread of its
 * own. A fact that cannot be found out is unknown; it is never guessed, and never an error.
 */
package org.pmemycsb.harness.host;
