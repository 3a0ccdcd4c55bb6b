package org.pmemycsb.harness.result;

/**
 * How the stacks of a phase were sampled, or why they were not.
 *
 * @param server the server's processes; null without a server that the harness started
 */
public record Profile(String clients, String server) {}
