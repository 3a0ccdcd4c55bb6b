package org.pmemycsb.spi;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The user's choice to start a server or to attach to one. Adapters only see the decision. */
public enum Mode {
  /** A process of our own, or a store within the client's process, in a temporary folder. */
  EMBEDDED,
  /** A server that runs, which the harness attaches to by URL. */
  EXTERNAL,
  /** Embedded if this machine can, otherwise external if there is a URL. */
  AUTO;

  /** The name as it stands in files and on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The mode with this id.
   *
   * @throws IllegalArgumentException if there is none; the message lists all
   */
  public static Mode of(String id) {
    for (Mode mode : values()) {
      if (mode.id().equals(id)) {
        return mode;
      }
    }
    String all = Arrays.stream(values()).map(Mode::id).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("unknown mode '" + id + "' (there are: " + all + ")");
  }

  /**
   * Decides between both on a machine, for {@link ServerSettings#external()}.
   *
   * @param options as in {@link ServerSettings#options()}
   * @param external the server that the user named, if any
   * @return the server to attach to, or empty to start one
   * @throws DatabaseException if neither is possible; the message has the remedy
   */
  public Optional<ExternalServer> choose(
      DatabaseAdapter adapter,
      Host host,
      Map<String, String> options,
      Optional<ExternalServer> external)
      throws DatabaseException {
    if (this == EXTERNAL && external.isEmpty()) {
      throw new DatabaseException(adapter.name() + ": mode external needs a url");
    }
    if (this != EXTERNAL) {
      Availability here = adapter.probe(host, options);
      if (here.available()) {
        return Optional.empty();
      }
      if (this == EMBEDDED || external.isEmpty()) {
        throw new DatabaseException(
            "%s cannot run here: %s%s"
                .formatted(
                    adapter.name(),
                    here.detail(),
                    here.remedy().map(remedy -> "; to mend: " + remedy).orElse("")));
      }
    }
    if (!adapter.attaches()) {
      throw new DatabaseException(adapter.name() + " has no server that could be attached to");
    }
    return external;
  }
}
