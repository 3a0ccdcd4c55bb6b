package org.pmemycsb.it.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.adapter.redis.RedisAdapter;
import org.pmemycsb.it.harness.SharedMemory;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * Prints the reads per second of a client over those of the server's own benchmark, in pairs on one
 * server with one connection. It judges no figure. Needs a machine without other work.
 */
@Tag("quiet")
class ServerToolTest {
  private static final int PAIRS = 10;
  private static final int READS = 20_000;
  private static final int RECORDS = 5_000;
  private static final String TABLE = "usertable";

  @TempDir(factory = SharedMemory.class)
  private Path folder;

  @Test
  void readsOfRedisBesideRedisBenchmark() throws Exception {
    pairs(
        new RedisAdapter(),
        access -> {
          List<String> command =
              new ArrayList<>(List.of("redis-benchmark", "-q", "-c", "1", "-n", "" + READS));
          command.addAll(List.of("-h", access.getProperty("redis.host")));
          command.addAll(List.of("-p", access.getProperty("redis.port")));
          Optional.ofNullable(access.getProperty("redis.password"))
              .ifPresent(password -> command.addAll(List.of("-a", password)));
          // The tool writes twelve digits, which are below the number of records.
          command.addAll(List.of("-r", "" + RECORDS, "HGETALL", "__rand_int__"));
          return command;
        },
        "([0-9.]+) requests per second");
  }

  @Test
  void readsOfPostgresBesidePgbench() throws Exception {
    Path script =
        Files.writeString(
            folder.resolve("read.sql"),
            "\\set id random(0, %d)\n".formatted(RECORDS - 1)
                + "SELECT * FROM usertable WHERE ycsb_key = lpad(:id::text, 12, '0');\n");
    pairs(
        new PostgresAdapter(),
        access ->
            List.of(
                "env",
                "PGUSER=" + access.getProperty("postgres.user"),
                "PGPASSWORD=" + access.getProperty("postgres.password"),
                "pgbench",
                "--no-vacuum",
                "--protocol=prepared",
                "--transactions=" + READS,
                "--file=" + script,
                access.getProperty("postgres.url").replaceFirst("^jdbc:", "")),
        "tps = ([0-9.]+) \\(without");
  }

  private void pairs(
      DatabaseAdapter adapter, Function<Properties, List<String>> tool, String printed)
      throws Exception {
    ServerSettings settings =
        new ServerSettings(
            Files.createDirectory(folder.resolve("server")),
            Medium.TMPFS,
            Durability.COMMIT,
            new RecordLayout(RECORDS, 12, 1, 1024),
            false,
            1,
            Optional.empty(),
            new LocalHost(),
            ProcessBuilder::start,
            Map.of());
    try (DatabaseServer server = adapter.open(settings)) {
      DB client = adapter.client().getConstructor().newInstance();
      client.setProperties(server.clientProperties());
      client.init();
      for (int record = 0; record < RECORDS; record++) {
        Status stored =
            client.insert(
                TABLE, key(record), Map.of("field0", new ByteArrayByteIterator(new byte[1024])));
        assertThat(stored).isEqualTo(Status.OK);
      }
      List<String> command = tool.apply(server.clientProperties());
      List<Double> ratios = new ArrayList<>();
      for (int pair = 0; pair < PAIRS; pair++) {
        double ofClient = readsPerSecond(client, pair);
        ratios.add(ofClient / printedRate(command, Pattern.compile(printed)));
      }
      client.cleanup();
      ratios.sort(null);
      System.out.printf(
          "%s: client over tool %.2f (%.2f to %.2f)%n",
          server.version(), ratios.get(PAIRS / 2), ratios.get(0), ratios.get(PAIRS - 1));
      assertThat(ratios).allMatch(ratio -> ratio > 0);
    }
  }

  private static String key(int record) {
    return "%012d".formatted(record);
  }

  private static double readsPerSecond(DB client, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long begin = System.nanoTime();
    for (int read = 0; read < READS; read++) {
      Status found = client.read(TABLE, key(random.nextInt(RECORDS)), null, new HashMap<>());
      assertThat(found).isEqualTo(Status.OK);
    }
    return READS * 1e9 / (System.nanoTime() - begin);
  }

  private static double printedRate(List<String> command, Pattern rate) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isZero();
    Matcher found = rate.matcher(output);
    double last = 0;
    while (found.find()) {
      last = Double.parseDouble(found.group(1));
    }
    assertThat(last).as(output).isPositive();
    return last;
  }
}
