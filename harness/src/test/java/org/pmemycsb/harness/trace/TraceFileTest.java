package org.pmemycsb.harness.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.measure.Workloads;

class TraceFileTest {
  @TempDir Path folder;

  private static final TraceSpec SPEC =
      TraceSpec.transactions(
          Workloads.typed(
              Workloads.of("E", "fieldlengthdistribution", "zipfian", "table", "täble")),
          3,
          5000,
          700,
          -9);

  /** The workload is then what its properties say. */
  private static TraceSpec asRead(TraceSpec spec) {
    return new TraceSpec(
        Workloads.typed(spec.workload().properties()),
        spec.threads(),
        spec.operations(),
        spec.first(),
        spec.records(),
        spec.seed());
  }

  @Test
  void traceComesBackAsItWas() throws Exception {
    Path file = folder.resolve("trace");
    TraceFile.write(TraceRecorder.record(SPEC, 1 << 30), file);
    TraceReader.Content back = TraceReader.read(file);
    assertThat(back.spec()).isEqualTo(asRead(SPEC));
    assertThat(back.threads()).isEqualTo(Traces.dump(TraceRecorder.record(SPEC, 1 << 30)));
  }

  @Test
  void streamedTraceIsWrittenWhole() throws Exception {
    Path file = folder.resolve("trace");
    try (Trace streamed = TraceRecorder.record(SPEC, 1 << 12)) {
      assertThat(streamed.isComplete()).isFalse();
      TraceFile.write(streamed, file);
    }
    assertThat(TraceReader.read(file).threads())
        .isEqualTo(Traces.dump(TraceRecorder.record(SPEC, 1 << 30)));
  }

  /** One thread has nearly all operations, so the queues of the others stay empty for long. */
  @Test
  @Timeout(60)
  void streamedTraceOfAnotherProgramIsWrittenWholeThoughOneKeyHasMostOperations() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      lines.append("0,key%d,6,%d,1,set,0\n".formatted(i % 50 == 0 ? i % 700 : 1, i % 64));
    }
    Path recorded = Files.writeString(folder.resolve("recorded.csv"), lines);
    TraceSpec spec =
        TraceSpec.transactions(
            Workloads.typed(
                Workloads.of(
                    "A",
                    "tracefile",
                    recorded.toString(),
                    "fieldlength",
                    "64",
                    "fieldlengthdistribution",
                    "recorded")),
            3,
            20_000,
            10,
            1);
    Path file = folder.resolve("trace");
    try (Trace streamed = TraceRecorder.record(spec, 1 << 12)) {
      assertThat(streamed.isComplete()).isFalse();
      TraceFile.write(streamed, file);
    }
    TraceReader.Content back = TraceReader.read(file);
    assertThat(back.threads()).isEqualTo(Traces.dump(TraceRecorder.record(spec, 1 << 30)));
    assertThat(ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN).getInt(16))
        .isEqualTo(2 | 8);
  }

  /** The bytes that other programs rely on. */
  @Test
  void headerIsAsDocumented() throws Exception {
    Path file = folder.resolve("trace");
    TraceSpec spec =
        TraceSpec.load(
            Workloads.typed(Workloads.of("A", "fieldcount", "2", "fieldlength", "64")), 2, 3, 77);
    TraceFile.write(TraceRecorder.record(spec), file);
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(new String(bytes.array(), 0, 8)).isEqualTo("PMYTRACE");
    assertThat(bytes.getInt(8)).isEqualTo(1);
    int header = bytes.getInt(12);
    assertThat(bytes.getInt(60)).isEqualTo(header - 64);
    assertThat(bytes.getInt(16)).isEqualTo(1 | 2 | 4);
    assertThat(bytes.getInt(20)).isEqualTo(2);
    assertThat(bytes.getLong(24)).isEqualTo(3);
    assertThat(bytes.getLong(32)).isZero();
    assertThat(bytes.getLong(40)).isEqualTo(77);
    assertThat(bytes.getInt(48)).isEqualTo(28);
    assertThat(bytes.getInt(52)).isEqualTo(2);
    assertThat(bytes.getInt(56)).isEqualTo(64);
    assertThat(bytes.getInt(header)).isZero();
    assertThat(bytes.getInt(header + 4)).isEqualTo(2);
    assertThat(bytes.getInt(header + 8)).isZero();
    assertThat(bytes.getLong(header + 12)).isEqualTo(2L << 61); // insert key 0
    assertThat(bytes.getLong(header + 20)).isEqualTo(2L << 61 | 2);
    assertThat(bytes.getInt(header + 28)).isEqualTo(1);
    assertThat(bytes.getLong(header + 40)).isEqualTo(2L << 61 | 1);
    assertThat(bytes.getInt(header + 48)).isEqualTo(-1);
    assertThat(bytes.getLong(header + 52)).isEqualTo(3);
    assertThat(bytes.capacity()).isEqualTo(header + 64);
  }

  @Test
  void lengthsOfKeysAreInTheHeader() throws Exception {
    Path file = folder.resolve("trace");
    TraceSpec spec =
        TraceSpec.load(
            Workloads.typed(
                Workloads.of(
                    "A",
                    "insertorder",
                    "ordered",
                    "zeropadding",
                    "4",
                    "keylength",
                    "uniform:6:60")),
            2,
            3,
            77);
    TraceFile.write(TraceRecorder.record(spec), file);
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.getInt(16)).isEqualTo(1 | 4 | 16);
    int at = 64 + bytes.getInt(60);
    assertThat(bytes.getInt(at)).as("characters of 'user'").isEqualTo(2);
    int count = bytes.getInt(at + 4);
    assertThat(bytes.getInt(12)).isEqualTo(at + 8 + 4 * count);
    for (long number = 0; number < 1000; number++) {
      int place =
          (int) (number * 0x9E3779B97F4A7C15L >>> 64 - Integer.numberOfTrailingZeros(count));
      assertThat(spec.keyFormat().name(number)).hasSize(bytes.getInt(at + 8 + 4 * place));
    }
  }

  @Test
  void changedOrCutFileIsRefused() throws Exception {
    Path file = folder.resolve("trace");
    TraceFile.write(TraceRecorder.record(SPEC), file);
    byte[] good = Files.readAllBytes(file);
    for (int at = 0; at < good.length; at += 97) {
      byte[] changed = good.clone();
      changed[at] ^= 4;
      Files.write(file, changed);
      assertThatThrownBy(() -> TraceReader.read(file)).isInstanceOf(IOException.class);
      Files.write(file, java.util.Arrays.copyOf(good, at));
      assertThatThrownBy(() -> TraceReader.read(file)).isInstanceOf(IOException.class);
    }
  }
}
