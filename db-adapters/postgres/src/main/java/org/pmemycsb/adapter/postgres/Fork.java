package org.pmemycsb.adapter.postgres;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Medium;

/** A PostgreSQL that was patched to use persistent memory, and the parameter that tells it to. */
enum Fork {
  /** Syncs its log with flushes and a fence; the patches of the thesis. */
  DRAIN("wal_sync_method", "pmem_drain"),
  /** Keeps its log's buffers in mapped segments. */
  MAP("wal_pmem_map", "on");

  private final String parameter;
  private final String value;

  Fork(String parameter, String value) {
    this.parameter = parameter;
    this.value = value;
  }

  /** The server's start on files of a medium. */
  PostgresVariant variant(Medium medium) {
    return new PostgresVariant(Libpmem.environment(medium), Map.of(parameter, value));
  }

  private String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Fork of(String id) throws DatabaseException {
    for (Fork fork : values()) {
      if (fork.id().equals(id)) {
        return fork;
      }
    }
    String all = Arrays.stream(values()).map(Fork::id).collect(Collectors.joining(" or "));
    throw new DatabaseException("option fork must be " + all + ", not '" + id + "'");
  }
}
