package org.pmemycsb.adapter.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Threads that each commit 1, 2, 3 ... until the server is gone, and remember, outside the
 * database, what was acknowledged.
 */
final class Writers {
  private final Cluster cluster;
  private final List<Thread> threads = new ArrayList<>();
  private final ConcurrentHashMap<Integer, Integer> acknowledged = new ConcurrentHashMap<>();

  Writers(Cluster cluster) {
    this.cluster = cluster;
  }

  static void prepare(Cluster cluster) throws SQLException {
    cluster.ask("CREATE TABLE kept (writer integer, number integer, filler text)");
  }

  void start(int first, int count, int fillerBytes) {
    for (int writer = first; writer < first + count; writer++) {
      int own = writer;
      Thread thread = new Thread(() -> write(own, fillerBytes));
      threads.add(thread);
      thread.start();
    }
  }

  private void write(int writer, int fillerBytes) {
    try (Connection connection = cluster.connect();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO kept VALUES (?, ?, ?)")) {
      for (int number = 1; ; number++) {
        insert.setInt(1, writer);
        insert.setInt(2, number);
        insert.setString(3, "x".repeat(number % (fillerBytes + 1)));
        insert.execute();
        acknowledged.put(writer, number);
      }
    } catch (SQLException gone) {
      return;
    }
  }

  int acknowledgements() {
    return acknowledged.values().stream().mapToInt(Integer::intValue).sum();
  }

  void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** The writers of which a commit is missing, or there twice; one more may be there. */
  List<String> missing() throws SQLException {
    List<String> missing = new ArrayList<>();
    for (var writer : new TreeMap<>(acknowledged).entrySet()) {
      String found =
          cluster.ask(
              "SELECT count(*) || ' ' || coalesce(max(number), 0) || ' '"
                  + " || count(DISTINCT number) FROM kept WHERE writer = "
                  + writer.getKey());
      int last = writer.getValue();
      if (!found.equals(String.join(" ", triple(last)))
          && !found.equals(String.join(" ", triple(last + 1)))) {
        missing.add("writer " + writer.getKey() + ": " + last + " acknowledged, found " + found);
      }
    }
    return missing;
  }

  private static List<String> triple(int number) {
    return java.util.Collections.nCopies(3, Integer.toString(number));
  }
}
