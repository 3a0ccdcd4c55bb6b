package org.pmemycsb.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.it.harness.HarnessProcess;

/** Clients and adapters that nobody here has seen before, in jars. */
class AnyClientTest {
  /**
   * A binding as people write them: values become strings, an absent key is an ERROR, {@code
   * fields} is not looked at, it prints, and its faults are those of known bindings.
   */
  private static final String CLIENT =
      """
      package acme;
      import java.util.*;
      import java.util.concurrent.*;
      import site.ycsb.*;
      public class MapClient extends DB {
        static final ConcurrentSkipListMap<String, Map<String, String>> RECORDS =
            new ConcurrentSkipListMap<>();
        private acme.driver.Driver driver;
        private String fault;
        @Override public void init() throws DBException {
          driver = new acme.driver.Driver();
          fault = getProperties().getProperty("map.fault", "none");
          System.out.println("connected, and saying so where the harness speaks");
          if (fault.equals("connect")) throw new DBException(
              "no connection as " + getProperties().getProperty("map.password"));
          if (fault.equals("linkage")) throw new NoClassDefFoundError("acme/driver/Pool");
          if (fault.equals("folder") && !new java.io.File(
              getProperties().getProperty("map.folder")).isDirectory()) throw new DBException(
              "no folder " + getProperties().getProperty("map.folder"));
        }
        @Override public Status read(String t, String key, Set<String> fields,
            Map<String, ByteIterator> result) {
          Map<String, String> record = RECORDS.get(key);
          if (fault.equals("null")) throw new NullPointerException("not connected");
          if (fault.equals("exit")) System.exit(0);
          if (record == null) return Status.ERROR;
          StringByteIterator.putAllAsByteIterators(result, record);
          return Status.OK;
        }
        @Override public Status scan(String t, String k, int n, Set<String> f,
            Vector<HashMap<String, ByteIterator>> r) {
          for (Map<String, String> record : RECORDS.tailMap(k).values()) {
            if (r.size() == n) break;
            HashMap<String, ByteIterator> row = new HashMap<>();
            StringByteIterator.putAllAsByteIterators(row, record);
            r.add(row);
          }
          if (fault.equals("half")) r.setSize((r.size() + 1) / 2);
          if (fault.equals("backwards")) Collections.reverse(r);
          return Status.OK;
        }
        @Override public Status update(String t, String key, Map<String, ByteIterator> values) {
          Map<String, String> merged = fault.equals("shrinks")
              ? new HashMap<>() : new HashMap<>(RECORDS.getOrDefault(key, Map.of()));
          merged.putAll(StringByteIterator.getStringMap(values));
          RECORDS.put(key, merged);
          return Status.OK;
        }
        @Override public Status insert(String t, String key, Map<String, ByteIterator> values) {
          RECORDS.put(key, StringByteIterator.getStringMap(values));
          return Status.OK;
        }
        @Override public Status delete(String t, String key) {
          return RECORDS.remove(key) == null ? Status.ERROR : Status.OK;
        }
      }
      """;

  private static final String DRIVER = "package acme.driver; public class Driver {}";

  private static final String ADAPTER =
      """
      package acme;
      import java.util.*;
      import org.pmemycsb.spi.*;
      public class MapAdapter implements DatabaseAdapter {
        @Override public String name() { return "%s"; }
        @Override public Availability probe(Host host, Map<String, String> options) { return Availability.yes("acme 1"); }
        @Override public Traits traits(Map<String, String> o) { return Traits.of(Durability.NONE); }
        @Override public Class<? extends site.ycsb.DB> client() { return MapClient.class; }
        @Override public DatabaseServer open(ServerSettings settings) {
          return new DatabaseServer() {
            @Override public Properties clientProperties() { return new Properties(); }
            @Override public void reset() {}
            @Override public String version() { return "acme 1"; }
            @Override public Durability effectiveDurability() { return Durability.NONE; }
            @Override public void close() {}
          };
        }
      }
      """;
  private static final String SERVICES = "META-INF/services/org.pmemycsb.spi.DatabaseAdapter";

  @TempDir private Path folder;

  private Path driver() throws IOException {
    return new JarBuilder(folder).source("acme.driver.Driver", DRIVER).build("driver.jar");
  }

  private Path client(Path driver) throws IOException {
    return new JarBuilder(folder)
        .source("acme.MapClient", CLIENT)
        .against(driver)
        .build("client.jar");
  }

  private Path adapter(String name, Path driver) throws IOException {
    return new JarBuilder(folder)
        .source("acme.MapClient", CLIENT)
        .source("acme.MapAdapter", ADAPTER.formatted(name))
        .file(SERVICES, "acme.MapAdapter\n")
        .against(driver)
        .build(name + ".jar");
  }

  private static String run(String more) {
    String workloads = more.contains("--workloads") ? "" : " --workloads A,D";
    return "run --records 500 --operations 1000 --repeats 1 --output quiet --place pmem=%s --out %s "
        + more
        + workloads;
  }

