package org.pmemycsb.it.contract;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.pmemycsb.adapter.lmdb.LmdbAdapter;
import org.pmemycsb.adapter.mariadb.MariadbAdapter;
import org.pmemycsb.adapter.pmemkv.PmemkvAdapter;
import org.pmemycsb.adapter.pmemobj.PmemobjAdapter;
import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.adapter.redis.PmRedisAdapter;
import org.pmemycsb.adapter.redis.RedisAdapter;
import org.pmemycsb.adapter.rocksdb.RocksDbAdapter;
import org.pmemycsb.adapter.sqlite.SqliteAdapter;
import org.pmemycsb.contract.ScanContract;
import org.pmemycsb.contract.VariantContract;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;

/** Other ways to run databases whose whole contract is tested beside this. */
@Tag("everything")
class VariantContractsTest {
  private abstract static class Variant extends VariantContract {
    private final DatabaseAdapter adapter;
    private final Map<String, String> options;

    Variant(DatabaseAdapter adapter, Map<String, String> options) {
      this.adapter = adapter;
      this.options = options;
    }

    @Override
    protected DatabaseAdapter adapter() {
      return adapter;
    }

    @Override
    protected Map<String, String> options() {
      return options;
    }
  }

  /** Durable after a sync in the background, or not at all. */
  private abstract static class Periodic extends Variant {
    Periodic(DatabaseAdapter adapter) {
      super(adapter, Map.of());
    }

    @Override
    protected Set<Durability> durabilities() {
      return Set.of(Durability.NONE, Durability.PERIODIC);
    }
  }

  /** The other persistences need a JVM in which libpmem flushes nothing. */
  private abstract static class Pmemobj extends Variant {
    Pmemobj(String index) {
      super(new PmemobjAdapter(), Map.of("index", index));
    }

    @Override
    protected Set<Durability> durabilities() {
      return Set.of(Durability.COMMIT);
    }
  }

  @Nested
  class LmdbPeriodic extends Periodic {
    LmdbPeriodic() {
      super(new LmdbAdapter());
    }
  }

  @Nested
  class RocksDbPeriodic extends Periodic {
    RocksDbPeriodic() {
      super(new RocksDbAdapter());
    }
  }

  @Nested
  class SqlitePeriodic extends Periodic {
    SqlitePeriodic() {
      super(new SqliteAdapter());
    }
  }

  @Nested
  class MariadbUnixSocket extends Variant {
    MariadbUnixSocket() {
      super(new MariadbAdapter(), Map.of("socket", "unix"));
    }
  }

  @Nested
  class PostgresUnixSocket extends Variant {
    PostgresUnixSocket() {
      super(new PostgresAdapter(), Map.of("socket", "unix"));
    }
  }

  @Nested
  class RedisUnixSocket extends Variant {
    RedisUnixSocket() {
      super(new RedisAdapter(), Map.of("socket", "unix"));
    }
  }

  @Nested
  class PmRedisSorted extends Variant implements ScanContract {
    PmRedisSorted() {
      super(new PmRedisAdapter(), Map.of("engine", "stree"));
    }
  }

  @Nested
  class PmemkvSorted extends Variant implements ScanContract {
    PmemkvSorted() {
      super(new PmemkvAdapter(), Map.of("engine", "stree"));
    }
  }

  @Nested
  class PmemobjHash extends Pmemobj {
    PmemobjHash() {
      super("hash");
    }
  }

  @Nested
  class PmemobjSkipList extends Pmemobj {
    PmemobjSkipList() {
      super("skiplist");
    }
  }
}
