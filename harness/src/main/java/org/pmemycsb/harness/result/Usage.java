package org.pmemycsb.harness.result;

import org.pmemycsb.harness.host.ProcessUsage;

/**
 * What the operations of a phase took of the machine.
 *
 * @param operations good operations of the phase
 * @param client of the clients' process, which holds a store without a server, too
 * @param server of the server's processes; null where the harness started none
 * @param between processors that both kept busy between the iterations, while other databases were
 *     measured; null without iterations
 */
public record Usage(long operations, ProcessUsage client, ProcessUsage server, Double between) {}
