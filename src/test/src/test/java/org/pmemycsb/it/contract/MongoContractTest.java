package org.pmemycsb.it.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.pmemycsb.adapter.mongodb.MongoAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.LocalHost;

/** On mongod or, where there is none, FerretDB; Debian has neither among its packages. */
@Tag("everything")
class MongoContractTest extends DbContract {
  @BeforeAll
  static void requireServer() {
    Availability found = new MongoAdapter().probe(new LocalHost());
    assumeTrue(
        found.available(),
        () -> "this machine lacks a server for mongodb: " + found.detail() + " " + found.remedy());
  }

  @Override
  protected DatabaseAdapter adapter() {
    return new MongoAdapter();
  }
}
