package org.pmemycsb.adapter.mongodb;

import java.util.Set;
import java.util.TreeSet;

/**
 * Versions of mongod, each with the facts that decide how the adapter works with it. {@code
 * docs/reference/mongod-versions.md} has the facts as a table, with their sources.
 */
enum MongodVersion {
  /**
   * MongoDB r3.5.13 with PMSE. The engine's sources (pmse_engine.h, pmse_recovery_unit.cpp) say
   * that it is durable, and that a wait for the journal ends at once.
   */
  PMSE("3.5.13", 6),
  /** The first release, which is older than hello (4.2.10). */
  V4_2("4.2.0", 8),
  V4_4("4.4.29", 9),
  V5_0("5.0.31", 13),
  V6_0("6.0.20", 17),
  V7_0("7.0.16", 21),
  V8_0("8.0.4", 25);

  // Wire versions: wire_version.h of MongoDB up to 5.0; later ones grow by one a release.
  private static final int WIRE_4_2 = 8;
  private static final int WIRE_4_4 = 9;
  private static final int WIRE_5_1 = 14;
  private static final int WIRE_6_1 = 18;
  private static final int WIRE_7_0 = 21;

  private final String number;
  private final int wire;

  MongodVersion(String number, int wire) {
    this.number = number;
    this.wire = wire;
  }

  String number() {
    return number;
  }

  int wire() {
    return wire;
  }

  boolean isPmse() {
    return this == PMSE;
  }

  /** Whether it knows the command: manual, hello, "New in version 5.0 (and 4.4.2, 4.2.10)". */
  boolean hasHello() {
    return wire >= WIRE_4_4;
  }

  /** Whether its hello has a topologyVersion, and waits for a change when asked to. */
  boolean streamsHello() {
    return wire >= WIRE_4_4;
  }

  /** Whether its hello has sessions and the id of the connection. */
  boolean namesConnections() {
    return wire >= WIRE_4_2;
  }

  /** Whether OP_QUERY carries other commands than the handshake: manual, Legacy Opcodes. */
  boolean takesQueries() {
    return wire < WIRE_5_1;
  }

  /** Whether its journal can be switched off: manual, Journaling, "Starting in MongoDB 6.1". */
  boolean journalIsAnOption() {
    return wire < WIRE_6_1 && !isPmse();
  }

  /** Whether the drop of an absent collection succeeds: SERVER-43894, released with 7.0. */
  boolean dropsAbsent() {
    return wire >= WIRE_7_0;
  }

  /**
   * The settings of a configuration file, of those that the adapter or a user of the durability
   * could name: manual, Configuration File Options, of this version.
   */
  Set<String> settings() {
    Set<String> known =
        new TreeSet<>(
            Set.of(
                "net.bindIp",
                "net.port",
                "net.unixDomainSocket.enabled",
                "storage.dbPath",
                "storage.journal.commitIntervalMs",
                "storage.wiredTiger.engineConfig.configString"));
    if (journalIsAnOption()) {
      known.add("storage.journal.enabled");
    }
    return known;
  }
}