  private HarnessProcess.Ended runHere(String more) throws Exception {
    HarnessProcess.Ended ended = HarnessProcess.runHere(run(more), medium(), folder.resolve("out"));
    assertThat(medium()).as("nothing is left on the medium").isEmptyDirectory();
    return ended;
  }

  private HarnessProcess.Ended runWith(Map<String, String> environment, String more)
      throws Exception {
    HarnessProcess.Ended ended =
        HarnessProcess.start(folder, environment, run(more), medium(), folder.resolve("out"))
            .await();
    assertThat(medium()).as("nothing is left on the medium").isEmptyDirectory();
    return ended;
  }

  private Path medium() throws IOException {
    return Files.createDirectories(folder.resolve("medium"));
  }

  private List<String> summary(String out) throws IOException {
    return Files.readAllLines(folder.resolve(out).resolve("summary.csv"));
  }

  private String everythingIn(String out) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(out))) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        // Plots are no text; what is looked for in them is.
        all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
      return all.toString();
    }
  }

  @Tag("everything")
  @ParameterizedTest
  @CsvSource({"trace", "ycsb"})
  void aStockBindingRunsWithNoAdapterAndWhatNobodyKnowsIsUnknown(String runner) throws Exception {
    Path driver = driver();
    // The stock client makes a JVM for each phase, so a map within it forgets.
    runHere(
            "--db class:acme.MapClient --jar %s --jar %s --workloads %s --runner %s --threads 2"
                .formatted(client(driver), driver, runner.equals("ycsb") ? "load" : "A,D", runner))
        .hasStatus(0);

    List<String> rows = summary("out");
    assertThat(rows).hasSize(runner.equals("ycsb") ? 2 : 4);
    assertThat(rows.subList(1, rows.size()))
        .allMatch(row -> row.startsWith("class:MapClient,"))
        .allMatch(row -> row.contains(",1024,unknown,unknown," + runner + ",1,1,"))
        .allMatch(row -> row.contains(",0,true,"));
    assertThat(Files.readString(folder.resolve("out/cells.jsonl")))
        .contains("\"version\":\"acme.MapClient in client.jar\"")
        .doesNotContain("record_count");
  }

  @Tag("everything")
  @Test
  void anExperimentFileNamesJarsAndPropertiesAndIsResumedWithThem() throws Exception {
    Path driver = driver();
    Path client = client(driver);
    Path experiment =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            db:
              - class:acme.MapClient:
                  label: acme
                  map.fault: folder
                  map.folder: "{folder}"
                  map.password: ${ACME_PASSWORD}
                  claimedDurability: commit
            jar: [%s, %s]
            """
                .formatted(client, driver));
    String out = folder.resolve("out").toString();
    runWith(Map.of("ACME_PASSWORD", "geheim"), experiment.toString()).hasStatus(0);

    // It is its own folder on the medium, so the medium is known.
    assertThat(summary("out"))
        .anyMatch(
            row -> row.matches("acme,D,1,1024,commit \\(claimed\\),(tmpfs|disk|dax),trace.*"));
    assertThat(everythingIn("out")).contains("${ACME_PASSWORD}").doesNotContain("geheim");
    HarnessProcess.runHere("run --resume %s --output quiet", out).hasStatus(2);
    resume(out).hasStatus(0);

    Files.move(driver, folder.resolve("as-it-was.jar"));
    new JarBuilder(folder)
        .source("acme.driver.Driver", DRIVER)
        .file("changed", "yes")
        .build("driver.jar");
    assertThat(resume(out).hasStatus(2).complaint()).contains("jar");
    Files.delete(driver);
    assertThat(resume(out).hasStatus(2).complaint()).contains("--jar: ", driver.toString());
  }

  private HarnessProcess.Ended resume(String out) throws Exception {
    return HarnessProcess.start(
            folder, Map.of("ACME_PASSWORD", "geheim"), "run --resume %s --output quiet", out)
        .await();
  }

  @ParameterizedTest
  @CsvSource({"none,key,0", "half,key,1", "backwards,key,1", "half,,0"})
  void scansAreCheckedWhereTheirOrderIsClaimed(String fault, String order, int status)
      throws Exception {
    Path driver = driver();
    String claim = order == null ? "" : "claimedScanOrder=" + order + ",";
    runHere(
            "--db class:acme.MapClient{%smap.fault=%s} --jar %s --jar %s --workloads E --verify full"
                .formatted(claim, fault, client(driver), driver))
        .hasStatus(status);
    assertThat(Files.readString(folder.resolve("out/report.md")).contains("rows of scans"))
        .isEqualTo(order == null);
  }

  @Tag("everything")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trace | connect | connection as ***",
        "ycsb  | connect | connection as ***",
        "trace | linkage | acme/driver/Pool",
        "trace | null    | not connected",
        "ycsb  | null    | not connected",
        "trace | exit    | status 0",
        "ycsb  | exit    | status 0",
        "trace | shrinks | wrong values",
      })
  void theTrapsOfKnownBindingsMakeAPhaseInvalidAndNothingElse(
      String runner, String fault, String reason) throws Exception {
    Path driver = driver();
    Path client = client(driver);
    Path experiment =
        Files.writeString(
            folder.resolve("trap.yaml"),
            """
            db: [{class:acme.MapClient: {label: acme, map.fault: %s}}]
            fieldCount: 3
            verify: full
            """
                .formatted(fault));
    HarnessProcess.Ended ended =
        runWith(
                Map.of("PASSWORD", "geheim"),
                "%s --jar %s --jar %s --runner %s -p map.password=${PASSWORD}"
                    .formatted(experiment, client, driver, runner))
            .hasStatus(1);

    assertThat(ended.complaint()).contains("INVALID: acme").contains(reason);
    assertThat(everythingIn("out") + ended.err() + ended.out()).doesNotContain("geheim");
  }

  @Test
  void anAdapterInAJarIsADatabaseLikeAnyOther() throws Exception {
    Path driver = driver();
    // A folder stands for the jars in it.
    Path jars = Files.createDirectory(folder.resolve("jars"));
    Files.move(adapter("acme", driver), jars.resolve("acme.jar"));
    Files.move(driver, jars.resolve("driver.jar"));
    HarnessProcess.Ended list = HarnessProcess.runHere("list --jar %s", jars);
    assertThat(list.hasStatus(0).out()).containsPattern("acme +available");
    HarnessProcess.Ended doctor = HarnessProcess.runHere("doctor --jar %s", jars);
    assertThat(doctor.hasStatus(0).out()).contains("yes: acme 1");

    runHere("--db acme,noop --durability none --jar " + jars).hasStatus(0);
    assertThat(summary("out"))
        .anyMatch(row -> row.startsWith("acme,A,1,1024,none,"))
        .anyMatch(row -> row.startsWith("noop,A,1,1024,none,"));
  }

  @Test
  void whatIsWrongWithAJarIsSaidInOneLine() throws Exception {
    Path driver = driver();
    Path client = client(driver);
    Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
    Path one = adapter("acme", driver);
    Path other = Files.copy(adapter("noop", driver), folder.resolve("other.jar"));

    Path hidden =
        new JarBuilder(folder)
            .source("acme.MapClient", CLIENT.replace("public class", "class"))
            .source("acme.MapAdapter", ADAPTER.formatted("hidden"))
            .file(SERVICES, "acme.MapAdapter\n")
            .against(driver)
            .build("hidden.jar");

    refused("noop --jar " + folder.resolve("no.jar"), "no.jar");
    refused("noop --jar " + text, "text.jar");
    refused("noop --jar " + medium(), medium().toString());
    refused("class:acme.Other --jar " + client, "acme.Other");
    refused("class:acme.driver.Driver --jar " + driver, "acme.driver.Driver");
    refused("class:acme.MapClient --jar " + client, "acme.driver.Driver");
    refused("acme --jar " + one, "acme.driver.Driver");
    refused("noop --jar %s --jar %s".formatted(other, driver), "noop");
    refused("class:site.ycsb.DB", "site.ycsb.DB");
    refused("hidden --jar %s --jar %s".formatted(hidden, driver), "acme.MapClient");
  }

  private void refused(String database, String message) throws Exception {
    HarnessProcess.Ended ended = runHere("--db " + database).hasStatus(2);
    assertThat(ended.err().strip())
        .contains(message)
        .doesNotContain("\n")
        .startsWith("pmem-ycsb: ");
  }

  @Tag("everything")
  @Test
  void whatAJarBringsAlongDoesNotMixWithWhatTheHarnessUses() throws Exception {
    // A library of the harness's own, in a version that it could not work with.
    Path old =
        new JarBuilder(folder)
            .source(
                "com.fasterxml.jackson.databind.ObjectMapper",
                "package com.fasterxml.jackson.databind;"
                    + " public class ObjectMapper { public static final String OLD = \"old\"; }")
            .source(
                "org.HdrHistogram.Histogram", "package org.HdrHistogram; public class Histogram {}")
            .source("acme.driver.Driver", DRIVER)
            .build("old.jar");
    Path client =
        new JarBuilder(folder)
            .source(
                "acme.MapClient",
                CLIENT.replace(
                    "driver = new acme.driver.Driver();",
                    "String old = com.fasterxml.jackson.databind.ObjectMapper.OLD;"))
            .against(old)
            .build("uses-old.jar");
    runHere("--db class:acme.MapClient,noop --jar %s --jar %s".formatted(old, client)).hasStatus(0);
    assertThat(summary("out").stream().map(row -> row.split(",")[0]).collect(Collectors.toSet()))
        .contains("class:MapClient", "noop");
  }
}
