package org.pmemycsb.spi;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * With what a database is opened.
 *
 * @param folder an existing, empty folder on the medium that is the database's own until it is
 *     closed; other users may pass through the folders above it
 * @param medium the medium of {@code folder}
 * @param durability one of {@link DatabaseAdapter#durabilities()}
 * @param layout the records to come
 * @param scans whether any phase scans. An adapter whose order of keys costs something, such as an
 *     index, keeps it only then. Its client answers a scan without it with NOT_IMPLEMENTED
 * @param threads the most client threads that will be connected at a time
 * @param external the server to attach to; empty to start one in {@code folder}
 * @param host finds programs on this machine
 * @param processes starts the processes of the server
 * @param options options of the adapter's own, by the names in {@link DatabaseAdapter#options()}
 */
public record ServerSettings(
    Path folder,
    Medium medium,
    Durability durability,
    RecordLayout layout,
    boolean scans,
    int threads,
    Optional<ExternalServer> external,
    Host host,
    ProcessStarter processes,
    Map<String, String> options) {
  public ServerSettings {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(medium, "medium");
    Objects.requireNonNull(durability, "durability");
    Objects.requireNonNull(layout, "layout");
    Objects.requireNonNull(external, "external");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(processes, "processes");
    options = Map.copyOf(options);
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, not " + threads);
    }
  }
}
