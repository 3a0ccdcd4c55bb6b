package org.pmemycsb.it.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher's build, in a clone with one module whose Maven is a script. */
@Timeout(300)
class LauncherTest {
  /** What the program of the tests that stands for Java says. */
  private static final String STARTED = "started -jar ";

  private static final String WITHOUT_OPTIONS =
      "until [[ $1 == -jar || $1 == -cp ]]; do shift; done; ";

  private static final Path BIN = Path.of("..", "..", "bin").toAbsolutePath().normalize();
  private static final String ENDS =
      """
      mkdir -p dist/target/pmem-ycsb/lib one/target
      echo jar >dist/target/pmem-ycsb/lib/pmem-ycsb.jar
      """;
  private static final String HANGS =
      """
      trap 'exit 130' INT TERM HUP # as Java does
      mkdir -p one/target
      echo half >one/target/half-written
      while echo '[INFO] Building The one 0.1.0-SNAPSHOT      [1/2]'; do /bin/sleep 0.1; done
      """;

  @TempDir private Path folder;
  private List<String> spark = List.of("env", "-u", "SPARK_HOME");
  private Path clone;
  private Path temporary;

  @BeforeEach
  void makeClone() throws IOException {
    clone = folder.resolve("clone");
    for (String each : new String[] {"bin", ".mvn", "workloads", "src/cmake", "one", "dist"}) {
      Files.createDirectories(clone.resolve(each));
    }
    Files.createDirectories(folder.resolve("programs"));
    Files.createDirectory(temporary = folder.resolve("temporary"));
    Files.writeString(clone.resolve("pom.xml"), "<module>one</module>\n<module>dist</module>\n");
    Files.writeString(clone.resolve("LICENSE"), "");
    for (String script : new String[] {"pmem-ycsb", "java-home.sh"}) {
      Files.copy(BIN.resolve(script), clone.resolve("bin").resolve(script));
    }
    Files.createDirectories(clone.resolve("src/test"));
    Files.copy(BIN.resolve("../src/test/lane.sh"), clone.resolve("src/test/lane.sh"));
    Scripts.write(clone.resolve("bin/install-packages"), "");
    Scripts.write(Files.createDirectories(folder.resolve("jdk/bin")).resolve("javac"), "");
    Scripts.write(folder.resolve("jdk/bin/java"), WITHOUT_OPTIONS + "echo started \"$@\"");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
  }

  @AfterEach
  void nothingIsLeftBehind() {
    assertThat(temporary).isEmptyDirectory();
  }

  private void program(String name, String text) throws IOException {
    Scripts.write(folder.resolve("programs").resolve(name), text);
  }

