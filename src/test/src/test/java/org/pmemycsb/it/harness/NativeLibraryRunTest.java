package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs with a user's library: the example, and one in C that is wrong as it is told. */
class NativeLibraryRunTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  @TempDir static Path libraries;

  @TempDir Path folder;

  @BeforeAll
  static void compile() throws Exception {
    compile("cc", "db-adapters/native/src/test/cpp/faulty_store.c", "libfaulty.so");
    compile("c++", "docs/examples/native-store/store.cpp", "libexample.so");
  }

  private static void compile(String compiler, String source, String name) throws Exception {
    List<String> command = new ArrayList<>(List.of(compiler, "-shared", "-fPIC", "-O2"));
    if (compiler.equals("c++")) {
      command.add("-std=c++17");
    }
    command.add("-I" + ROOT.resolve("pmemkv-binding/src/main/cpp"));
    command.addAll(
        List.of(ROOT.resolve(source).toString(), "-o", libraries.resolve(name).toString()));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private HarnessProcess.Ended run(String database, String more) {
    return HarnessProcess.runHere(
        "run --db %s --records 500 --operations 500 --repeats 1 --out %s " + more,
        database,
        folder.resolve("out"));
  }

  @Test
  void theExampleIsMeasuredBesideItsCeiling() throws Exception {
    run(
            "native{library=%s,name=mine,size=64MiB}".formatted(libraries.resolve("libexample.so")),
            "--durability commit --calibrate 1")
        .hasStatus(0);
    assertThat(Files.readAllLines(folder.resolve("out/summary.csv")))
        .filteredOn(row -> row.startsWith("mine,"))
        .hasSizeGreaterThanOrEqualTo(10)
        .allMatch(row -> row.contains(",0,true,"))
        .anyMatch(row -> row.contains(",native,"));
  }

  @ParameterizedTest
  @CsvSource({"crash, signal 6", "fail, on fire", "torn, CORRUPT"})
  void aFaultOfALibraryMakesItsCellsInvalidAndLeavesTheOthers(String fault, String says)
      throws Exception {
    assertInvalid(fault, says);
  }

  @Tag("everything")
  @ParameterizedTest
  @CsvSource({
    "exit, status 3",
    "full, 100 records",
    "lose, MISSING",
    "hang, 5000 ms",
    "'lie,keeps=1', has 7 records "
  })
  void furtherFaultsDoSoToo(String fault, String says) throws Exception {
    assertInvalid(fault, says);
  }

  private void assertInvalid(String fault, String says) throws Exception {
    HarnessProcess.Ended ended =
        run(
                "native{library=%s,name=bad,fault=%s},noop"
                    .formatted(libraries.resolve("libfaulty.so"), fault),
                "--durability none --workloads C --patience 5s --calibrate 0")
            .hasStatus(1);
    assertThat(ended.err().lines())
        .anyMatch(
            line ->
                line.matches("pmem-ycsb: INVALID: bad( @\\w+)?, phase load, .*")
                    && line.contains(says));
    assertThat(Files.readAllLines(folder.resolve("out/summary.csv")))
        .filteredOn(row -> row.startsWith("noop,"))
        .hasSize(2)
        .allMatch(row -> row.contains(",0,true,"));
  }
}
