package org.pmemycsb.it.contract;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.adapter.lmdb.LmdbAdapter;
import org.pmemycsb.adapter.mariadb.MariadbAdapter;
import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.adapter.redis.RedisAdapter;
import org.pmemycsb.adapter.rocksdb.RocksDbAdapter;
import org.pmemycsb.adapter.sqlite.SqliteAdapter;
import org.pmemycsb.contract.VariantContract;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;

/** Servers over their Unix sockets, and stores whose log is synced in the background. */
@Tag("everything")
@ParameterizedClass(name = "{0}")
@MethodSource("variants")
class VariantContractTest extends VariantContract {
  private static final Set<Durability> PERIODIC = Set.of(Durability.NONE, Durability.PERIODIC);

  @Parameter private Variant variant;

  record Variant(DatabaseAdapter adapter, Map<String, String> options, Set<Durability> levels) {
    @Override
    public String toString() {
      return adapter.name() + options;
    }
  }

  private static Variant overASocket(DatabaseAdapter adapter) {
    Map<String, String> options = Map.of("socket", "unix");
    return new Variant(adapter, options, adapter.traits(options).durabilities());
  }

  static Stream<Variant> variants() {
    return Stream.concat(
        Stream.of(new RedisAdapter(), new PostgresAdapter(), new MariadbAdapter())
            .map(VariantContractTest::overASocket),
        Stream.of(new RocksDbAdapter(), new LmdbAdapter(), new SqliteAdapter())
            .map(store -> new Variant(store, Map.of(), PERIODIC)));
  }

  @Override
  protected DatabaseAdapter adapter() {
    return variant.adapter();
  }

  @Override
  protected Map<String, String> options() {
    return variant.options();
  }

  @Override
  protected Set<Durability> durabilities() {
    return variant.levels();
  }
}
