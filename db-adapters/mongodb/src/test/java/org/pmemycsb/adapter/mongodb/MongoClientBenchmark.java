package org.pmemycsb.adapter.mongodb;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.pmemycsb.adapter.support.Folders;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/**
 * Prints the throughput of our client over that of a bare loop of the same driver, which has no
 * maps of YCSB, on the same server: medians of pairs of neighbouring slices, half of which begin
 * with our client. The goal is 0.95.
 *
 * <p>Not a test. {@code CONTRIBUTING.md} has the command. Arguments: the pairs; options of the
 * adapter such as {@code mongod=/path}.
 */
public final class MongoClientBenchmark {
  private static final int[] THREADS = {1, 4, 16};
  private static final int MOST_THREADS = 16;
  private static final int RECORDS = 10_000;
  private static final int VALUE_BYTES = 1024;
  private static final long SLICE_NANOS = 1_000_000_000L;
  private static final int WARM_UP_SLICES = 10;
  private static final String TABLE = MongoServer.TABLE;

  private MongoClientBenchmark() {}

  /** One operation of one thread on a record. */
  @FunctionalInterface
  private interface Operation {
    void run(String key);
  }

  /** A way to the server, from which each thread gets its own operation. */
  @FunctionalInterface
  private interface Way {
    Operation forThread() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    String which = arguments.length > 1 ? arguments[1] : "";
    Path shared = Path.of("/dev/shm");
    Path folder = Files.createTempDirectory(shared, "mongo-bench-");
    // PostgreSQL's own user must pass through.
    folder.toFile().setExecutable(true, false);
    try (DatabaseServer server = open(folder, which)) {
      Properties properties = server.clientProperties();
      load(properties);
      System.out.printf(
          Locale.ROOT,
          "%s, %d records of %d bytes, medians of %d pairs of %d s%n",
          server.version(),
          RECORDS,
          VALUE_BYTES,
          pairs,
          SLICE_NANOS / 1_000_000_000L);
      System.out.println("operation threads     ours     bare  ratio  (quartiles)");
      for (int threads : THREADS) {
        compare("read", threads, pairs, () -> ourRead(properties), () -> bareRead(properties));
        compare(
            "update", threads, pairs, () -> ourUpdate(properties), () -> bareUpdate(properties));
      }
    } finally {
      Folders.empty(folder);
      Files.deleteIfExists(folder);
    }
  }

  private static DatabaseServer open(Path folder, String which) throws Exception {
    Map<String, String> options = new HashMap<>();
    Stream.of(which.split(","))
        .filter(option -> option.contains("="))
        .map(option -> option.split("=", 2))
        .forEach(option -> options.put(option[0], option[1]));
    Path own = Files.createDirectory(folder.resolve("db"));
    own.toFile().setExecutable(true, false);
    return new MongoAdapter()
        .open(
            new ServerSettings(
                own,
                Medium.TMPFS,
                Durability.PERIODIC,
                new RecordLayout(RECORDS, 16, 1, VALUE_BYTES),
                false,
                MOST_THREADS,
                Optional.empty(),
                new LocalHost(),
                ProcessBuilder::start,
                options));
  }

  private static String key(int record) {
    return "user" + record;
  }

  private static byte[] value() {
    byte[] value = new byte[VALUE_BYTES];
    Arrays.fill(value, (byte) 'v');
    return value;
  }

  private static MongoYcsbClient client(Properties properties) throws Exception {
    MongoYcsbClient client = new MongoYcsbClient();
    client.setProperties(properties);
    client.init();
    return client;
  }

  private static void load(Properties properties) throws Exception {
    MongoYcsbClient client = client(properties);
    for (int i = 0; i < RECORDS; i++) {
      Map<String, ByteIterator> values = Map.of("field0", new ByteArrayByteIterator(value()));
      expectOk(client.insert(TABLE, key(i), values));
    }
    client.cleanup();
  }

  private static Operation ourRead(Properties properties) throws Exception {
    MongoYcsbClient client = client(properties);
    return key -> {
      Map<String, ByteIterator> result = new HashMap<>();
      expectOk(client.read(TABLE, key, null, result));
    };
  }

