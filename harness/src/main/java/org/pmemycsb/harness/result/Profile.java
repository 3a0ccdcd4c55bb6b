package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * How the stacks of a phase were sampled, or why they were not.
 *
 * @param server the server's processes; null without a server that the harness started
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Profile(String clients, String server) {}
