package org.pmemycsb.it.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;

/** The contract of a database, kept by an adapter that attaches to containers. */
@Tag("everything")
abstract class ContainerContract extends DbContract {
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

  /** The adapter that is wrapped is, and that is who is under test. */
  @Override
  @Test
  public void adapterIsFoundByServiceLoader() {
    assertThat(ServiceLoader.load(DatabaseAdapter.class))
        .extracting(found -> (Object) found.getClass())
        .contains(adapter.adapter().getClass());
  }
}
