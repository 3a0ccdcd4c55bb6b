package org.pmemycsb.adapter.mariadb;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.Status;

/**
 * Prints a ratio: the inserts of our client over those of a bare loop of the same driver, on one
 * server at durability commit. Each side fills an empty table of a key and a value for a while, in
 * pairs. Our client begins every other pair. The ratio is the median over the pairs; its goal is
 * 0.95.
 *
 * <p>Not a test. {@code CONTRIBUTING.md} has the command. Arguments: the pairs, and the folder for
 * the data.
 */
public final class MariadbClientBenchmark {
  private static final int[] THREADS = {1, 4};
  private static final int VALUE_BYTES = 1024;
  private static final long SLICE_NANOS = 1_000_000_000L;
  private static final int WARM_UP_PAIRS = 10;
  private static final String OURS = "usertable";
  private static final String BARE = "bare";
  private static final byte[] RANDOM = new byte[4 << 20];

  private MariadbClientBenchmark() {}

  @FunctionalInterface
  private interface Insert {
    void run(String key, byte[] value) throws SQLException;
  }

  /** A way to the server, from which each thread gets its own insert. */
  @FunctionalInterface
  private interface Way {
    Insert forThread() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    int pairs = Integer.parseInt(arguments[0]);
    new Random(1).nextBytes(RANDOM);
    Path folder = Files.createTempDirectory(Path.of(arguments[1]), "mariadb-bench-");
    // MariaDB's own user must pass through.
    folder.toFile().setExecutable(true, false);
    try (DatabaseServer server = open(Files.createDirectory(folder.resolve("db")))) {
      Properties properties = server.clientProperties();
      try (Connection connection = connect(properties)) {
        execute(
            connection,
            "CREATE TABLE bare (k VARBINARY(3072) PRIMARY KEY, v LONGBLOB) ENGINE=InnoDB");
        System.out.printf(
            Locale.ROOT,
            "%s in %s, values of %d bytes, medians of %d pairs of %d s%n",
            server.version(),
            folder.getParent(),
            VALUE_BYTES,
            pairs,
            SLICE_NANOS / 1_000_000_000L);
        System.out.println("threads     ours     bare  ratio  (lowest .. highest)");
        for (int threads : THREADS) {
          compare(threads, pairs, properties, connection);
        }
      }
    } finally {
      SafeFolder.delete(folder);
    }
  }

  private static DatabaseServer open(Path folder) throws Exception {
    folder.toFile().setExecutable(true, false);
    return new MariadbAdapter()
        .open(
            new ServerSettings(
                folder,
                Medium.TMPFS,
                Durability.COMMIT,
                new RecordLayout(100_000, 24, 1, VALUE_BYTES),
                false,
                THREADS[THREADS.length - 1],
                Optional.empty(),
                new LocalHost(),
                ProcessBuilder::start,
                Map.of()));
  }

  private static Connection connect(Properties properties) throws SQLException {
    Properties driver = new Properties();
    driver.setProperty("user", properties.getProperty("mariadb.user"));
    driver.setProperty("password", properties.getProperty("mariadb.password"));
    driver.setProperty("useServerPrepStmts", "true");
    return DriverManager.getConnection(properties.getProperty("mariadb.url"), driver);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Insert ours(Properties properties) throws Exception {
    MariadbClient client = new MariadbClient();
    client.setProperties(properties);
    client.init();
    return (key, value) -> {
      Status status =
          client.insert(
              OURS, key, new HashMap<>(Map.of("field0", new ByteArrayByteIterator(value))));
      if (!Status.OK.equals(status)) {
        throw new IllegalStateException(status.toString());
      }
    };
  }

  private static Insert bare(Properties properties) throws SQLException {
    PreparedStatement insert =
        connect(properties).prepareStatement("INSERT INTO bare (k, v) VALUES (?, ?)");
    return (key, value) -> {
      insert.setString(1, key);
      insert.setBytes(2, value);
      insert.executeUpdate();
    };
  }

  private static void compare(int threads, int pairs, Properties properties, Connection connection)
      throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Insert> ours = each(threads, () -> ours(properties));
      List<Insert> bare = each(threads, () -> bare(properties));
      List<Double> client = new ArrayList<>();
      List<Double> driver = new ArrayList<>();
      List<Double> ratios = new ArrayList<>();
      for (int i = -WARM_UP_PAIRS; i < pairs; i++) {
        double ofClient = i % 2 == 0 ? slice(pool, ours, OURS, connection) : 0;
        double ofDriver = slice(pool, bare, BARE, connection);
        ofClient = i % 2 == 0 ? ofClient : slice(pool, ours, OURS, connection);
        if (i >= 0) {
          client.add(ofClient);
          driver.add(ofDriver);
          ratios.add(ofClient / ofDriver);
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%7d %8.0f %8.0f  %5.3f  (%.3f .. %.3f)%n",
          threads,
          median(client),
          median(driver),
          median(ratios),
          ratios.stream().min(Double::compare).orElseThrow(),
          ratios.stream().max(Double::compare).orElseThrow());
    } finally {
      pool.shutdownNow();
    }
  }

  private static List<Insert> each(int threads, Way way) throws Exception {
    List<Insert> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(way.forThread());
    }
    return all;
  }

  private static double median(List<Double> numbers) {
    return numbers.stream().sorted().toList().get((numbers.size() - 1) / 2);
  }

  /** Empties the table, and fills it for a while. Inserts per second of all threads. */
  private static double slice(
      ExecutorService pool, List<Insert> inserts, String table, Connection connection)
      throws Exception {
    execute(connection, "TRUNCATE " + table);
    CyclicBarrier together = new CyclicBarrier(inserts.size());
    List<Future<Double>> running = new ArrayList<>();
    for (int i = 0; i < inserts.size(); i++) {
      long first = (long) i << 32;
      Insert insert = inserts.get(i);
      running.add(pool.submit(() -> rate(insert, first, together)));
    }
    double sum = 0;
    for (Future<Double> one : running) {
      sum += one.get();
    }
    return sum;
  }

  private static double rate(Insert insert, long first, CyclicBarrier together) throws Exception {
    together.await();
    long begin = System.nanoTime();
    long done = 0;
    long now = begin;
    while (now - begin < SLICE_NANOS) {
      // An odd factor gives each number another key, in no order.
      long mixed = (first + done) * 0x9E3779B97F4A7C15L;
      byte[] value = new byte[VALUE_BYTES];
      int at = (int) (mixed >>> 33) % (RANDOM.length - VALUE_BYTES);
      System.arraycopy(RANDOM, at, value, 0, VALUE_BYTES);
      insert.run("user" + Long.toUnsignedString(mixed), value);
      done++;
      now = System.nanoTime();
    }
    return done * 1e9 / (now - begin);
  }
}
