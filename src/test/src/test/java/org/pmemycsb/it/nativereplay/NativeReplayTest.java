package org.pmemycsb.it.nativereplay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.adapter.pmemkv.PmemkvAdapter;
import org.pmemycsb.harness.client.trace.KeyFormat;
import org.pmemycsb.harness.client.trace.Operation;
import org.pmemycsb.harness.client.trace.OperationFile;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.RecordShape;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceChunk;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.client.trace.Workload;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.it.harness.SharedMemory;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

class NativeReplayTest {
  private static final int RECORDS = 2000;
  private static final int OPERATIONS = 4000;
  private static final int FIELDS = 3;
  private static final int VALUE_BYTES = 100;

  private final DatabaseAdapter adapter = new PmemkvAdapter();
  private String keyLength;

  @TempDir(factory = SharedMemory.class)
  private Path folder;

  private Map<String, String> workload(String... proportions) {
    Map<String, String> workload = new HashMap<>();
    workload.put("readproportion", "0");
    workload.put("updateproportion", "0");
    workload.put("requestdistribution", "zipfian");
    for (int i = 0; i < proportions.length; i += 2) {
      workload.put(proportions[i], proportions[i + 1]);
    }
    return workload;
  }

  private Workload typed(Map<String, String> said) {
    Sizes values = Sizes.constant(VALUE_BYTES);
    return new Workload(
        said,
        new Work.Draw(Mix.of(said), KeyDistribution.of(said)),
        RecordShape.of(said, FIELDS, values),
        values,
        0,
        new KeyShape(false, 19, Sizes.of(keyLength == null ? "32" : keyLength)));
  }

  /** Those of YCSB, but that updates of A write one field of three. */
  private Map<String, Map<String, String>> workloads() {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    all.put("A", workload("readproportion", "0.5", "updateproportion", "0.5"));
    all.put(
        "B",
        workload("readproportion", "0.95", "updateproportion", "0.05", "writeallfields", "true"));
    all.put("C", workload("readproportion", "1"));
    all.put(
        "D",
        workload(
            "readproportion", "0.95", "insertproportion", "0.05", "requestdistribution", "latest"));
    all.put("zipfian with inserts", workload("readproportion", "0.7", "insertproportion", "0.3"));
    all.put(
        "deletes",
        workload(
            "readproportion", "0.4",
            "updateproportion", "0.2",
            "deleteproportion", "0.15",
            "putifabsentproportion", "0.15",
            "missproportion", "0.1",
            "requestdistribution", "uniform"));
    all.put("true zipfian", workload("readproportion", "1", "zipfianconstant", "0.9"));
    all.put("F", workload("readproportion", "0.5", "readmodifywriteproportion", "0.5"));
    return all;
  }

  @ParameterizedTest
  @CsvSource({"cmap, 1,", "cmap, 3, lognormal:40B:90B:160B", "stree, 2, 20B"})
  void operationsOfTheHarnessAreMadeInFullAndLeaveWholeRecords(
      String engine, int threads, String lengthOfKeys) throws Exception {
    keyLength = lengthOfKeys;
    try (DatabaseServer server = adapter.open(settings(engine, threads));
        Program program = new Program(server)) {
      long first = 0;
      long records = RECORDS;
      assertThat(program.replay(load(threads), null).get("inserted").asLong()).isEqualTo(RECORDS);
      long seed = 2;
      for (Map.Entry<String, Map<String, String>> workload : workloads().entrySet()) {
        TraceSpec spec =
            new TraceSpec(typed(workload.getValue()), threads, OPERATIONS, first, records, seed++);
        JsonNode answer = program.replay(spec, spec.warmUp(500));
        long inserted = answer.get("inserted").asLong();
        assertThat(inserted)
            .as(workload.getKey())
            .isEqualTo(
                count(spec, OperationKind.INSERT) + count(spec, OperationKind.PUT_IF_ABSENT));
        long deleted = answer.path("deleted").asLong();
        assertThat(deleted).as(workload.getKey()).isEqualTo(count(spec, OperationKind.DELETE));
        records += inserted;
        first += deleted;
        assertThat(server.recordCount()).isEqualTo(OptionalLong.of(records - first));
      }
      assertThat(records).isGreaterThan(RECORDS + OPERATIONS / 4);
      assertThat(first).isPositive();
      readAll(server, first, records);
    }
  }

