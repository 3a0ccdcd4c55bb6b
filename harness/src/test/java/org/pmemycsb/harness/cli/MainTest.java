package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.result.FolderLockTest;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class MainTest extends CommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "run --db oracle | db: 'oracle' noop",
        "run --db noop --threads one | --threads: 'one'",
        "run --db noop --place pmem=/no/such/folder | place pmem: /no/such/folder",
        "run --db noop --speed 3 | --speed",
        "run --db noop --place a=/tmp:model= | --place: a: folder",
        "run --db noop --place a=/tmp:model=warp | place a: 'warp' cxl-dram, optane-100,",
        "run --db noop --place a=/tmp:model=no.yaml | place a: no.yaml:",
        "run --db class:site.ycsb.BasicDB{d={folder},label=a}@one,class:site.ycsb.BasicDB{d={folder},"
            + "label=b}@two --place one=/tmp --place two=/tmp/../tmp"
            + " | one two /tmp",
        "run /no/such/file.yaml | /no/such/file.yaml",
        "run --resume /no/such/folder | /no/such/folder",
        "audit --db oracle | db: 'oracle' noop",
        "audit --db noop | noop audit",
        "audit --db noop --rounds 1_000_000 | rounds: 1000000",
        "audit --db noop --threads 1,2 | --threads: one",
        "audit --db noop --threads 5 --records 4 | records: 4 5",
        "audit --db noop --value-size 23 | value-size: 23 24",
        "audit --db noop --patience 2 | --patience: '2'",
        "audit --db noop --place pmem=/no/such/folder | place pmem: /no/such/folder",
        "report /no/such/folder | /no/such/folder",
        "run --db noop --patience 500ms | --patience: 500ms 1s 24h",
        "run --db noop --url redis=x://y | --url: redis",
        "run --db noop,unobtainable --url x://y | --url: 2",
        "run --db noop --jar /no/such.jar | --jar: /no/such.jar",
        "run --db class:no.Such | db: no.Such",
        "run --db class:site.ycsb.BasicDB --url x://y | attach",
        "run --dry-run --db noop -p my.key=1 | properties: 'my.key'",
        "run --dry-run --db noop -p recordcount=1 | properties: recordcount --records",
        "run --db noop --runner native | runner: noop",
        "run --dry-run --db noop --show split | show: pmemkv periodic commit",
        "run --db unobtainable -p nobody.size=3 | nobody.size 'unobtainable{size=VALUE}'",
        "run --db unobtainable -p nobody.home=3 | nobody.home",
        "run --db noop --place a | 'a' NAME=VALUE",
        "run --dry-run --db noop{label=} | --db: label value",
        "run --db noop{engine=cmap | --db: 'noop{engine=cmap'",
        "run --db noop{engine=cmap},noop | noop 'engine'",
        "run --dry-run --db @pom.xml | --db: '@pom.xml'",
        "run fig-4.1 | fig-4.1 probe",
        "run . | .:",
        "run --db noop --cluster local[2] --machines 2 | cluster: part",
        "run --dry-run --db class:site.ycsb.BasicDB{claimedDurability=none} | class:BasicDB none",
        "run --dry-run --db noop{claimedDurability=none} | noop:",
        "run --dry-run --db noop{label=no+op_x-1},noop --url no+op_x-1=x://y | noop attached",
        "run --db unobtainable --output quiet | not built",
        "probe --place mine=/no/such | place mine: /no/such --place mine=DIR",
        "probe --place mine=/etc/passwd | place mine: /etc/passwd --place mine=DIR",
        "probe --place /tmp | --place",
        "probe fig-4.1 --place a=/dev/shm --place b=/tmp | --place: fig-4.1 a, b",
        "probe --quick --full | --quick --full",
        "dance | dance",
      })
  void whatIsWrongIsOneLineWithKeyAndValueAndStatusTwo(String arguments, String named) {
    boolean results = Files.exists(Path.of("results"));
    assertThat(Main.execute(arguments.split(" "))).isEqualTo(Main.USAGE);
    assertThat(Files.exists(Path.of("results"))).as("a folder for results").isEqualTo(results);
    assertThat(err()).startsWith("pmem-ycsb: ").contains(named.split(" "));
    assertThat(err().strip()).doesNotContain("\n").doesNotContain("Exception");
  }

  @Test
  void emptyWordsAreRefusedByTheirNames() {
    assertThat(Main.execute("run", "--dry-run", "--db", "noop", "--url", "")).isEqualTo(Main.USAGE);
    assertThat(Main.execute("run", "")).isEqualTo(Main.USAGE);
    assertThat(Main.execute("run", "--db", "noop", "--out", "")).isEqualTo(Main.USAGE);
    assertThat(err()).contains("noop: ", "url", "experiment", "--out").hasLineCount(3);
  }

  @Test
  void aRefusedRequestTouchesNothingInTheDataFolder() throws IOException {
    Path medium = Files.createDirectory(folder.resolve("medium"));
    Path abandoned = Files.createDirectory(medium.resolve("pmem-ycsb-1"));
    Files.createFile(abandoned.resolve("owner.lock"));
    String pmem = medium.toString();

    for (String command : List.of("run", "audit")) {
      assertThat(Main.execute(command, "--db", "oracle", "--place", "pmem=" + pmem))
          .isEqualTo(Main.USAGE);
      assertThat(abandoned).as(command).isDirectory();
    }

    String out = folder.resolve("out").toString();
    String run =
        "run --db noop --records 10 --operations 10 --repeats 1 --threads 1 --output quiet --place pmem=";
    ok(run + pmem + " --out " + out);
    assertThat(medium).as("a request that is granted cleans up").isEmptyDirectory();
  }

  @Test
  void aSecondHarnessOnAResultFolderIsToldOfTheFirst() throws Exception {
    Path medium = Files.createDirectory(folder.resolve("medium"));
    Path out = folder.resolve("out");
    String run =
        "run --db noop --records 10 --operations 10 --repeats 1 --threads 1 --output quiet --place pmem="
            + medium;
    ok(run + " --out " + out);
    Process holder = FolderLockTest.Holder.start(out);
    try {
      for (String into : List.of(" --resume ", " --out ")) {
        refused(run + into + out);
        assertThat(err()).contains(out + ": process " + holder.pid() + " writes into");
      }
    } finally {
      holder.destroyForcibly();
    }
  }

  @Test
  void aFolderOfTheUserThatIsEmptyStaysSoAfterARefusal() throws IOException {
    Path results = Files.createDirectory(folder.resolve("results"));

    refused("run --db unobtainable --output quiet --out " + results);
    assertThat(results).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../elsewhere", "two\\nlines", "n*201"})
  void aNameThatCanBeNoFolderIsRefused(String name) throws IOException {
    String text = name.equals("n*201") ? "n".repeat(201) : name;
    Path file = Files.writeString(folder.resolve("e.yaml"), "db: [noop]\nname: \"" + text + "\"\n");

    refused("run " + file + " --output quiet");
    assertThat(err()).startsWith("pmem-ycsb: name: ").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--short", "fig-4.1"})
  void aFolderThatCannotBeMadeIsRefusedBeforeAPlaceIsProbed(String what) throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path out = file.resolve("out");

    refused("probe " + what + " --place pmem=/dev/shm --out " + out);
    assertThat(err()).contains("--out: ", out + ": " + file + ": ").hasLineCount(1);
  }

  private String[] dryRun(String line) {
    ok(line + " --dry-run --output=quiet");
    return out().lines().toArray(String[]::new);
  }

  private Path experiment() throws IOException {
    return Files.writeString(
        folder.resolve("mine.yaml"),
        """
        db: [noop]
        workloads: [load, C]
        records: 1000
        operations: 1000
        valueSize: 100
        threads: 3
        durability: commit
        repeats: 1
        seed: 1
        """);
  }

  @Test
  void anExperimentFileIsRunAsItStands() throws IOException {
    assertThat(dryRun("run " + experiment()))
        .containsExactly(
            "noop, 3 threads, 100 B values, durability commit, repeat 1",
            "1 run of 2 phases; about 2 s, of which 2 s outside the phases, if a store in the client's"
                + " process makes 600,000 operations per second",
            "each database is measured alone: workloads end by operations",
            "place pmem: /dev/shm");
  }

  @Test
  void optionsOverrideTheFile() throws IOException {
    String[] lines =
        dryRun(
            "run "
                + experiment()
                + " --threads 1,2 --value-size 4KiB --durability none --repeats 2 --workloads A,B,D --records 100000 --operations 1000000 --runner ycsb");
    assertThat(lines)
        .hasSize(7)
        .contains("noop (ycsb runner), 1 thread, 4 KiB values, durability none, repeat 1")
        .contains("noop (ycsb runner), 2 threads, 4 KiB values, durability none, repeat 2");
    assertThat(lines[4]).contains("4 runs of 4 phases", "34 s, ", " 10 s ", "600,000");
  }

  @Test
  void theTrialsOfASearchAreInTheEstimate() throws IOException {
    String[] lines =
        dryRun("run " + experiment() + " --operations 500000 --duration 1s --target p99=1ms");

    assertThat(lines[1]).contains("1 run of 2 phases", "31 s, ", " 30 s ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--threads 1,2 --repeats 4 --budget 1min:5% | then rounds of 2 runs, each round about 4 s,"
            + " until every phase has a precision of 5.0 % or the next round does not fit in 60 s",
        "--budget 1min | then rounds of 1 run, each round about 2 s,"
            + " until the next round does not fit in 60 s",
        "--prepare sync | before each run, not in the estimate: sync",
        "--cleanup true | after each run, not in the estimate: true",
      })
  void whatComesBesideTheRunsIsAnnounced(String options, String line) throws IOException {
    assertThat(dryRun("run " + experiment() + " " + options)).contains(line);
  }

  @Test
  void aBareClientIsRunOnceWhateverLevelsOthersHave() {
    assertThat(dryRun("run --db noop,class:site.ycsb.BasicDB --durability none,commit --repeats 1"))
        .filteredOn(line -> line.startsWith("class:BasicDB"))
        .hasSize(1);
  }

  @Test
  void theDurabilityThatIsAskedForIsNoClaim() throws IOException {
    String options =
        " --durability none --records 9 --operations 9 --repeats 1 --verify off --output quiet --out "
            + folder.resolve("out");
    String databases =
        "class:site.ycsb.BasicDB{label=one},class:site.ycsb.BasicDB{label=two,claimedDurability=none}";
    ok("run -p basicdb.verbose=false --db " + databases + options);
    assertThat(folder.resolve("out/summary.csv"))
        .content()
        .contains("one,load,1,1024,unknown,", "two,load,1,1024,none (claimed),");
  }

  @Test
  void withDetailsATableIsShownAfterEachRepeat() throws IOException {
    Path out = folder.resolve("out");
    ok("run --db noop --records 100 --operations 100 --repeats 2 --output details --out " + out);
    assertThat(err()).containsOnlyOnce("after 1 of 2 repeats").doesNotContain("after 2 of");
    assertThat(out()).isNotEmpty().doesNotContain("after 1 of");

    List<PhaseResult> loads =
        new Journal(out).read().stream().filter(phase -> phase.phase().equals("load")).toList();
    assertThat(loads)
        .hasSize(2)
        .allSatisfy(
            load -> {
              assertThat(load.measurement().work().good()).isEqualTo(100);
              assertThat(load.origin().runSeconds())
                  .containsKeys("servers", "processes", "practice", "warm-up", "phases", "checks");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "help",
        "help run",
        "--help",
        "run --help",
        "list --help",
        "doctor --help",
        "audit --help",
        "report --help",
        "compare --help",
        "--version",
        "generate-completion"
      })
  void helpIsPrintedWithoutAWarning(String command) {
    assertThat(Main.execute(command.isEmpty() ? new String[0] : command.split(" ")))
        .isEqualTo(Main.OK);
    assertThat(err()).isEmpty();
    assertThat(out())
        .contains(
            command.matches("--version|generate-completion") ? "pmem-ycsb" : "Usage: pmem-ycsb");
    if (command.equals("run --help")) {
      assertThat(out().replaceAll("\\s+", " "))
          .contains("Default: 5000.", "Default: load, A, B, C, D.", "Default: trace.")
          .contains("experiment file: 700ms,", "--repeats: 4min.")
          .doesNotContain("4min. Default", "ycsb. Default");
    }
  }

  @Test
  void doctorSaysWhatTheFolderLiesOn() {
    ok("doctor --place " + folder);
    assertThat(out()).contains(folder + " ").containsPattern("dax|tmpfs|disk");
  }

  @Test
  void namesOfAFileDoNotCommandTheTerminal() throws IOException {
    Files.writeString(
        folder.resolve("mine.yaml"), "name: mine\ndb: [{noop: {label: \"a\\e[2Jb\\u202ec\"}}]\n");

    refused("run " + folder.resolve("mine.yaml"));
    assertThat(err()).contains("not 'a\\u001b[2Jb\\u202ec'").doesNotContain("\u001b", "\u202e");
    assertThat(Main.execute("report", "\u001b]0;mine\u0007")).isEqualTo(Main.USAGE);
    assertThat(err()).contains("\\u001b]0;mine\\u0007").doesNotContain("\u001b");
  }

  @Command(name = "greedy")
  private static final class Greedy implements Runnable {
    @Override
    public void run() {
      throw new OutOfMemoryError("no thread");
    }
  }

  @Test
  void limitOfThreadsIsOneLine() {
    assertThat(Main.executeVisibly(new CommandLine(new Greedy()), "--")).isEqualTo(2);
    assertThat(err()).contains(": no thread; ", "ulimit -v", "ulimit -u").hasLineCount(1);
  }
}
