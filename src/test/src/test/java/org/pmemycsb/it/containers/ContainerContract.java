package org.pmemycsb.it.containers;

import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.pmemycsb.contract.VariantContract;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;

/** What the way to the server can break, kept by an adapter that attaches to containers. */
@Tag("everything")
abstract class ContainerContract extends VariantContract {
  private final ContainerAdapter adapter;

  ContainerContract(DatabaseAdapter adapter, Function<Durability, Server> servers) {
    this.adapter = new ContainerAdapter(adapter, servers);
  }

  @BeforeAll
  static void requireDocker() {
    Images.requireDocker();
  }

  @Override
  protected DatabaseAdapter adapter() {
    return adapter;
  }
}
