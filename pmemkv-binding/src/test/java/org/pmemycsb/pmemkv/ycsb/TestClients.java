package org.pmemycsb.pmemkv.ycsb;

import java.nio.file.Path;
import java.util.Properties;
import org.pmemycsb.pmemkv.CreateMode;
import org.pmemycsb.pmemkv.PmemkvOptions;

/** Clients with properties, as YCSB makes them. */
final class TestClients {
  private TestClients() {}

  /** A client that is not open yet; {@code more} are names and values of further properties. */
  static PmemkvClient client(String engine, Path path, String... more) {
    Properties properties = new Properties();
    properties.setProperty("pmemkv.engine", engine);
    properties.setProperty("pmemkv.dbpath", path.toString());
    properties.setProperty("pmemkv.dbsize", "128MiB");
    for (int i = 0; i < more.length; i += 2) {
      properties.setProperty(more[i], more[i + 1]);
    }
    PmemkvClient client = new PmemkvClient();
    client.setProperties(properties);
    return client;
  }

  /** Options of a pool that is to be created. */
  static PmemkvOptions created(String engine, Path path) {
    return PmemkvOptions.of(engine, path).size(64L << 20).create(CreateMode.IF_ABSENT);
  }
}
