package org.pmemycsb.harness.measure.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.client.replay.Payload;
import org.pmemycsb.harness.client.replay.ReplaySettings;
import org.pmemycsb.harness.client.replay.Replayer;
import org.pmemycsb.harness.client.replay.Segments;
import org.pmemycsb.harness.client.trace.Share;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.client.trace.ValueSource;
import org.pmemycsb.harness.client.trace.Verifier;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Tasks;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.PropertyKeys;
import org.pmemycsb.harness.plan.settings.Runs;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.Durability;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** Each key of YCSB is honoured in what the clients really do, or refused. */
class PropertyKeysTest {
  private static final String BASE =
      """
      workload=core
      recordcount=50
      operationcount=400
      fieldcount=3
      fieldlength=40
      readproportion=0.6
      updateproportion=0.3
      scanproportion=0.1
      maxscanlength=30
      """;

  @TempDir private Path folder;

  /** A call of a client; lengths of the values written by the names of their fields. */
  private record Call(
      String kind,
      String table,
      String key,
      Set<String> fields,
      Map<String, Integer> lengths,
      String value,
      int rows) {}

  /** What the clients of a load and of a workload did. */
  private record Seen(
      List<Call> load,
      List<Call> workload,
      int clients,
      double target,
      Duration time,
      Properties properties) {
    List<Call> writes() {
      return Stream.concat(load.stream(), workload.stream())
          .filter(call -> !call.lengths.isEmpty())
          .toList();
    }

    boolean allLengths(Predicate<Integer> each) {
      return of(load).allMatch(each) && of(workload).allMatch(each);
    }

    /** In the load, and in the workload. */
    boolean lengthsVary() {
      return of(load).distinct().count() > 2 && of(workload).distinct().count() > 2;
    }

    private static Stream<Integer> of(List<Call> calls) {
      return calls.stream().flatMap(call -> call.lengths.values().stream());
    }

    List<Call> of(String kind) {
      return workload.stream().filter(call -> call.kind.equals(kind)).toList();
    }

    /** The share of the calls of the most frequent key. */
    double most() {
      Map<String, Long> counts =
          workload.stream().collect(Collectors.groupingBy(Call::key, Collectors.counting()));
      return counts.values().stream().mapToLong(x -> x).max().orElse(0) / (double) workload.size();
    }

    /** The share of the calls of the record with this number. */
    double of(int number) {
      String key = load.get(number).key;
      return workload.stream().filter(call -> call.key.equals(key)).count()
          / (double) workload.size();
    }
  }

  /**
   * @param beside lines that the key needs beside it
   * @param honoured what the clients do then, and else do not
   * @param isBeyondStock whether the stock client cannot do it
   */
  private record Case(
      String value, String beside, Predicate<Seen> honoured, boolean isBeyondStock) {}

  private static Case of(String value, Predicate<Seen> honoured) {
    return new Case(value, "", honoured, false);
  }

  private static Case of(String value, String beside, Predicate<Seen> honoured) {
    return new Case(value, beside, honoured, false);
  }

  private static Case ofOurs(String value, String beside, Predicate<Seen> honoured) {
    return new Case(value, beside, honoured, true);
  }

