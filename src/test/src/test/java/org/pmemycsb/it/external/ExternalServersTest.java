package org.pmemycsb.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.it.harness.HarnessProcess;
import org.pmemycsb.spi.SafeFolder;

/**
 * Servers that run already: how they are reached, what is known of them, and what is kept secret.
 */
@Tag("everything")
class ExternalServersTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("BENCH_PASSWORD", ForeignServer.PASSWORD_ENCODED);

  @TempDir private Path folder;

  private HarnessProcess.Ended run(String databases, String durability, String more)
      throws Exception {
    Path experiment =
        Files.writeString(
            folder.resolve("external.yaml"),
            """
            db:
            %s
            workloads: [load, A]
            records: 300
            operations: 300
            repeats: 1
            durability: %s
            """
                .formatted(databases, durability));
    Path medium = Files.createDirectories(folder.resolve("medium"));
    HarnessProcess harness =
        HarnessProcess.start(
            folder,
            ENVIRONMENT,
            "run %s --place pmem=%s --out %s --output quiet " + more,
            experiment,
            medium,
            out());
    watch(harness.process());
    HarnessProcess.Ended ended = harness.await();
    assertThat(secretsIn(ended.out() + ended.err())).isEmpty();
    assertThat(medium).isEmptyDirectory();
    if (Files.exists(out())) {
      assertThat(secretsIn(everythingInTheResults())).isEmpty();
    }
    return ended;
  }

  private HarnessProcess.Ended run(String databases, String durability) throws Exception {
    return run(databases, durability, "");
  }

  private Path out() {
    return folder.resolve("out");
  }

  /** No process that the harness starts has a password among its arguments. */
  private static void watch(Process harness) throws InterruptedException {
    while (harness.isAlive()) {
      harness
          .descendants()
          .forEach(
              child ->
                  assertThat(secretsIn(child.info().commandLine().orElse("")))
                      .as("arguments of a child")
                      .isEmpty());
      Thread.sleep(20);
    }
  }

  private static List<String> secretsIn(String text) {
    return Stream.of(ForeignServer.PASSWORD, ForeignServer.PASSWORD_ENCODED, "changeit")
        .filter(text::contains)
        .toList();
  }

  private String everythingInTheResults() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(out())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }

  private List<String> summary() throws IOException {
    return Files.readAllLines(out().resolve("summary.csv"));
  }

  @Test
  void redisOverTlsAndOverItsSocketWithUserAndPassword() throws Exception {
    try (ForeignServer server = ForeignServer.redis("appendonly yes", "appendfsync always")) {
      run(
              """
                - redis: {label: tls, url: "rediss://bench:${BENCH_PASSWORD}@127.0.0.1:%d/1",
                    trustStore: %s, trustStorePassword: changeit, claimedMedium: tmpfs}
                - redis: {label: socket, url: "unix://bench:${BENCH_PASSWORD}@%s?2"}
              """
                  .formatted(server.port(), server.file("trust.p12"), server.file("redis.sock")),
              "commit",
              "--runner trace,ycsb")
          .hasStatus(0);

      assertThat(summary())
          .hasSize(9)
          .anyMatch(row -> row.startsWith("tls,A,1,1024,commit,tmpfs (claimed),trace,1,1,"))
          .anyMatch(row -> row.startsWith("tls,A,1,1024,commit,tmpfs (claimed),ycsb,1,1,"))
          .anyMatch(row -> row.startsWith("socket,A,1,1024,commit,unknown,trace,1,1,"));
      assertThat(out().resolve("configuration/tls/commit-redis-external.conf"))
          .content()
          .contains("appendfsync always");
      assertThat(server.process().isAlive()).isTrue();
    }
  }

  @Test
  void postgresOverTlsWithPassword() throws Exception {
    try (ForeignServer server = ForeignServer.postgres()) {
      String url =
          "postgresql://bench:${BENCH_PASSWORD}@127.0.0.1:%d/postgres?sslmode=verify-full&sslrootcert=%s"
              .formatted(server.port(), server.file("cert.pem"));
      run("  - postgres: {url: \"" + url + "\"}", "commit", "--runner trace,ycsb").hasStatus(0);
      assertThat(summary())
          .anyMatch(row -> row.startsWith("postgres{mode=external},A,1,1024,commit,unknown,trace"));
      SafeFolder.delete(out());

      HarnessProcess.Ended otherDurability =
          run("  - postgres: {url: \"" + url + "\"}", "periodic").hasStatus(2);
      assertThat(otherDurability.complaint())
          .contains("periodic", "commit", "synchronous_commit=on");
      run("  - postgres: {url: \"" + url + "&options=-c%20synchronous_commit=off\"}", "periodic")
          .hasStatus(0);
      assertThat(server.process().isAlive()).isTrue();
    }
  }

  @Test
  void postgresOverItsSocketWithUserAndPassword() throws Exception {
    try (ForeignServer server = ForeignServer.postgres()) {
      String url =
          "postgresql://bench:${BENCH_PASSWORD}@:%d/postgres?host=%s"
              .formatted(server.port(), server.file(""));
      run("  - postgres: {url: \"" + url + "\"}", "commit", "--runner trace,ycsb").hasStatus(0);
      assertThat(summary())
          .hasSize(5)
          .anyMatch(row -> row.startsWith("postgres{mode=external},A,1,1024,commit,unknown,trace"))
          .anyMatch(row -> row.startsWith("postgres{mode=external},A,1,1024,commit,unknown,ycsb"));
      assertThat(server.process().isAlive()).isTrue();
    }
  }

  @Test
  void whatIsThereIsRemovedOnlyWhereThatIsAllowed() throws Exception {
    try (ForeignServer server = ForeignServer.redis()) {
      String url = "unix://bench:${BENCH_PASSWORD}@" + server.file("redis.sock");
      String literal = url.replace("${BENCH_PASSWORD}", ForeignServer.PASSWORD_ENCODED);
      assertThat(cli(server, "set", "precious", "1")).isEqualTo("OK");

      assertThat(run("  - redis: {url: \"" + url + "\"}", "none").hasStatus(2).complaint())
          .contains("--allow-reset");
      assertThat(cli(server, "get", "precious")).isEqualTo("1");
      assertThat(out()).as("what was begun in vain").doesNotExist();

      run("  - redis", "none", "--allow-reset --url redis=" + literal).hasStatus(0);
      assertThat(cli(server, "dbsize")).isEqualTo("0");

      HarnessProcess.Ended resumed =
          HarnessProcess.run(folder, "run --resume %s --output quiet", out()).hasStatus(2);
      assertThat(resumed.complaint()).contains("redis: ", "--url");
      HarnessProcess.run(folder, "run --resume %s --output quiet --url %s", out(), literal)
          .hasStatus(0);
    }
  }

  @Test
  void whatCannotBeRemovedIsSaidAtTheEnd() throws Exception {
    try (ForeignServer server = ForeignServer.redis()) {
      String url =
          "unix://bench:" + ForeignServer.PASSWORD_ENCODED + "@" + server.file("redis.sock");
      Path medium = Files.createDirectories(folder.resolve("medium"));
      HarnessProcess harness =
          HarnessProcess.start(
              folder,
              Map.of(),
              """
              run --db redis --durability none --workloads A --records 300 --duration 5s
              --repeats 1 --output details --place pmem=%s --out %s --url %s
              """,
              medium,
              out(),
              url);
      harness.awaitMessage("  load ");
      assertThat(cli(server, "acl", "setuser", ForeignServer.USER, "-flushdb")).isEqualTo("OK");

      String complaint = harness.await().hasStatus(1).complaint();

      assertThat(complaint.lines().reduce("", (before, line) -> line))
          .contains("300 keys ", "database 0 of redis at ")
          .contains("NOPERM");
    }
  }

  private static String cli(ForeignServer server, String... command) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of("redis-cli", "-s", server.file("redis.sock"), "--user", ForeignServer.USER));
    all.addAll(List.of(command));
    ProcessBuilder builder = new ProcessBuilder(all);
    builder.environment().put("REDISCLI_AUTH", ForeignServer.PASSWORD);
    return new String(builder.start().getInputStream().readAllBytes()).strip();
  }
}
