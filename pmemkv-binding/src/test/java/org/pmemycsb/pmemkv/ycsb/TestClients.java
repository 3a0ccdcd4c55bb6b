package org.pmemycsb.pmemkv.ycsb;

import java.nio.file.Path;
import java.util.Properties;

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
}
