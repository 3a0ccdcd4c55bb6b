package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.spi.DatabaseException;

/** The library in a small program that makes the calls of PostgreSQL, and others. */
class WalLibraryTest {
  private static final String ONE = "pg_wal/000000010000000000000001";
  private static final String TWO = "pg_wal/000000010000000000000002";
  private static final int SIZE = 1 << 20;
  private static final String OPEN = "open a " + ONE + " rw";

  @RegisterExtension private final Sandbox sandbox = new Sandbox();
  private Preload preload;
  private Path data;

  @BeforeEach
  void makeFolder() throws Exception {
    useFolder(sandbox.newFolder());
  }

  private void useFolder(Path folder) throws Exception {
    data = folder;
    preload = Preload.into(sandbox.newFolder());
    Files.createDirectory(data.resolve("pg_wal"));
  }

  private void segment(String path) throws IOException {
    Files.write(data.resolve(path), new byte[SIZE]);
  }

  private List<String> run(String... calls) throws Exception {
    return run(Map.of(), calls);
  }

  private List<String> run(Map<String, String> environment, String... calls) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(preload.exercise().toString());
    command.addAll(List.of(calls));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(data.toFile()).redirectErrorStream(true);
    builder.environment().putAll(preload.environment(data));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }

  /** The counters in their order, with a star for each that a case leaves open. */
  private void assertCounters(String expected) throws Exception {
    List<String> words = List.of(expected.split(" "));
    List<String> counted = new ArrayList<>();
    preload.library().counters().orElseThrow().values().forEach(n -> counted.add("" + n));
    for (int word = 0; word < words.size(); word++) {
      if (words.get(word).equals("*")) {
        counted.set(word, "*");
      }
    }
    assertThat(counted).isEqualTo(words);
  }

  /** A file's content by its runs of equal characters: "8192x 1040384.". */
  private String runs(String path) throws IOException {
    List<String> runs = new ArrayList<>();
    byte[] bytes = Files.readAllBytes(data.resolve(path));
    for (int begin = 0, end; begin < bytes.length; begin = end) {
      end = begin;
      while (end < bytes.length && bytes[end] == bytes[begin]) {
        end++;
      }
      runs.add((end - begin) + (bytes[begin] == 0 ? "." : "" + (char) bytes[begin]));
    }
    return String.join(" ", runs);
  }

  /**
   * Cases: a name; the beginning of a file afterwards, and the counters (bytes stored, stores,
   * syncs saved and made, fallbacks, mappings, refused ones, refused stores); and the calls. The
   * segment ONE and the file "plain" are there before, and TWO is not.
   */
  private static final String CASES =
      """
      writes are stores, and syncs but the first are saved
      ONE 8192. 8192x 100y | 8292 2 2 1 0 1 0 0
      open a ONE rw; pwrite a 8192 8192 x; fdatasync a; pwrite a 16384 100 y; fdatasync a; fsync a

      other names of the calls are taken
      ONE 100x 200y | 300 1 * * 0 * * *
      openat a ONE w+dsync; pwritev a 0 100 x 200 y

      a write through the kernel makes the next sync real, as one beyond the page and a cut do
      ONE 100y | * * 2 4 3 * * *
      open a ONE rw; pwrite a 0 100 x; fdatasync a; write a 100 y; fdatasync a; fdatasync a
      pwrite a 1048526 100 z; fdatasync a; ftruncate a 1048576; fdatasync a; fdatasync a

      another process's write through the kernel is seen
      ONE 100y | * * 1 2 * * * *
      open a ONE rw; pwrite a 0 100 x; fdatasync a
      child 1; write a 100 y; fdatasync a; fdatasync a

      a child syncs once for itself
      ONE 100x 100y 100z | 300 3 1 2 0 1 0 0
      open a ONE rw; pwrite a 0 100 x; fdatasync a
      child 3; pwrite a 100 100 y; fdatasync a; fdatasync a; pwrite a 200 100 z

      a renamed segment is written where it is
      TWO 100x 100y 100z | * 3 * * * * * *
      open a ONE rw; pwrite a 0 100 x; rename ONE TWO; pwrite a 100 100 y; close a
      open a TWO rw; pwrite a 200 100 z

      a removed segment is not taken for the next one, which may get its inode
      ONE 100y | 100 1 0 2 1 1 1 0
      open a ONE rw; pwrite a 0 100 x; fdatasync a; unlink ONE; close a
      open a ONE rw+create; pwrite a 0 100 y; fdatasync a

      a descriptor is not taken for what it was, even where no close ended that
      plain 100y 100z | 100 1 0 0 0 1 0 0
      open a ONE rw; pwrite a 0 100 x; close a; open a plain rw; pwrite a 0 100 y; fdatasync a
      open b ONE rw; dup2 a b; pwrite b 100 100 z; fdatasync b

      duplicated descriptors are the same segment
      ONE 1w 99x 100y 100z | * 3 * 1 1 * * *
      open a ONE rw; dup a b; fcntldup a c; open d plain rw; dup2 a d; close a
      pwrite b 0 100 x; pwrite c 100 100 y; close c; pwrite d 200 100 z; write d 1 w; fdatasync d

      an appending descriptor appends
      ONE 1048576. 100x | * * * 2 1 * * *
      open a ONE rw+append; pwrite a 0 100 x; fsync a; fsync a

      a cut file is written by the kernel
      ONE 100x 8092. 100y | * * * * 1 * * *
      open a ONE rw; pwrite a 0 100 x; truncate ONE 4096; pwrite a 8192 100 y

      a whole segment is stored into where blocks cannot be allocated ahead
      ONE 100x | 100 1 1 1 0 1 0 0
      nofallocate; open a ONE rw; pwrite a 0 100 x; fdatasync a; fdatasync a

      a sparse segment is left to the kernel there
      TWO 100x 1048476. | * 0 * * * * 1 *
      open a TWO rw+create; ftruncate a 1048576; nofallocate; pwrite a 0 100 x; fdatasync a
      """;

  static Stream<Arguments> cases() {
    return Stream.of(CASES.replace("ONE", ONE).replace("TWO", TWO).split("\n\n"))
        .map(text -> text.split("\n", 3))
        .map(parts -> Arguments.of(parts[0], parts[1], parts[2].strip().split("; |\n")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void callsHaveTheEffectThatTheKernelGivesThem(String name, String outcome, String[] calls)
      throws Exception {
    segment(ONE);
    segment("plain");
    List<String> printed = run(calls);
    assertThat(printed.stream().filter(said -> said.startsWith("pwrite ")))
        .containsExactlyElementsOf(
            Stream.of(calls)
                .filter(call -> call.startsWith("pwrite "))
                .map(call -> "pwrite " + call.split(" ")[3])
                .toList());
    String[] expected = outcome.split(" ", 2)[1].split(" \\| ");
    assertThat(runs(outcome.split(" ")[0])).startsWith(expected[0]);
    assertCounters(expected[1]);
  }

  @Test
  void namesForLargeFilesAreExportedAndNoOthers() throws Exception {
    Process names =
        new ProcessBuilder("nm", "-D", "--defined-only", preload.file().toString()).start();
    assertThat(new String(names.getInputStream().readAllBytes()))
        .contains(" open64\n", " openat64\n", " pwrite64\n", " pwritev64\n")
        .contains(" fallocate64\n", " ftruncate64\n")
        .doesNotContain("pgwal");
  }

  @Test
  void otherFilesAreLeftAlone() throws Exception {
    segment("pg_wal/xlogtemp.123");
    segment("pg_wal/000000010000000000000001.partial");
    segment("000000010000000000000001");
    Files.createDirectories(data.resolve("other/pg_wal"));
    segment("other/" + ONE);
    for (String path :
        List.of(
            "pg_wal/xlogtemp.123",
            "pg_wal/000000010000000000000001.partial",
            "000000010000000000000001",
            "other/" + ONE)) {
      run("open a " + path + " rw", "pwrite a 0 100 x", "fsync a", "close a");
      assertThat(runs(path)).startsWith("100x ");
    }
    assertCounters("0 0 0 0 0 0 0 0");
  }

  @Test
  void logFolderMayBeASymbolicLink() throws Exception {
    Files.delete(data.resolve("pg_wal"));
    Files.createSymbolicLink(data.resolve("pg_wal"), sandbox.newFolder());
    segment(ONE);
    run(OPEN, "pwrite a 0 100 x", "close a");
    assertCounters("100 1 * * * * * *");
  }

  @Test
  void moreSegmentsThanAreKeptMappedAreWritten() throws Exception {
    List<String> calls = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      for (int number = 1; number <= 6; number++) {
        String path = "pg_wal/00000001000000000000000" + number;
        if (round == 0) {
          segment(path);
          calls.add("open " + number + " " + path + " rw");
        }
        calls.add("pwrite " + number + " " + round * 100 + " 100 " + number);
      }
    }
    run(calls.toArray(String[]::new));
    for (int number = 1; number <= 6; number++) {
      assertThat(runs("pg_wal/00000001000000000000000" + number)).startsWith("200" + number);
    }
    assertCounters("* 12 * * 0 * * *");
  }

  @Test
  void sparseSegmentOnAFullDiskFailsAsAFileDoes() throws Exception {
    try (SmallFileSystem small = SmallFileSystem.mount(sandbox.newFolder(), "512k")) {
      useFolder(small.folder());
      List<String> calls = new ArrayList<>(List.of("open a " + ONE + " rw+create"));
      calls.add("ftruncate a " + SIZE);
      for (int page = 0; page < SIZE; page += 1 << 16) {
        calls.add("pwrite a " + page + " 65536 x");
      }
      calls.add("fdatasync a");
      List<String> printed = run(calls.toArray(String[]::new));
      assertThat(printed)
          .anyMatch(said -> said.startsWith("pwrite No space"))
          .endsWith("fdatasync 0");
      assertCounters("* 0 * * * * 1 *");
    }
  }

  @Test
  void memoryThatRefusesAStoreIsLeftToTheKernel() throws Exception {
    // The small file system stands in for one that copies blocks when they are written: the file
    // gets holes when it is mapped already.
    try (SmallFileSystem small = SmallFileSystem.mount(sandbox.newFolder(), "2m")) {
      useFolder(small.folder());
      segment(ONE);
      List<String> printed =
          run(
              OPEN,
              "pwrite a 0 100 x",
              "truncate " + ONE + " 0",
              "truncate " + ONE + " " + SIZE,
              "open b filler w+create",
              "write b 2097152 f",
              "pwrite a 65536 8192 y",
              "pwrite a 65536 8192 y",
              "unlink filler",
              "close b",
              "pwrite a 65536 8192 y",
              "fdatasync a");
      assertThat(printed.stream().filter(said -> said.startsWith("pwrite No space"))).hasSize(2);
      assertThat(printed).endsWith("pwrite 8192", "fdatasync 0");
      assertCounters("* * * * * * * 2");
      assertThat(runs(ONE)).startsWith("65536. 8192y");
    }
  }

  @Test
  void whatIsNotPersistentMemoryIsLeftToTheKernel() throws Exception {
    segment(ONE);
    run(Map.of("PMEM_IS_PMEM_FORCE", "0"), OPEN, "pwrite a 0 100 x", "fsync a", "fsync a");
    assertThat(runs(ONE)).startsWith("100x");
    assertCounters("0 0 0 2 1 0 1 0");
  }

  @Test
  void withoutLibpmemTheProgramRunsAndOneLineSaysSo() throws Exception {
    segment(ONE);
    List<String> printed =
        run(Map.of("PMEM_LIBRARY", "/no/libpmem.so.1"), OPEN, "pwrite a 0 100 x", "fsync a");
    assertThat(printed).hasSize(4);
    assertThat(printed.get(0)).contains("/no/libpmem.so.1");
    assertThat(runs(ONE)).startsWith("100x");
    assertThatThrownBy(() -> preload.library().working(String.join("\n", printed)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("/no/libpmem.so.1");
  }

  @Test
  void whatTheProgramStartsRunsWithoutTheLibrary() throws Exception {
    assertThat(run("getenv LD_PRELOAD")).containsExactly(preload.leavesBehind(), "getenv 0");
    Map<String, String> first =
        Map.of("LD_PRELOAD", preload.environment(data).get("LD_PRELOAD") + " libc.so.6");
    assertThat(run(first, "getenv LD_PRELOAD").get(0))
        .endsWith("libc.so.6")
        .doesNotContain("pgwal");
  }
}
