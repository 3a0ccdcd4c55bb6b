package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
        "run --db noop --records 0 | records: 0",
        "run --db noop --threads one | --threads: 'one'",
        "run --db noop --place pmem=/no/such/folder | place pmem: /no/such/folder",
        "run --db noop --speed 3 | --speed",
        "run --db noop --placement 0/0 | --placement: '0/0'",
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
        "run --db unobtainable -p nobody.size=3 | nobody.size 'unobtainable{size=VALUE}'",
        "run --db unobtainable -p nobody.home=3 | nobody.home",
        "run --db noop --place a | 'a' NAME=VALUE",
        "run --dry-run --db noop{label=} | --db: label value",
        "run --db noop{engine=cmap | --db: 'noop{engine=cmap'",
        "run --db noop{engine=cmap},noop | noop 'engine'",
        "run --dry-run --db noop{label=a,label=b} | --db: 'label'",
        "run --dry-run --db @pom.xml | --db: '@pom.xml'",
        "run fig-4.1 | fig-4.1 probe",
        "run . | .: file",
        "run --db noop --cluster local[2] --machines 2 | cluster: part",
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
  void theCommandHelpPrintsHelp() {
    ok("help");
    ok("help run");
    assertThat(out()).contains("pmem-ycsb run", "--dry-run");
    assertThat(err()).isEmpty();
  }

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    ok("generate-completion");
    Path script = Files.writeString(folder.resolve("completion.sh"), out());

    assertThat(completed(script, "pmem-ycsb", "comp")).isEqualTo("compare");
    assertThat(completed(script, "pmem-ycsb", "run", "--dry")).isEqualTo("--dry-run");
    assertThat(completed(script, "pmem-ycsb", "run", "--prep")).isEqualTo("--prepare");
  }

  private static String completed(Path script, String... words) throws Exception {
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                "source %s; COMP_WORDS=(%s) COMP_CWORD=%d; %s; echo ${COMPREPLY[*]}"
                    .formatted(
                        script,
                        String.join(" ", words),
                        words.length - 1,
                        "$(complete -p pmem-ycsb | sed 's/.*-F \\([^ ]*\\).*/\\1/')"))
            .redirectError(ProcessBuilder.Redirect.DISCARD) // compopt has nobody to tell
            .start();
    return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
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
  void aResultFolderThatIsNotEmptyIsRefused() throws IOException {
    Files.writeString(folder.resolve("precious"), "x");

    refused("run --db noop --out " + folder);
    assertThat(err()).contains("--out", folder.toString()).hasLineCount(1);
    assertThat(folder.resolve("precious")).hasContent("x");
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
  void aDryRunShowsTheHooks() throws IOException {
    assertThat(dryRun("run " + experiment() + " --prepare sync --cleanup true"))
        .anyMatch(line -> line.startsWith("before ") && line.endsWith(": sync"))
        .anyMatch(line -> line.startsWith("after ") && line.endsWith(": true"));
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
  void theRoundsForAPrecisionAreAnnounced() throws IOException {
    String[] lines = dryRun("run " + experiment() + " --threads 1,2 --repeats 4 --budget 1min:5%");

    assertThat(lines[10]).contains("rounds of 2 runs", "4 s", "5.0 %", "60 s");
  }

  @Test
  void theRoundsOfABudgetAreAnnounced() throws IOException {
    String[] lines = dryRun("run " + experiment() + " --budget 1min");

    assertThat(lines).anyMatch(line -> line.endsWith(" round does not fit in 60 s"));
  }

  @Test
  void theTrialsOfASearchAreInTheEstimate() throws IOException {
    String[] lines =
        dryRun("run " + experiment() + " --operations 500000 --duration 1s --target p99=1ms");

    assertThat(lines[1]).contains("1 run of 2 phases", "31 s, ", " 30 s ");
  }

  @Test
  void theSeedDecidesTheOrder() throws IOException {
    String[] one = dryRun("run " + experiment() + " --threads 1,2,3,4,5,6,7");
    out.reset();
    Path seeded = experiment();
    Files.writeString(seeded, Files.readString(seeded).replaceFirst("seed: \\d+", "seed: 2"));
    String[] other = dryRun("run " + seeded + " --threads 1,2,3,4,5,6,7");
    assertThat(other).isNotEqualTo(one).containsExactlyInAnyOrder(one);
  }

  @Test
  void whatIsClaimedOfABareClientMustBeAskedFor() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("claim.yaml"),
            "db: [{class:site.ycsb.BasicDB: {claimedDurability: none}}]\n");
    refused("run " + file + " --dry-run");
    assertThat(err()).contains("class:BasicDB", "none");
  }

  @Test
  void theDurabilityOfADatabaseOfOursIsNotClaimed() {
    refused("run --db noop{claimedDurability=none} --dry-run");
    assertThat(err()).contains("noop: ").hasLineCount(1);
  }

  @Test
  void aBareClientIsRunOnceWhateverLevelsOthersHave() {
    assertThat(dryRun("run --db noop,class:site.ycsb.BasicDB --durability none,commit --repeats 1"))
        .filteredOn(line -> line.startsWith("class:BasicDB"))
        .hasSize(1);
  }

  @Test
  void anOptionThatADatabaseDoesNotHaveIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("odd.yaml"), "db: [{noop: {engine: cmap}}]\n");
    refused("run " + file);
    assertThat(err()).contains("noop", "'engine'");
  }

  @Test
  void optionsOfADatabaseAreWrittenAsTablesShowThem() {
    String client = "class:site.ycsb.BasicDB{claimedDurability=commit,hosts=a,b}";
    assertThat(dryRun("run --db " + client + ",noop{label=none}" + " --repeats 1"))
        .anyMatch(line -> line.startsWith("class:BasicDB{hosts=a,b}, 1 thread,"))
        .anyMatch(line -> line.startsWith("none, 1 thread,"));
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
  @ValueSource(strings = {"", "run", "list", "doctor", "audit", "report", "compare"})
  void helpIsPrintedWithoutAWarning(String command) {
    ok((command + " --help").strip());
    assertThat(err()).isEmpty();
    assertThat(out()).startsWith("Usage: pmem-ycsb");
  }

  @Test
  void theHelpNamesTheDefaults() {
    Main.execute("run", "--help");
    assertThat(out().replaceAll("\\s+", " "))
        .contains("Default: 5000.", "Default: load, A, B, C, D.", "Default: trace.");
  }

  @Test
  void noArgumentsPrintTheUsage() {
    assertThat(Main.execute()).isEqualTo(Main.OK);
    assertThat(out()).contains("Usage: pmem-ycsb").contains("run").contains("doctor");
  }

  @Test
  void theVersionIsPrinted() {
    ok("--version");
    assertThat(out()).startsWith("pmem-ycsb ");
  }

  @Test
  void doctorSaysWhatTheFolderLiesOn() {
    ok("doctor --place " + folder);
    assertThat(out()).contains(folder + " ").containsPattern("dax|tmpfs|disk");
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
