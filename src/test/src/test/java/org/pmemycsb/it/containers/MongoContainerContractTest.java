package org.pmemycsb.it.containers;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.BeforeAll;
import org.pmemycsb.adapter.mongodb.MongoAdapter;

/** On whatever the image holds: MongoDB, or FerretDB in its place. */
class MongoContainerContractTest extends ContainerContract {
  MongoContainerContractTest() {
    super(new MongoAdapter(), Server::mongo);
  }

  @BeforeAll
  static void requireImage() {
    assumeFalse(
        System.getProperty("containers.mongo", "").equals("none"),
        "there is no image that speaks MongoDB's protocol; run:"
            + " db-adapters/mongodb/build-ferretdb");
  }
}
