package org.pmemycsb.it.containers;

import org.pmemycsb.adapter.postgres.PostgresAdapter;

class PostgresContainerContractTest extends ContainerContract {
  PostgresContainerContractTest() {
    super(new PostgresAdapter(), Server::postgres);
  }
}