  private static Operation ourUpdate(Properties properties) throws Exception {
    MongoYcsbClient client = client(properties);
    byte[] value = value();
    return key ->
        expectOk(
            client.update(
                TABLE, key, new HashMap<>(Map.of("field0", new ByteArrayByteIterator(value)))));
  }

  private static void expectOk(Status status) {
    if (!Status.OK.equals(status)) {
      throw new IllegalStateException(status.toString());
    }
  }

  private static MongoCollection<BsonDocument> collection(Properties properties) {
    MongoUrl url = MongoUrl.from(properties);
    return MongoConnections.to(url.text())
        .client()
        .getDatabase(url.database())
        .getCollection(TABLE, BsonDocument.class);
  }

  private static Operation bareRead(Properties properties) {
    MongoCollection<BsonDocument> table = collection(properties);
    return key -> {
      if (table.find(eq("_id", new BsonString(key))).first() == null) {
        throw new IllegalStateException("there is no " + key);
      }
    };
  }

  private static Operation bareUpdate(Properties properties) {
    MongoCollection<BsonDocument> table = collection(properties);
    BsonDocument change =
        new BsonDocument("$set", new BsonDocument("field0", new BsonBinary(value())));
    return key -> {
      if (table.updateOne(eq("_id", new BsonString(key)), change).getMatchedCount() != 1) {
        throw new IllegalStateException("there is no " + key);
      }
    };
  }

  private static void compare(String name, int threads, int pairs, Way ours, Way bare)
      throws Exception {
    try (Loop first = new Loop(threads, ours);
        Loop second = new Loop(threads, bare)) {
      for (int i = 0; i < WARM_UP_SLICES; i++) {
        first.slice();
        second.slice();
      }
      List<Double> client = new ArrayList<>();
      List<Double> driver = new ArrayList<>();
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < pairs; i++) {
        if (i % 2 == 0) {
          client.add(first.slice());
          driver.add(second.slice());
        } else {
          driver.add(second.slice());
          client.add(first.slice());
        }
        ratios.add(client.get(i) / driver.get(i));
      }
      System.out.printf(
          Locale.ROOT,
          "%-9s %7d %8.0f %8.0f  %5.3f  (%.3f .. %.3f)%n",
          name,
          threads,
          quantile(client, 0.5),
          quantile(driver, 0.5),
          quantile(ratios, 0.5),
          quantile(ratios, 0.25),
          quantile(ratios, 0.75));
    }
  }

  private static double quantile(List<Double> numbers, double share) {
    return numbers.stream().sorted().toList().get((int) (share * (numbers.size() - 1)));
  }

  /** Threads that repeat an operation on random records, one slice at a time. */
  private static final class Loop implements AutoCloseable {
    private final ExecutorService pool;
    private final List<Operation> operations = new ArrayList<>();
    private int slices;

    Loop(int threads, Way way) throws Exception {
      pool = Executors.newFixedThreadPool(threads);
      for (int i = 0; i < threads; i++) {
        operations.add(way.forThread());
      }
    }

    /** Operations per second of all threads. */
    double slice() throws InterruptedException, ExecutionException {
      CyclicBarrier together = new CyclicBarrier(operations.size());
      slices++;
      List<Future<Double>> running = new ArrayList<>();
      for (int i = 0; i < operations.size(); i++) {
        Operation operation = operations.get(i);
        SplittableRandom random = new SplittableRandom(31L * slices + i);
        running.add(pool.submit(() -> rate(operation, random, together)));
      }
      double sum = 0;
      for (Future<Double> one : running) {
        sum += one.get();
      }
      return sum;
    }

    private static double rate(Operation operation, SplittableRandom random, CyclicBarrier together)
        throws InterruptedException, BrokenBarrierException {
      together.await();
      long begin = System.nanoTime();
      long done = 0;
      long now = begin;
      while (now - begin < SLICE_NANOS) {
        operation.run(key(random.nextInt(RECORDS)));
        done++;
        now = System.nanoTime();
      }
      return done * 1e9 / (now - begin);
    }

    @Override
    public void close() {
      pool.shutdownNow();
    }
  }
}