  private static Map<String, Case> cases(Path folder) {
    Map<String, Case> all = new TreeMap<>();
    all.put("recordcount", of("60", seen -> seen.load.size() == 60));
    all.put("operationcount", of("500", seen -> seen.workload.size() == 500));
    all.put("threadcount", of("3", seen -> seen.clients == 3));
    all.put("target", of("100000", seen -> seen.target == 100_000));
    all.put("maxexecutiontime", of("7", seen -> seen.time.equals(Duration.ofSeconds(7))));
    all.put(
        "fieldcount",
        of("5", seen -> seen.load.stream().allMatch(call -> call.lengths.size() == 5)));
    all.put("fieldlength", of("70", seen -> seen.allLengths(length -> length == 70)));
    all.put(
        "minfieldlength",
        of(
            "35",
            "fieldlengthdistribution=uniform",
            seen -> seen.lengthsVary() && seen.allLengths(length -> length >= 35 && length <= 40)));
    all.put(
        "fieldlengthdistribution",
        of("uniform", seen -> seen.lengthsVary() && seen.allLengths(length -> length <= 40)));
    all.put(
        "fieldlengthhistogram",
        ofOurs(
            folder.resolve("lengths").toString(),
            "fieldlengthdistribution=histogram",
            seen -> seen.lengthsVary() && seen.allLengths(length -> length % 7 == 0)));
    all.put("zeropadding", of("30", seen -> hasKeysOf(seen, 34)));
    all.put("keylength", of("40", seen -> hasKeysOf(seen, 40)));
    all.put(
        "compressibility",
        ofOurs("0.5", "fieldlength=512", seen -> isHalfOneByte(seen.load.get(0).value)));
    all.put("readproportion", of("0", seen -> seen.of("read").isEmpty()));
    all.put("updateproportion", of("0", seen -> seen.of("update").isEmpty()));
    all.put("scanproportion", of("0", seen -> seen.of("scan").isEmpty()));
    all.put("insertproportion", of("0.9", seen -> seen.of("insert").size() > 100));
    all.put("readmodifywriteproportion", of("1", PropertyKeysTest::readsAndUpdates));
    all.put(
        "deleteproportion",
        ofOurs("0.05", "requestdistribution=uniform", seen -> !seen.of("delete").isEmpty()));
    all.put("missproportion", ofOurs("0.5", "", PropertyKeysTest::misses));
    all.put("putifabsentproportion", ofOurs("0.5", "", seen -> !seen.of("insert").isEmpty()));
    all.put(
        "requestdistribution",
        of(
            "sequential",
            seen -> seen.workload.stream().limit(50).map(Call::key).distinct().count() == 50));
    all.put(
        "zipfianconstant", ofOurs("3", "requestdistribution=zipfian", seen -> seen.most() > 0.5));
    all.put(
        "hotspotdatafraction",
        of("0.02", "requestdistribution=hotspot", seen -> seen.most() > 0.5));
    all.put(
        "hotspotopnfraction",
        of("0", "requestdistribution=hotspot", seen -> seen.of(0) + seen.of(9) == 0));
    all.put(
        "exponential.percentile",
        of("99.9999", "requestdistribution=exponential", seen -> seen.of(49) > 0.17));
    all.put(
        "exponential.frac",
        of("0.1", "requestdistribution=exponential", seen -> seen.of(49) > 0.17));
    all.put(
        "minscanlength",
        of("20", seen -> seen.of("scan").stream().allMatch(call -> call.rows >= 20)));
    all.put(
        "maxscanlength",
        of("5", seen -> seen.of("scan").stream().allMatch(call -> call.rows <= 5)));
    all.put(
        "scanlengthdistribution",
        of(
            "zipfian",
            "scanproportion=1",
            // Of about 210 scans, 45 % are expected, and 10 % without the key.
            seen ->
                seen.of("scan").stream().filter(call -> call.rows <= 3).count()
                    > 0.28 * seen.of("scan").size()));
    all.put(
        "readallfields",
        of(
            "false",
            seen ->
                seen.of("read").stream()
                    .allMatch(call -> call.fields != null && call.fields.size() == 1)));
    all.put(
        "writeallfields",
        of("true", seen -> seen.of("update").stream().allMatch(call -> call.lengths.size() == 3)));
    all.put("insertorder", of("ordered", PropertyKeysTest::isOrdered));
    all.put(
        "fieldnameprefix",
        of(
            "col",
            seen ->
                seen.writes().stream()
                    .flatMap(call -> call.lengths.keySet().stream())
                    .allMatch(name -> name.startsWith("col"))));
    all.put(
        "table",
        of(
            "bench",
            seen ->
                Stream.concat(seen.load.stream(), seen.workload.stream())
                    .allMatch(call -> call.table.equals("bench"))));
    all.put(
        "dataintegrity",
        of("true", seen -> seen.load.stream().allMatch(call -> call.value.startsWith(call.key))));
    all.put("spin.sleep", of("true", seen -> "true".equals(seen.properties.get("spin.sleep"))));
    return all;
  }

  private static boolean hasKeysOf(Seen seen, int length) {
    return Stream.concat(seen.load.stream(), seen.workload.stream())
        .allMatch(call -> call.key.length() == length);
  }

  private static boolean isHalfOneByte(String value) {
    Map<Integer, Long> counts =
        value.chars().boxed().collect(Collectors.groupingBy(x -> x, Collectors.counting()));
    return counts.values().stream().anyMatch(count -> count > 100);
  }

  private static boolean readsAndUpdates(Seen seen) {
    int pairs = 0;
    for (int i = 1; i < seen.workload.size(); i++) {
      Call before = seen.workload.get(i - 1);
      Call call = seen.workload.get(i);
      pairs +=
          before.kind.equals("read") && call.kind.equals("update") && before.key.equals(call.key)
              ? 1
              : 0;
    }
    return pairs > 60;
  }

