package org.pmemycsb.harness.result;

/**
 * Where the processes of a run were, as the kernel stated it after they had started.
 *
 * @param client processors of the process that made the operations: {@code 0-3,8}
 * @param servers those of the servers; {@link #NOT_OURS} if the harness did not start them, null if
 *     the database has none
 * @param memoryNode the NUMA node that gave their memory; null for any
 */
public record SeenPlacement(String client, String servers, Integer memoryNode) {
  /** Stands for servers that the harness cannot bind. */
  public static final String NOT_OURS = "not bound";
}
