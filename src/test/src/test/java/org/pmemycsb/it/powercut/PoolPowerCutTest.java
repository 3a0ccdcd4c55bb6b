package org.pmemycsb.it.powercut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.adapter.pmemobj.PmemobjAdapter;
import org.pmemycsb.it.harness.SharedMemory;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.store.NativeFile;

/** Engines of pools through our binding. */
@Tag("everything")
class PoolPowerCutTest {
  private static final int CALLS = 60;
  private static final int CUTS = Integer.getInteger("powercut.cuts", 60);

  @TempDir(factory = SharedMemory.class)
  private Path folder;

  private Path pool;
  private String engine;

  /** Empty for the installed libpmemkv. */
  private Optional<Path> library;

  private Simulator simulator;

  @BeforeEach
  void makeFolder() throws IOException {
    Path watched = Files.createDirectory(folder.resolve("watched"));
    pool = watched.resolve("pool");
    simulator = Simulator.install(folder, watched);
  }

  private static List<String> java(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // A crash is an answer, and leaves no report behind.
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:-CreateCoredumpOnCrash"));
    command.addAll(
        List.of("-XX:ErrorFile=/dev/null", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(arguments));
    return command;
  }

  /** How long the journal was after the store was open, and after each call. */
  private List<Long> write(Map<String, String> faults) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            java(
                PoolWriter.class.getName(),
                engine,
                library.map(Path::toString).orElse(""),
                pool.toString(),
                simulator.journal().toString(),
                Integer.toString(CALLS)));
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(simulator.environment(faults));
    builder.environment().put("LD_PRELOAD", simulator.library().toString());
    Process process = builder.start();
    List<Long> written =
        new String(process.getInputStream().readAllBytes()).lines().map(Long::valueOf).toList();
    assertThat(process.waitFor()).isZero();
    assertThat(written).hasSize(CALLS + 1);
    return written;
  }

  /** Differences between what was acknowledged and what these cuts leave, at most so many. */
  private List<String> differences(
      PowerCut cut,
      int[] cuts,
      IntFunction<Map<Path, byte[]>> files,
      List<Long> written,
      int wanted)
      throws IOException {
    List<String> differences = new ArrayList<>();
    try (PoolReader reader =
        new PoolReader(
            java(PoolReader.class.getName(), engine, library.map(Path::toString).orElse("")))) {
      for (int arrived : cuts) {
        if (differences.size() == wanted) {
          break;
        }
        Files.write(pool, files.apply(arrived).get(pool));
        int acknowledged = 0;
        while (acknowledged < CALLS && cut.stepsWithin(written.get(acknowledged + 1)) <= arrived) {
          acknowledged++;
        }
        List<String> before = marks(acknowledged);
        List<String> after = marks(Math.min(acknowledged + 1, CALLS));
        String answer = reader.answer(pool);
        // The call that was under way is done, or is not.
        if (!answer.equals(String.join(" ", before)) && !answer.equals(String.join(" ", after))) {
          differences.add(
              "step "
                  + arrived
                  + ", after call "
                  + acknowledged
                  + ": "
                  + answer
                  + " not "
                  + before);
        }
      }
    }
    return differences;
  }

  /** What the reader answers when this many calls were done. */
  private static List<String> marks(int calls) {
    List<String> marks = new ArrayList<>();
    for (int key = 0; key < PoolWriter.KEYS; key++) {
      marks.add(PoolReader.mark(null));
    }
    for (int call = 0; call < calls; call++) {
      marks.set(call % PoolWriter.KEYS, PoolReader.mark(PoolWriter.value(call)));
    }
    return marks;
  }

  private void use(String name) throws IOException {
    engine = name;
    library = Optional.empty();
    if (name.equals(PoolWriter.EXAMPLE)) {
      pool = pool.resolveSibling("records");
      library = Optional.of(example());
    } else if (!name.equals("cmap")) {
      Availability there = new PmemobjAdapter().probe(new LocalHost());
      assumeTrue(there.available(), "NOT TESTED: power cuts of pmemobj; " + there.detail());
      library =
          Optional.of(
              NativeFile.of(
                  PmemobjAdapter.class,
                  name.startsWith("obj_")
                      ? "libpmemobj_store.so"
                      : "libpmemobj_unlogged_store.so"));
    }
  }

  /** A store of a user's own, behind store.h. */
  private Path example() throws IOException {
    Path file = folder.resolve("libexample.so");
    Path root = Path.of("../..").toAbsolutePath().normalize();
    Process compiler =
        new ProcessBuilder(
                "c++",
                "-std=c++17",
                "-O2",
                "-shared",
                "-fPIC",
                "-DWITH_LIBPMEM",
                "-I" + root.resolve("pmemkv-binding/src/main/cpp"),
                root.resolve("docs/examples/native-store/store.cpp").toString(),
                "-o",
                file.toString(),
                "-l:libpmem.so.1")
            .inheritIO()
            .start();
    assertThat(compiler.onExit().join().exitValue()).isZero();
    return file;
  }

  /** Differences at all cuts; without a log, a cut within a call may break the structure. */
  private List<String> differences(String name, Map<String, String> faults, int wanted)
      throws Exception {
    use(name);
    List<Long> written = write(faults);
    PowerCut cut = simulator.cut();
    Random random = new Random(5);
    return name.startsWith("persist_")
        ? differences(
            cut,
            written.stream().mapToInt(cut::stepsWithin).distinct().toArray(),
            cut::files,
            written,
            wanted)
        : differences(
            cut,
            cut.cuts(cut.stepsWithin(written.get(0)), CUTS),
            arrived -> cut.files(arrived, random),
            written,
            wanted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmap",
        "obj_radix",
        "obj_skiplist",
        "obj_hash",
        "example",
        "persist_radix",
        "persist_skiplist",
        "persist_hash"
      })
  void acknowledgedRecordsSurviveEveryCut(String name) throws Exception {
    assertThat(differences(name, Map.of(), Integer.MAX_VALUE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cmap", "obj_radix", "example", "persist_radix"})
  void missingFlushIsFound(String name) throws Exception {
    assertThat(differences(name, Map.of("POWERCUT_DROP", "9"), 1)).isNotEmpty();
  }
}
