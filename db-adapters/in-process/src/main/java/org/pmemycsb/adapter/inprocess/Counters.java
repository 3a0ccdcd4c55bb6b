package org.pmemycsb.adapter.inprocess;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The counters of a store beyond its process: each process that closes the store adds its own to a
 * file beside it. A process that is killed adds nothing.
 */
record Counters(Path file) {
  static Counters of(Path folder) {
    return new Counters(folder.resolve("counters.properties"));
  }

  Map<String, Long> read() throws IOException {
    Map<String, Long> counters = new TreeMap<>();
    if (Files.exists(file)) {
      Properties stored = new Properties();
      try (Reader in = Files.newBufferedReader(file)) {
        stored.load(in);
      }
      stored
          .stringPropertyNames()
          .forEach(name -> counters.put(name, Long.parseLong(stored.getProperty(name))));
    }
    return counters;
  }

  void add(Map<String, Long> more) throws IOException {
    Map<String, Long> counters = read();
    more.forEach((name, value) -> counters.merge(name, value, Long::sum));
    Properties stored = new Properties();
    counters.forEach((name, value) -> stored.setProperty(name, value.toString()));
    try (Writer out = Files.newBufferedWriter(file)) {
      stored.store(out, null);
    }
  }
}