  private static boolean misses(Seen seen) {
    Set<String> loaded = new HashSet<>(seen.load.stream().map(Call::key).toList());
    return seen.of("read").stream().anyMatch(call -> !loaded.contains(call.key));
  }

  private static boolean isOrdered(Seen seen) {
    for (int i = 0; i < seen.load.size(); i++) {
      if (!seen.load.get(i).key.endsWith(Integer.toString(i))
          || Long.parseLong(seen.load.get(i).key.substring("user".length())) != i) {
        return false;
      }
    }
    return true;
  }

  static Stream<Arguments> table() {
    return PropertyKeys.all().stream()
        .flatMap(
            key ->
                Stream.of("file", "-p")
                    .flatMap(
                        source ->
                            Stream.of(RunnerKind.TRACE, RunnerKind.YCSB)
                                .map(runner -> Arguments.of(key.name(), source, runner))));
  }

  private Experiment experiment(String lines, Map<String, String> properties, RunnerKind runner)
      throws Exception {
    Files.writeString(folder.resolve("lengths"), "BlockSize\t7\n0\t1\n1\t1\n2\t1\n3\t1\n");
    Path file = Files.writeString(folder.resolve("mine.properties"), BASE + lines + "\n");
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(DatabaseChoice.NOOP))
        .set(Settings.PHASES, List.of(Phase.LOAD, Phase.of(file.toString())))
        .set(Settings.RUNNERS, List.of(runner))
        .set(Settings.PROPERTIES, properties)
        .finish();
  }

  private Experiment experiment(
      String key, String value, String beside, String source, RunnerKind runner) throws Exception {
    return source.equals("-p")
        ? experiment(beside, Map.of(key, value), runner)
        : experiment(beside + "\n" + key + "=" + value, Map.of(), runner);
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("table")
  void aKeyIsHonouredOrRefused(String name, String source, RunnerKind runner) throws Exception {
    PropertyKeys.Key key = PropertyKeys.of(name).orElseThrow();
    // A key without a case is refused, or does nothing.
    Case of = cases(folder).getOrDefault(name, of("5", seen -> false));
    if (key.fate() == PropertyKeys.Fate.NOTHING) {
      assertThat(seen(experiment(name, "5", "", source, runner), runner).workload).hasSize(400);
      return;
    }
    boolean refused =
        switch (key.fate()) {
          case SETTING -> source.equals("-p");
          case WORKLOAD -> false;
          case RECORDS -> !key.remedy().isEmpty() && runner == RunnerKind.TRACE;
          case STOCK -> runner == RunnerKind.TRACE;
          default -> true;
        };
    if (refused) {
      assertThatThrownBy(() -> experiment(name, of.value, "", source, runner))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(source.equals("-p") ? "properties: " : "mine.properties: ")
          .hasMessageContaining(name)
          .hasMessageContaining(key.remedy())
          .hasMessageNotContaining("\n");
      for (String same : key.same()) {
        experiment(name, same, "", source, runner);
      }
    } else if (of.isBeyondStock && runner == RunnerKind.YCSB) {
      assertThatThrownBy(() -> experiment(name, of.value, of.beside, source, runner))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("runner ycsb");
    } else {
      String beside = name.equals("fieldlengthhistogram") ? "" : of.beside;
      Seen without = seen(experiment(beside, Map.of(), runner), runner);
      assertThat(of.honoured).rejects(without);
      Seen with = seen(experiment(name, of.value, of.beside, source, runner), runner);
      assertThat(of.honoured).accepts(with);
    }
  }

  private Seen seen(Experiment experiment, RunnerKind runner) throws Exception {
    RunTask plain = Tasks.of(folder, new ExperimentDraft(), runner);
    RunTask task =
        new RunTask(
            experiment,
            Runs.of(
                DatabaseChoice.NOOP,
                runner,
                experiment.threads().get(0),
                experiment.valueSizes().get(0),
                Durability.COMMIT,
                1),
            Verify.OFF,
            plain.client(),
            plain.processes(),
            plain.database(),
            plain.folders(),
            plain.features(),
            plain.iteration());
    Phase workload = experiment.phases().get(1);
    return runner == RunnerKind.TRACE ? replayed(task, workload) : stock(task, workload);
  }

  private static Seen replayed(RunTask task, Phase workload) throws Exception {
    Recorder loading = new Recorder();
    Recorder working = new Recorder();
    long records = task.experiment().records();
    TraceSpec load = spec(task, Phase.LOAD, 0, records);
    ValueSource values =
        new ValueSource(
            1,
            load.shape().maxFieldLength(),
            ValueSource.Alphabet.BINARY,
            load.workload().compressibility(),
            Share.WHOLE);
    Payload payload =
        new Payload(
            load.keyFormat(),
            values,
            new Verifier(Verify.OFF, values, load.shape(), load.keyFormat(), records, 1 << 20),
            true);
    replay(load, payload, loading);
    replay(
        spec(
            task, workload, records, task.experiment().operations(workload, task.spec().clients())),
        payload,
        working);
    return new Seen(
        loading.calls,
        working.calls,
        working.clients,
        task.experiment().target(),
        task.experiment().duration(),
        new Properties());
  }

  private static TraceSpec spec(RunTask task, Phase phase, long records, long operations)
      throws Exception {
    return new TraceSpec(
        task.workload(phase), task.spec().threads(), operations, 0, records, task.seed(phase));
  }

  private static void replay(TraceSpec spec, Payload payload, Recorder recorder) throws Exception {
    ReplaySettings settings =
        new ReplaySettings(
            0,
            false,
            Duration.ZERO,
            Duration.ofMinutes(1),
            0,
            Duration.ofSeconds(1),
            Optional.empty());
    try (Trace trace = Trace.record(spec)) {
      new Replayer(thread -> recorder.client(), payload, settings, (done, asked, elapsed) -> {})
          .replay(Segments.of(trace), null);
    }
  }

  /** As the stock client does with the properties that it is given. */
  private Seen stock(RunTask task, Phase workload) throws Exception {
    long records = task.experiment().records();
    Properties ofLoad = YcsbRunner.properties(task, Phase.LOAD, records, folder);
    Properties ofWorkload = YcsbRunner.properties(task, workload, records, folder);
    Recorder loading = new Recorder();
    Recorder working = new Recorder();
    CoreWorkload load = core(ofLoad);
    for (long i = 0; i < Long.parseLong(ofLoad.getProperty("recordcount")); i++) {
      load.doInsert(loading.client(), null);
    }
    CoreWorkload run = core(ofWorkload);
    for (long i = 0;
        i < Math.min(1000, Long.parseLong(ofWorkload.getProperty("operationcount")));
        i++) {
      run.doTransaction(working.client(), null);
    }
    return new Seen(
        loading.calls,
        working.calls,
        Integer.parseInt(ofWorkload.getProperty("threadcount")),
        Double.parseDouble(ofWorkload.getProperty("target", "0")),
        Duration.ofSeconds(Long.parseLong(ofWorkload.getProperty("maxexecutiontime", "0"))),
        ofWorkload);
  }

  private static CoreWorkload core(Properties properties) throws Exception {
    Measurements.setProperties(properties);
    assertThat(properties.getProperty("workload")).isEqualTo(CoreWorkload.class.getName());
    CoreWorkload core = new CoreWorkload();
    core.init(properties);
    return core;
  }

  /** Notes the calls of its clients. */
  private static final class Recorder {
    private final List<Call> calls = new ArrayList<>();
    private int clients;

    synchronized DB client() {
      clients++;
      return new Client();
    }

    private synchronized Status note(Call call) {
      calls.add(call);
      return Status.OK;
    }

    private final class Client extends DB {
      @Override
      public Status read(
          String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
        note(new Call("read", table, key, fields, Map.of(), "", 0));
        return key.matches(".*[a-z]") ? Status.NOT_FOUND : Status.OK;
      }

      @Override
      public Status scan(
          String table,
          String key,
          int rows,
          Set<String> fields,
          Vector<HashMap<String, ByteIterator>> result) {
        result.add(new HashMap<>());
        return note(new Call("scan", table, key, fields, Map.of(), "", rows));
      }

      @Override
      public Status update(String table, String key, Map<String, ByteIterator> values) {
        return write("update", table, key, values);
      }

      @Override
      public Status insert(String table, String key, Map<String, ByteIterator> values) {
        return write("insert", table, key, values);
      }

      private Status write(
          String kind, String table, String key, Map<String, ByteIterator> values) {
        Map<String, Integer> lengths = new TreeMap<>();
        String value = "";
        for (Map.Entry<String, ByteIterator> each : values.entrySet()) {
          byte[] bytes = each.getValue().toArray();
          lengths.put(each.getKey(), bytes.length);
          value = new String(bytes, StandardCharsets.ISO_8859_1);
        }
        return note(new Call(kind, table, key, null, lengths, value, 0));
      }

      @Override
      public Status delete(String table, String key) {
        return note(new Call("delete", table, key, null, Map.of(), "", 0));
      }
    }
  }
}
