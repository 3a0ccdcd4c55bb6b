package org.pmemycsb.harness.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import site.ycsb.DB;

/**
 * The work of a JVM of clients: a line of JSON on its standard input.
 *
 * @param write true to write until killed, false to read every record once
 * @param clientClass name of the YCSB client
 * @param properties of the client, to reach the database
 * @param threads clients; a record belongs to the thread of its number modulo this
 * @param maxBytes longest value of a field
 * @param firstVersion of the first operation of each thread
 * @param folder folder of the logs
 * @param snapshot file with the existing records: writers read it, readers write it
 */
record Orders(
    boolean write,
    String clientClass,
    Map<String, String> properties,
    int threads,
    int fields,
    int maxBytes,
    long seed,
    int firstVersion,
    String folder,
    String snapshot) {
  private static final ObjectMapper JSON = new ObjectMapper();

  // The lines that a JVM of clients prints. The reason follows a failure.
  static final String READY = "ready";
  static final String FULL = "full";
  static final String PROGRESS = "progress";
  static final String DONE = "done";
  static final String FAILED = "failed ";

  String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static Orders ofJson(String line) throws JsonProcessingException {
    return JSON.readValue(line, Orders.class);
  }

  static Path log(Path folder, int thread) {
    return folder.resolve("log-" + thread);
  }

  /** A record's key; all have the same length. */
  static String key(int record) {
    return String.format(Locale.ROOT, "audit%010d", record);
  }

  DB connect() throws Exception {
    DB client = (DB) Class.forName(clientClass).getConstructor().newInstance();
    Properties all = new Properties();
    all.putAll(properties);
    client.setProperties(all);
    client.init();
    return client;
  }
}