  private ServerSettings settings(String engine, int threads) throws IOException {
    return new ServerSettings(
        Files.createDirectory(folder.resolve("data")),
        Medium.TMPFS,
        Durability.COMMIT,
        new RecordLayout(RECORDS + 10L * OPERATIONS, 160, FIELDS, VALUE_BYTES),
        false,
        threads,
        Optional.empty(),
        new LocalHost(),
        ProcessBuilder::start,
        Map.of("engine", engine));
  }

  @Test
  void updatesInTheOrderOfTheLoadWriteOtherBytes() throws Exception {
    Map<String, String> updates =
        workload(
            "updateproportion", "1", "writeallfields", "true", "requestdistribution", "sequential");
    try (DatabaseServer server = adapter.open(settings("cmap", 1));
        Program program = new Program(server)) {
      program.replay(load(1), null);
      List<String> loaded = readAll(server, 0, RECORDS);
      program.replay(new TraceSpec(typed(updates), 1, RECORDS, 0, RECORDS, 1), null);

      List<String> updated = readAll(server, 0, RECORDS);
      assertThat(updated).hasSize(RECORDS * FIELDS);
      assertThat(IntStream.range(0, updated.size()))
          .noneMatch(i -> updated.get(i).equals(loaded.get(i)));
    }
  }

  private static long count(TraceSpec spec, OperationKind kind) throws InterruptedException {
    long all = 0;
    try (Trace trace = Trace.record(spec)) {
      for (int t = 0; t < spec.threads(); t++) {
        Trace.Cursor cursor = trace.cursor(t);
        for (TraceChunk chunk = cursor.next(); chunk != null; chunk = cursor.next()) {
          for (int i = 0; i < chunk.size(); i++) {
            if (Operation.kind(chunk.operation(i)) == kind) {
              all++;
            }
          }
        }
      }
    }
    return all;
  }

  /** The values of records, all of which must be whole. */
  private List<String> readAll(DatabaseServer server, long first, long records) throws Exception {
    List<String> values = new ArrayList<>();
    KeyFormat keys = KeyFormat.of(typed(workload()).keys());
    DB client = adapter.client().getConstructor().newInstance();
    client.setProperties(server.clientProperties());
    client.init();
    try {
      for (long key = first; key < records; key++) {
        Map<String, ByteIterator> fields = new HashMap<>();
        assertThat(client.read("usertable", keys.name(key), null, fields))
            .as(keys.name(key))
            .isSameAs(Status.OK);
        assertThat(fields).containsOnlyKeys("field0", "field1", "field2");
        assertThat(fields.values()).allMatch(value -> value.bytesLeft() == VALUE_BYTES);
        fields.values().forEach(value -> values.add(value.toString()));
      }
    } finally {
      client.cleanup();
    }
    return values;
  }

  /** One process for all phases, as the harness has it. */
  private final class Program implements AutoCloseable {
    private final Process process;
    private final Writer requests;
    private final BufferedReader answers;

    Program(DatabaseServer server) throws Exception {
      ProcessBuilder builder =
          new ProcessBuilder(
              adapter.nativeReplay().orElseThrow().command(server.clientProperties()));
      builder.environment().putAll(server.clientEnvironment());
      process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
      requests = process.outputWriter();
      answers = process.inputReader();
    }

    /** Returns what came of it; all operations must be good. */
    JsonNode replay(TraceSpec spec, TraceSpec warmUp) throws Exception {
      String request = write(spec, "trace");
      if (warmUp != null) {
        request += "\t" + write(warmUp, "warm-up");
      }
      requests.write(request + "\n");
      requests.flush();
      JsonNode answer;
      do {
        answer = new ObjectMapper().readTree(answers.readLine());
      } while (answer.has("progress"));
      assertThat(answer.get("operations").asLong()).isEqualTo(spec.operations());
      assertThat(answer.get("good").asLong()).as("good of %s", answer).isEqualTo(spec.operations());
      assertThat(answer.get("seconds").asDouble()).isPositive();
      return answer;
    }

    private String write(TraceSpec spec, String name) throws Exception {
      Path file = folder.resolve(name);
      try (Trace trace = Trace.record(spec)) {
        OperationFile.write(trace, file, name.equals("warm-up"));
      }
      return file.toString();
    }

    @Override
    public void close() throws IOException {
      requests.close();
      assertThat(process.onExit().join().exitValue()).isZero();
    }
  }

  private TraceSpec load(int threads) {
    Workload workload = typed(workload()).with(new Work.Load(FillOrder.SEQUENTIAL));
    return new TraceSpec(workload, threads, RECORDS, 0, 0, 1);
  }
}
