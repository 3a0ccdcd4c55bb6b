package org.pmemycsb.harness.plan.design;

import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/**
 * On which processors the processes of a run are put: {@code none} (where the kernel puts them),
 * {@code split} (clients and servers apart, on the node of the place), or processors. Immutable.
 *
 * @param given processors of the clients and of the servers; empty for the other two
 */
public record Placement(Mode mode, Optional<Given> given) {
  /** How the processors are found. */
  public enum Mode {
    NONE,
    SPLIT,
    GIVEN
  }

  /**
   * Processors that the user named.
   *
   * @param clients not empty
   * @param servers equal to those of the clients, or none of them
   */
  public record Given(CpuList clients, CpuList servers) {}

  public static final Placement NONE = new Placement(Mode.NONE, Optional.empty());
  public static final Placement SPLIT = new Placement(Mode.SPLIT, Optional.empty());

  /**
   * The placement of a text: a word, {@code 0-3} for all processes, or {@code 0-1/2-3} for clients
   * and servers.
   *
   * @throws ConfigurationException if it is none
   */
  public static Placement parse(String text) {
    if (text.equals(NONE.text())) {
      return NONE;
    }
    if (text.equals(SPLIT.text())) {
      return SPLIT;
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
    return new Placement(Mode.GIVEN, Optional.of(new Given(clients, servers)));
  }

  public boolean isNone() {
    return mode == Mode.NONE;
  }

  public String text() {
    return switch (mode) {
      case NONE -> "none";
      case SPLIT -> "split";
      case GIVEN -> text(given.orElseThrow());
    };
  }

  private static String text(Given both) {
    return both.clients().equals(both.servers())
        ? both.clients().toString()
        : both.clients() + "/" + both.servers();
  }
}
