package org.pmemycsb.harness.plan.design;

import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/**
 * On which processors the processes of a run are put. Immutable.
 *
 * @param text {@code none} (where the kernel puts them), {@code split} (clients and servers apart,
 *     on the node of the place), {@code 0-3} for all processes, or {@code 0-1/2-3} for clients and
 *     servers
 * @param given processors of the clients and of the servers; empty for the two words
 */
public record Placement(String text, Optional<Given> given) {
  /**
   * Processors that the user named.
   *
   * @param clients not empty
   * @param servers equal to those of the clients, or none of them
   */
  public record Given(CpuList clients, CpuList servers) {}

  public static final Placement NONE = new Placement("none", Optional.empty());
  public static final Placement SPLIT = new Placement("split", Optional.empty());

  /**
   * @throws ConfigurationException if the text is none
   */
  public static Placement parse(String text) {
    if (text.equals(NONE.text) || text.equals(SPLIT.text)) {
      return new Placement(text, Optional.empty());
    }
    if (!text.isBlank() && Character.isLetter(text.charAt(0))) {
      throw new ConfigurationException(
          ("there is no '%s'; there are: none, split, and processors such as 0-3 (all processes) or"
                  + " 0-1/2-3 (clients/servers)")
              .formatted(text));
    }
    int slash = text.indexOf('/');
    CpuList clients = CpuList.parse(slash < 0 ? text : text.substring(0, slash));
    CpuList servers = slash < 0 ? clients : CpuList.parse(text.substring(slash + 1));
    CpuList both = clients.and(servers);
    if (slash >= 0 && !both.isEmpty()) {
      throw new ConfigurationException(
          "'%s' has processor %s on both sides; give each processor to clients or to servers"
              .formatted(text, both));
    }
    return new Placement(
        slash < 0 ? clients.toString() : clients + "/" + servers,
        Optional.of(new Given(clients, servers)));
  }

  public boolean isNone() {
    return equals(NONE);
  }
}
