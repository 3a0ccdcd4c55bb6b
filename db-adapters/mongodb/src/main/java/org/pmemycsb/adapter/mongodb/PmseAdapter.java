package org.pmemycsb.adapter.mongodb;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.StartedServer;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/**
 * MongoDB with its persistent-memory storage engine PMSE, which exists as a module of MongoDB
 * 3.5.13 and nowhere else. Nothing stands in for it.
 *
 * <p>The program is named by the environment variable {@code PMSE_MONGOD} or the option {@code
 * mongod}; without them a {@code mongod} on the path is taken if it says that it has PMSE.
 */
public final class PmseAdapter extends MongoAdapter {
  static final String VARIABLE = "PMSE_MONGOD";

  private static final String BUILD =
      "build MongoDB r3.5.13 with the module of github.com/pmem/pmse, and name it: "
          + VARIABLE
          + "=/path/mongod";

  // The pools of PMSE. Their sizes are constants in its sources, and inserts that do not fit fail.
  // A collection has a pool, the index of its keys, and the catalogue with the collections that a
  // server makes for itself.
  private static final long MIB = 1 << 20;
  private static final long COLLECTION = 2400 * MIB;
  private static final long INDEX = 240 * MIB;
  private static final long OWN = 512 * MIB;

  // The size of a record is an estimate from the same sources, not a measurement.
  private static final double USABLE = 0.6;

  // The index of PMSE refuses entries of 1024 bytes and more. An entry has 12 bytes beside its key
  // (pmse_sorted_data_interface).
  private static final int LONGEST_KEY = 1011;

  // A pair in the map of records, and libpmemobj's headers.
  private static final long BESIDE_A_DOCUMENT = 192;
  private static final long BESIDE_A_KEY = 192;
  // A field's type, its name and the header of a binary value.
  private static final long BESIDE_A_FIELD = 24;

  @Override
  public String name() {
    return "mongodb-pmse";
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    try {
      MongoPrograms found = find(host, options);
      return Availability.yes("MongoDB " + found.version() + " with PMSE, " + found.file());
    } catch (DatabaseException unusable) {
      return Availability.no(unusable.getMessage());
    }
  }

  /**
   * The program that the user named, or else an installed one that says that it has PMSE. Each is
   * asked for its storage engine once it runs.
   */
  private static MongoPrograms find(Host host, Map<String, String> options)
      throws DatabaseException {
    Optional<Path> named =
        Optional.ofNullable(options.get(MongoPrograms.MONGOD))
            .or(() -> host.environment(VARIABLE))
            .map(Path::of);
    if (named.isPresent()) {
      return MongoPrograms.mongod(named.get());
    }
    Optional<Path> installed = host.executable(MongoPrograms.MONGOD);
    if (installed.isEmpty() || !MongoPrograms.mentions(installed.get(), StartedMongo.PMSE)) {
      throw new DatabaseException("there is no mongod with PMSE; " + BUILD);
    }
    return MongoPrograms.mongod(installed.get());
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return super.traits(options)
        .durabilities(EnumSet.of(Durability.COMMIT))
        .without(Trait.ATTACHES, Trait.KEEPS_LOG_APART)
        .longestKey(LONGEST_KEY)
        .variantOf("mongodb");
  }

  @Override
  public List<Option> options() {
    return List.of(Option.path(MongoPrograms.MONGOD, "mongod with PMSE to start"));
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    MongoPrograms program = find(settings.host(), settings.options());
    require(settings.layout(), settings.folder());
    return StartedServer.start(
        new StartedMongo(settings, program, true), Ports.at(Ports.address(settings)));
  }

  static void require(RecordLayout layout, Path folder) throws DatabaseException {
    long most = mostRecords(layout);
    if (layout.maxRecords() > most) {
      throw new DatabaseException(
          "mongodb-pmse cannot hold %d records of this size: its pools are fixed at 2400 MiB a"
                  .formatted(layout.maxRecords())
              + " collection and 240 MiB an index; take at most "
              + most);
    }
    long free = folder.toFile().getUsableSpace();
    long needed = COLLECTION + INDEX + OWN;
    if (free < needed) {
      throw new DatabaseException(
          "mongodb-pmse needs %d MiB in %s for its pools, whatever they hold, and %d MiB are free:"
                  .formatted(needed / MIB, folder, free / MIB)
              + " make room, or name another folder");
    }
  }

  /** The most records of a layout that are counted on to fit. */
  static long mostRecords(RecordLayout layout) {
    long document =
        BESIDE_A_DOCUMENT
            + layout.keyBytes()
            + layout.fieldCount() * (BESIDE_A_FIELD + layout.fieldBytes());
    long key = BESIDE_A_KEY + layout.keyBytes();
    return (long) Math.min(USABLE * COLLECTION / document, USABLE * INDEX / key);
  }
}