  private Process start(List<String> before, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(before);
    // A shell cannot catch a signal that its parent ignores, as nohup and scripts in the background
    // do.
    command.addAll(List.of("env", "--default-signal=INT,TERM,HUP", "bash"));
    command.add(clone.resolve("bin/pmem-ycsb").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("DOCKER_HOST"); // the lane that runs this test may have set it
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH",
                folder.resolve("programs") + ":" + System.getenv("PATH"),
                "JAVA_HOME",
                folder.resolve("jdk").toString(),
                "TMPDIR",
                temporary.toString(),
                "PMEM_YCSB_CACHE",
                folder.resolve("cache").toString()));
    return builder.start();
  }

  /** What it says until it ends with this status. */
  private List<String> ended(int status, String... arguments) throws Exception {
    return ended(status, List.of(), arguments);
  }

  private List<String> ended(int status, List<String> before, String... arguments)
      throws Exception {
    Process launcher = start(before, arguments);
    List<String> said = rest(launcher.inputReader());
    assertThat(launcher.waitFor()).as(said.toString()).isEqualTo(status);
    return said;
  }

  private static List<String> rest(BufferedReader output) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      lines.add(line);
    }
    return lines;
  }

  private void assertBuilds(String... saying) throws Exception {
    program("mvn", ENDS);
    assertThat(ended(0, "list"))
        .noneMatch(line -> line.contains("No such file"))
        .anyMatch(line -> line.startsWith(STARTED))
        .filteredOn(line -> line.contains("everything again"))
        .hasSize(saying.length)
        .allSatisfy(line -> assertThat(line).contains(saying));
  }

  @Test
  void aLimitOfOpenFilesThatIsTooSmallForJavaIsOneLine() throws Exception {
    program("mvn", ENDS);
    assertThat(ended(2, List.of("prlimit", "--nofile=100"), "list"))
        .last()
        .asString()
        .contains("100", "256", "ulimit -Hn");
  }

  /** A terminal signals the whole group. */
  @ParameterizedTest
  @CsvSource({"INT, 130, -", "TERM, 143, -", "HUP, 129, -", "INT, 130, ''", "TERM, 143, ''"})
  void anInterruptedBuildSaysWhatItWasDoingAndTheNextStartBuildsFromNothing(
      String signal, int status, String group) throws Exception {
    program("mvn", HANGS);
    Process launcher = start(List.of("setsid"), "list");
    BufferedReader output = launcher.inputReader();
    String line = output.readLine();
    while (line != null && !line.contains("building for")) {
      line = output.readLine();
    }
    assertThat(line).matches("pmem-ycsb: building for \\d+ s: The one \\(1 of 2\\)");
    new ProcessBuilder("kill", "-" + signal, "--", group + launcher.pid()).start().waitFor();

    assertThat(rest(output))
        .filteredOn(each -> !each.contains("building for"))
        .singleElement()
        .asString()
        .contains("interrupted");
    assertThat(launcher.waitFor()).isEqualTo(status);
    assertBuilds("interrupted");
    assertThat(clone.resolve("one/target/half-written")).doesNotExist();
  }

  @Test
  void aDeletedSourceIsAReasonToBuildFromNothing() throws Exception {
    Path source = Files.createFile(clone.resolve("one/Old.java"));
    assertBuilds();
    Path old = Files.createFile(clone.resolve("one/target/Old.class"));
    Files.delete(source);
    assertBuilds("deleted");
    assertThat(old).doesNotExist();
  }

  @Test
  void packagesThatTheUserDoesNotWantAreNamedAndNothingIsBuilt() throws Exception {
    program("mvn", ENDS);
    Scripts.write(clone.resolve("bin/install-packages"), "echo packages $*; [[ $1 != --check ]]");
    assertThat(ended(2, "run", "--no-install", "--db", "redis"))
        .hasSize(2)
        .startsWith("packages --check build redis")
        .last()
        .asString()
        .contains("--no-install");
    assertThat(clone.resolve("dist/target/pmem-ycsb")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "server, oracle=/bin/true, NAME=PATH",
    "server, redis=/no/such/program, no such program",
    "server, redis, no such program",
    "contract, none.so, file none.so",
    "contract, NoTest, 0 modules ",
    "contract, TwiceTest, 2 modules ",
    "contract, new.newTest, <module>new</module>"
  })
  void whatCannotBeTestedIsRefusedInOneLine(String option, String what, String message)
      throws Exception {
    for (String module : List.of("one", "new")) {
      Path tests = Files.createDirectories(clone.resolve(module + "/src/test/java/" + module));
      Files.writeString(tests.resolve("TwiceTest.java"), "");
      Files.writeString(tests.resolve(module + "Test.java"), "");
    }
    assertThat(ended(2, "verify", "--" + option, what))
        .singleElement()
        .asString()
        .startsWith("pmem-ycsb: verify --" + option)
        .contains(message);
  }

  /** A Maven that prints its arguments, and writes the report of two tests, one of them skipped. */
  private void tests(String reason) throws IOException {
    program(
        "mvn",
        """
        echo maven "$@" on ${DOCKER_HOST-no engine}
        mkdir -p one/target/surefire-reports
        cat >one/target/surefire-reports/TEST-a.xml <<'EOT'
          <testcase name="a" classname="A"/>
          <testcase name="b" classname="A">
            <skipped type="T"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: %s
        \tat A.b(A.java:7)
        ]]></skipped>
        EOT
        exit 1"""
            .formatted(reason));
  }

  @ParameterizedTest
  @CsvSource({
    "mine.MineTest, mine.MineTest, ''",
    "libmine.so, GivenLibraryContractTrial, contract"
  })
  void theContractOfOneClassOrLibraryIsTestedAlone(String given, String test, String property)
      throws Exception {
    Path tests = Files.createDirectories(clone.resolve("one/src/test/java/mine"));
    Files.writeString(tests.resolve(test.replaceFirst(".*\\.", "") + ".java"), "");
    Path library = Files.createFile(clone.resolve("libmine.so")).toRealPath();
    tests("no mine");
    String argument = given.endsWith(".so") ? library.toString() : given;
    assertThat(ended(1, "verify", "--contract=" + argument, "-Dmore=1"))
        .containsExactly(
            "maven -B -ntp -q test -pl one -am -Dtest=%s -Dsurefire.failIfNoSpecifiedTests=false%s"
                    .formatted(test, property.isEmpty() ? "" : " -Dcontract=" + library)
                + " -Dmore=1 on no engine",
            "pmem-ycsb: %s: 1 of 2 tests did not run: no mine (1)".formatted(test));
  }

  @Test
  void theServerOfAUserIsTriedAlone() throws Exception {
    tests("no kill");
    assertThat(ended(1, "verify", "--server=redis=/bin/true", "-Daudit.rounds=1"))
        .contains(
            "maven -B -ntp package -pl src/test -am -Dtest=GivenServer*Trial"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dserver=redis=/bin/true"
                + " -Daudit.rounds=1 on no engine")
        .last()
        .isEqualTo("pmem-ycsb: redis: 1 of 2 tests did not run: no kill (1)");
  }

  @Test
  void theWholeLaneStartsAnEngineAndNamesTestsThatDidNotRun() throws Exception {
    Path images = clone.resolve("src/test/containers/local-images");
    Files.createDirectories(images.getParent());
    Scripts.write(images, "echo images on $DOCKER_HOST >&2; echo -Dcontainers.redis=mine");
    Path ferretdb = clone.resolve("db-adapters/mongodb/build-ferretdb");
    Files.createDirectories(ferretdb.getParent());
    Scripts.write(ferretdb, "echo no go >&2; exit 2");
    Path child = folder.resolve("child");
    program("dockerd", "echo $$ >%1$s; exec /bin/sleep 1000".formatted(child));
    program("docker", "[[ -n ${DOCKER_HOST-} && -s %s ]]".formatted(child));
    tests("no go");
    assertThat(ended(1, "verify", "--everything"))
        .contains("no go")
        .anyMatch(line -> line.startsWith("pmem-ycsb: NOT TESTED: FerretDB"))
        .anyMatch(line -> line.startsWith("images on unix:///"))
        .anyMatch(
            line ->
                line.startsWith(
                    "maven -B -ntp verify -Peverything,release -Dcontainers.required=true"
                        + " -Dcontainers.redis=mine on unix:///"))
        .last()
        .asString()
        .startsWith("pmem-ycsb: 1 of 2 tests ")
        .endsWith(": no go (1)");
    assertThat(ProcessHandle.of(Long.parseLong(Files.readString(child).strip())))
        .as("the engine")
        .isEmpty();
  }

  @Test
  void aMachineThatCannotRunContainersIsToldSo() throws Exception {
    Path ferretdb = clone.resolve("db-adapters/mongodb/build-ferretdb");
    Files.createDirectories(ferretdb.getParent());
    Scripts.write(ferretdb, "echo ferretdb");
    program("dockerd", "echo only root; exit 1");
    program("docker", "exit 1");
    tests("this machine lacks a Docker engine that answers");
    assertThat(ended(1, "verify", "--everything"))
        .contains("only root", "maven -B -ntp verify -Peverything,release on no engine")
        .anyMatch(line -> line.startsWith("pmem-ycsb: NOT TESTED: containers; "));
  }

  @Test
  void aRunBringsFioAndGoesOnWithoutIt() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root installs packages");
    program("mvn", ENDS);
    Scripts.write(clone.resolve("bin/install-packages"), "echo packages $*; [[ $* != fio ]]");
    assertThat(ended(0, "run", "--db", "noop"))
        .contains("packages fio")
        .anyMatch(line -> line.startsWith("pmem-ycsb: ") && line.contains("without fio"))
        .last()
        .asString()
        .startsWith(STARTED);
    assertThat(ended(0, "run", "--dry-run")).noneMatch(line -> line.contains("fio"));
  }

  @Test
  void headersThatComeAfterABuildAreAReasonForAnother() throws Exception {
    assertBuilds();
    assertThat(ended(0, "list")).noneMatch(line -> line.contains("building"));
    Files.createDirectories(folder.resolve("cache/libpmemobj-cpp-1.12"));
    assertThat(ended(0, "list")).anyMatch(line -> line.contains("building"));
  }

  @Test
  void aFailedBuildIsGoneOnWith() throws Exception {
    program("mvn", "echo '[ERROR] symbol'; exit 1");
    assertThat(ended(2, "list"))
        .contains("[ERROR] symbol")
        .anyMatch(line -> line.contains("build failed"));

    assertBuilds();
  }

  @ParameterizedTest
  @CsvSource({"C, C.UTF-8", "POSIX, C.UTF-8", "nowhere, C.UTF-8", "C.UTF-8, C.UTF-8"})
  void filesWithAnyLettersCanBeNamedInEveryLocale(String locale, String started) throws Exception {
    Scripts.write(folder.resolve("jdk/bin/java"), "echo started in $LC_ALL");
    Files.createDirectories(clone.resolve("lib"));
    Files.writeString(clone.resolve("lib/pmem-ycsb.jar"), "");
    assertThat(ended(0, List.of("env", "LC_ALL=" + locale), "list"))
        .last()
        .isEqualTo("started in " + started);
  }

  /** A jar holds the text of the licence. A run waits for a file, and then shows its jar. */
  @Test
  void aBuildChangesNothingUnderARun() throws Exception {
    program("mvn", ENDS.replace("echo jar", "cat LICENSE"));
    Path go = folder.resolve("go");
    Scripts.write(
        folder.resolve("jdk/bin/java"),
        WITHOUT_OPTIONS
            + """
        echo started "$@"
        if [[ $3 == run ]]; then
          until [[ -e %s ]]; do /bin/sleep 0.02; done
          cat "$2"
        fi
        """
                .formatted(go));
    Files.writeString(clone.resolve("LICENSE"), "first");
    Process run = start(List.of(), "run", "--db", "noop");
    try (BufferedReader output = run.inputReader()) {
      String line = output.readLine();
      while (line != null && !line.startsWith("started ")) {
        line = output.readLine();
      }
      unusedForAnHour();
      Files.writeString(clone.resolve("LICENSE"), "second");
      assertThat(ended(0, "list")).anyMatch(each -> each.startsWith("started "));
      assertThat(clone.resolve("dist/target/pmem-ycsb/lib/pmem-ycsb.jar")).hasContent("second");
      Files.createFile(go);
      assertThat(rest(output)).containsExactly("first");
    }

    unusedForAnHour();
    Files.writeString(clone.resolve("LICENSE"), "third");
    assertThat(ended(0, "list")).anyMatch(each -> each.startsWith("started "));
    assertThat(copies()).as("copies that are still there").hasSize(1);
  }

  private List<Path> copies() throws IOException {
    try (Stream<Path> copies = Files.list(clone.resolve("dist/target/launcher"))) {
      return copies.filter(Files::isDirectory).toList();
    }
  }

  private void unusedForAnHour() throws IOException {
    for (Path copy : copies()) {
      Files.setLastModifiedTime(copy, FileTime.from(Instant.now().minusSeconds(3600)));
    }
  }

  /** Everybody who can read a file can lock it. */
  @Test
  void nobodyElseCanKeepAStartWaiting() throws Exception {
    assertBuilds();
    List<Process> holders = new ArrayList<>();
    try {
      for (Path file :
          List.of(clone.resolve("pom.xml"), copies().get(0).resolve("lib/pmem-ycsb.jar"))) {
        Process holder =
            new ProcessBuilder("flock", file.toString(), "sh", "-c", "echo; exec /bin/sleep 100")
                .start();
        holders.add(holder);
        holder.inputReader().readLine();
      }
      assertThat(ended(0, "list")).last().asString().startsWith(STARTED);
      Files.writeString(clone.resolve("LICENSE"), "changed");
      assertThat(ended(0, "list"))
          .noneMatch(line -> line.contains("waiting"))
          .last()
          .asString()
          .startsWith(STARTED);
    } finally {
      holders.forEach(Process::destroyForcibly);
    }
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(clone.resolve("dist/target/launcher/lock"))))
        .isEqualTo("rw-------");
  }

  /** Another user knows the name of the folder, and may have put a program into it. */
  @ParameterizedTest
  @ValueSource(strings = {"a link", "open to others", "another user's"})
  void theCacheOfAUserWithoutANameIsOursOrRefused(String kind) throws Exception {
    program("mvn", ENDS);
    program("id", "exit 1");
    Path cache = temporary.resolve("pmem-ycsb-" + Files.getAttribute(folder, "unix:uid"));
    switch (kind) {
      case "a link" -> Files.createSymbolicLink(cache, folder);
      case "open to others" ->
          Files.setPosixFilePermissions(
              Files.createDirectory(cache), PosixFilePermissions.fromString("rwxrwxrwx"));
      default -> {
        assumeTrue(
            System.getProperty("user.name").equals("root"),
            "NOT TESTED: only root can make another user's folder");
        Files.setPosixFilePermissions(
            Files.createDirectory(cache), PosixFilePermissions.fromString("rwx------"));
        Files.setAttribute(cache, "unix:uid", 4242);
      }
    }
    assertThat(ended(2, List.of("env", "-u", "XDG_CACHE_HOME")))
        .singleElement()
        .asString()
        .contains(cache + " ");

    Files.delete(cache);
    assertThat(ended(0, List.of("env", "-u", "XDG_CACHE_HOME"), "list"))
        .last()
        .asString()
        .startsWith(STARTED);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
        .isEqualTo("rwx------");
    Files.delete(cache);
  }

  @Test
  void aCopyThatWasRemovedInPartIsMadeAgain() throws Exception {
    assertBuilds();
    Files.delete(copies().get(0).resolve("lib/pmem-ycsb.jar"));
    assertThat(ended(0, "list")).last().asString().startsWith(STARTED);
  }

  /** A Maven that builds the part for a cluster if it may, and copies one jar of Spark. */
  private void bringsSpark(String jar) throws IOException {
    program(
        "mvn",
        """
        echo "maven $*" >&2
        case " $* " in
          *copy-dependencies*)
            for each; do if [[ $each == -DoutputDirectory=* ]]; then folder=${each#*=}; fi; done
            mkdir -p "$folder"
            echo %s >"$folder/core.jar"
            exit ;;
        esac
        %s
        if [[ "$*" == *'!cluster'* ]]; then exit; fi
        mkdir -p dist/target/pmem-ycsb/lib/spark
        touch dist/target/pmem-ycsb/lib/pmem-ycsb-cluster-1.jar
        { echo '# 1 jars, 134217728 bytes'; echo spark | sha256sum | sed 's/-$/core.jar/'; } \
          >dist/target/pmem-ycsb/lib/spark/sums
        """
            .formatted(jar, ENDS));
  }

  private List<String> runInCluster(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("run"));
    all.addAll(List.of(arguments));
    return rest(start(spark, all.toArray(String[]::new)).inputReader());
  }

  @Test
  void sparkIsBroughtOnceAndOnlyForACluster() throws Exception {
    bringsSpark("spark");
    assertThat(runInCluster("--db", "noop"))
        .noneMatch(line -> line.contains("Spark"))
        .anyMatch(line -> line.startsWith(STARTED));
    Path log = clone.resolve("dist/target/launcher-build.log");
    assertThat(log).content().contains("-P !cluster");

    Path experiment = Files.writeString(folder.resolve("e.yaml"), "cluster: yarn\n");
    assertThat(runInCluster(experiment.toString()))
        .anyMatch(line -> line.contains("Apache Spark, 127 MiB"))
        .anyMatch(line -> line.contains(" 128 MiB ") && line.contains(folder.resolve("cache") + ""))
        .anyMatch(
            line ->
                line.startsWith("started ")
                    && line.contains("/cache/spark-")
                    && line.contains("/jars/* org.pmemycsb.harness.cli.Main run "));
    assertThat(log).content().doesNotContain("!cluster");

    assertThat(runInCluster("--cluster=local[2]"))
        .singleElement()
        .asString()
        .startsWith("started ");
    assertThat(runInCluster("--cluster", "local[2]", "--help"))
        .singleElement()
        .asString()
        .startsWith(STARTED);
  }

  @Test
  void jarsOfSparkThatAreNotThoseOfTheListAreRefused() throws Exception {
    bringsSpark("other");
    assertThat(runInCluster("--cluster", "local[2]"))
        .last()
        .asString()
        .contains("Maven", "SPARK_HOME");
    try (Stream<Path> left = Files.list(folder.resolve("cache"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aSparkOfTheUserIsTakenAsItIs() throws Exception {
    bringsSpark("spark");
    String home = folder.resolve("own").toString();
    spark = List.of("env", "SPARK_HOME=" + home);
    assertThat(runInCluster("--cluster", "local[2]"))
        .last()
        .asString()
        .startsWith("pmem-ycsb: SPARK_HOME=" + home + " ");

    Files.createDirectories(folder.resolve("own/jars"));
    assertThat(runInCluster("--cluster", "local[2]"))
        .singleElement()
        .asString()
        .startsWith("started ")
        .contains(":" + home + "/jars/* ");
  }
}
