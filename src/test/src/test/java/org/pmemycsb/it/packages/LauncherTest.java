package org.pmemycsb.it.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
@Timeout(120)
class LauncherTest {
  /** What the program of the tests that stands for Java says. */
  private static final String STARTED = "started -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar ";

  private static final Path BIN = Path.of("..", "..", "bin").toAbsolutePath().normalize();
  private static final String ENDS =
      """
      mkdir -p dist/target/pmem-ycsb/lib one/target
      echo jar >dist/target/pmem-ycsb/lib/pmem-ycsb.jar
      """;
  private static final String HANGS =
      """
      mkdir -p one/target
      echo half >one/target/half-written
      /bin/sleep 1000 &
      echo $! >%1$s
      echo '[INFO] Building The one 0.1.0-SNAPSHOT      [1/2]'
      wait
      """;

  @TempDir private Path folder;
  private Path clone;
  private Path child;
  private Path temporary;

  @BeforeEach
  void makeClone() throws IOException {
    clone = folder.resolve("clone");
    child = folder.resolve("child");
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
    script(clone.resolve("bin/install-packages"), "");
    program("sleep", "exec /bin/sleep 0.05");
    script(Files.createDirectories(folder.resolve("jdk/bin")).resolve("javac"), "");
    script(folder.resolve("jdk/bin/java"), "echo started \"$@\"");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
  }

  @AfterEach
  void nothingIsLeftBehind() {
    assertThat(temporary).isEmptyDirectory();
  }

  private void program(String name, String text) throws IOException {
    script(folder.resolve("programs").resolve(name), text);
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/bash\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start() throws IOException {
    return start("list");
  }

  private Process start(String... arguments) throws IOException {
    return start(List.of(), arguments);
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

  private static List<String> rest(BufferedReader output) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      lines.add(line);
    }
    return lines;
  }

  private void assertBuilds(String... saying) throws Exception {
    program("mvn", ENDS);
    Process launcher = start();
    assertThat(rest(launcher.inputReader()))
        .anyMatch(line -> line.startsWith(STARTED))
        .filteredOn(line -> line.contains("everything again"))
        .hasSize(saying.length)
        .allSatisfy(line -> assertThat(line).contains(saying));
    assertThat(launcher.waitFor()).isZero();
  }

  @Test
  void theFirstBuildSaysWhatItIsDoing() throws Exception {
    program("mvn", HANGS.formatted(child));
    Process launcher = start();
    try (BufferedReader output = launcher.inputReader()) {
      String line = output.readLine();
      while (line != null && !line.contains("The one (1 of 2)")) {
        line = output.readLine();
      }
      assertThat(line).matches("pmem-ycsb: building for \\d+ s: The one \\(1 of 2\\)");
    } finally {
      launcher.destroy();
      launcher.waitFor(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void aLimitOfOpenFilesThatIsTooSmallForJavaIsOneLine() throws Exception {
    program("mvn", ENDS);
    Process launcher = start(List.of("prlimit", "--nofile=100"), "list");
    assertThat(rest(launcher.inputReader()))
        .last()
        .asString()
        .startsWith("pmem-ycsb: a process may have only 100 open files; allow at least 256");
    assertThat(launcher.waitFor()).isEqualTo(2);
  }

  @Test
  void anInterruptedBuildEndsWithOneLineAndTheNextStartBuildsFromNothing() throws Exception {
    for (Map.Entry<String, Integer> signal :
        Map.of("INT", 130, "TERM", 143, "HUP", 129).entrySet()) {
      program("mvn", HANGS.formatted(child));
      Process launcher = start();
      BufferedReader output = launcher.inputReader();
      String line = output.readLine();
      while (line != null && !line.contains("The one (1 of 2)")) {
        line = output.readLine();
      }
      long maven = Long.parseLong(Files.readString(child).strip());
      // As a terminal does it: to the launcher, and not to what has a process group of its own.
      new ProcessBuilder("kill", "-" + signal.getKey(), Long.toString(launcher.pid()))
          .start()
          .waitFor();

      assertThat(rest(output))
          .filteredOn(each -> !each.contains("building for"))
          .containsExactly(
              "pmem-ycsb: interrupted while building; the next start builds everything again");
      assertThat(launcher.waitFor()).isEqualTo(signal.getValue());
      // One that has ended may still wait for somebody to ask for its status.
      Path command = Path.of("/proc", Long.toString(maven), "cmdline");
      assertThat(Files.exists(command) ? Files.readString(command) : "")
          .as("what Maven started")
          .isEmpty();

      assertBuilds("the last build was interrupted");
      assertThat(clone.resolve("one/target/half-written")).doesNotExist();
      Files.writeString(clone.resolve("LICENSE"), signal.getKey());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "oracle=/bin/true, give NAME=PATH with one of mongodb",
    "redis=/no/such/program, there is no such program",
    "redis, there is no such program"
  })
  void aServerThatCannotBeTriedIsRefusedInOneLine(String server, String message) throws Exception {
    Process launcher = start("verify", "--server", server);
    assertThat(rest(launcher.inputReader()))
        .singleElement()
        .asString()
        .startsWith("pmem-ycsb: verify --server '" + server + "'")
        .contains(message);
    assertThat(launcher.waitFor()).isEqualTo(2);
  }

  @Test
  void theServerOfAUserIsTriedAloneAndItsReportIsShown() throws Exception {
    Files.createDirectories(clone.resolve("src/test/target"));
    program(
        "mvn",
        "echo maven \"$@\"; echo 'redis: Redis 9' >src/test/target/server-report.txt; exit 1");
    Process launcher = start("verify", "--server=redis=/bin/true", "-Daudit.rounds=1");
    assertThat(rest(launcher.inputReader()))
        .anyMatch(
            line ->
                line.startsWith("maven ")
                    && line.contains("-Dtest=GivenServer*Trial")
                    && line.contains("-Dserver=redis=/bin/true")
                    && line.endsWith("-Daudit.rounds=1"))
        .last()
        .isEqualTo("redis: Redis 9");
    assertThat(launcher.waitFor()).as("Maven's status").isEqualTo(1);
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

  @Test
  void theContractOfOneClassIsTestedAlone() throws Exception {
    Path tests = Files.createDirectories(clone.resolve("one/src/test/java/mine"));
    Files.writeString(tests.resolve("MineTest.java"), "");
    tests("there is no mine");
    Process launcher = start("verify", "--contract", "mine.MineTest", "-Dmore=1");

    assertThat(rest(launcher.inputReader()))
        .containsExactly(
            "maven -B -ntp -q test -pl one -am -Dtest=mine.MineTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dmore=1 on no engine",
            "pmem-ycsb: mine.MineTest: 1 of 2 tests did not run: there is no mine (1)");
    assertThat(launcher.waitFor()).as("Maven's status").isEqualTo(1);
  }

  @Test
  void theContractIsTestedOnALibrary() throws Exception {
    Path tests = Files.createDirectories(clone.resolve("one/src/test/java/mine"));
    Files.writeString(tests.resolve("GivenLibraryContractTrial.java"), "");
    Path library = Files.createFile(clone.resolve("libmine.so"));
    tests("there is no mine");
    Process launcher = start("verify", "--contract", library.toString());

    assertThat(rest(launcher.inputReader()))
        .contains(
            "maven -B -ntp -q test -pl one -am -Dtest=GivenLibraryContractTrial"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dcontract="
                + library.toRealPath()
                + " on no engine");
    assertThat(launcher.waitFor()).as("Maven's status").isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "none.so, there is no file none.so",
    "NoTest, 0 modules have a test class NoTest; ",
    "TwiceTest, 2 modules have a test class TwiceTest; ",
    "new.newTest, 'lacks the line <module>new</module>; add it'"
  })
  void aContractThatCannotBeTestedIsRefusedInOneLine(String test, String message) throws Exception {
    for (String module : List.of("one", "new")) {
      Path tests = Files.createDirectories(clone.resolve(module + "/src/test/java/" + module));
      Files.writeString(tests.resolve("TwiceTest.java"), "");
      Files.writeString(tests.resolve(module + "Test.java"), "");
    }
    Process launcher = start("verify", "--contract=" + test);
    assertThat(rest(launcher.inputReader())).singleElement().asString().contains(message);
    assertThat(launcher.waitFor()).isEqualTo(2);
  }

  @Test
  void theWholeLaneStartsAnEngineAndNamesTestsThatDidNotRun() throws Exception {
    Path images = clone.resolve("src/test/containers/local-images");
    Files.createDirectories(images.getParent());
    script(images, "echo images on $DOCKER_HOST >&2; echo -Dcontainers.redis=mine");
    Path ferretdb = clone.resolve("db-adapters/mongodb/build-ferretdb");
    Files.createDirectories(ferretdb.getParent());
    script(ferretdb, "echo there is no go >&2; exit 2");
    program("dockerd", "echo $$ >%1$s; exec /bin/sleep 1000".formatted(child));
    program("docker", "[[ -n ${DOCKER_HOST-} && -s %s ]]".formatted(child));
    tests("there is no go");
    Process launcher = start("verify", "--everything");

    assertThat(rest(launcher.inputReader()))
        .contains(
            "there is no go",
            "pmem-ycsb: NOT TESTED: FerretDB, which could not be built; the reason is above")
        .anyMatch(line -> line.startsWith("images on unix:///"))
        .anyMatch(
            line ->
                line.startsWith(
                    "maven -B -ntp verify -Peverything,release -Dcontainers.required=true"
                        + " -Dcontainers.redis=mine on unix:///"))
        .last()
        .isEqualTo("pmem-ycsb: 1 of 2 tests did not run: there is no go (1)");
    assertThat(launcher.waitFor()).as("Maven's status").isEqualTo(1);
    assertThat(ProcessHandle.of(Long.parseLong(Files.readString(child).strip())))
        .as("the engine")
        .isEmpty();
  }

  @Test
  void aMachineThatCannotRunContainersIsToldSo() throws Exception {
    Path ferretdb = clone.resolve("db-adapters/mongodb/build-ferretdb");
    Files.createDirectories(ferretdb.getParent());
    script(ferretdb, "echo ferretdb");
    program("dockerd", "echo only root may do this; exit 1");
    program("docker", "exit 1");
    tests("this machine lacks a Docker engine that answers");
    Process launcher = start("verify", "--everything");

    assertThat(rest(launcher.inputReader()))
        .contains(
            "only root may do this",
            "pmem-ycsb: NOT TESTED: containers; this machine cannot run a Docker engine",
            "maven -B -ntp verify -Peverything,release on no engine");
  }

  @Test
  void aRunBringsFioAndGoesOnWithoutIt() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root installs packages");
    program("mvn", ENDS);
    script(clone.resolve("bin/install-packages"), "echo packages $*; [[ $* != fio ]]");
    assertThat(rest(start("run", "--db", "noop").inputReader()))
        .containsSequence(
            "packages fio", "pmem-ycsb: going on without fio: places on disks will not be measured")
        .last()
        .asString()
        .startsWith(STARTED);
    assertThat(rest(start("run", "--dry-run").inputReader()))
        .noneMatch(line -> line.contains("fio"));
  }

  @Test
  void headersThatComeAfterABuildAreAReasonForAnother() throws Exception {
    assertBuilds();
    assertThat(rest(start().inputReader())).noneMatch(line -> line.contains("building"));
    Files.createDirectories(folder.resolve("cache/libpmemobj-cpp-1.12"));
    assertThat(rest(start().inputReader())).anyMatch(line -> line.contains("building"));
  }

  @Test
  void aFailedBuildIsGoneOnWith() throws Exception {
    program("mvn", "echo '[ERROR] no such symbol'; exit 1");
    Process launcher = start();
    assertThat(rest(launcher.inputReader()))
        .contains("[ERROR] no such symbol")
        .anyMatch(line -> line.contains("the build failed"));
    assertThat(launcher.waitFor()).isEqualTo(2);

    assertBuilds();
  }

  @ParameterizedTest
  @CsvSource({"C, C.UTF-8", "POSIX, C.UTF-8", "nowhere, C.UTF-8", "C.UTF-8, C.UTF-8"})
  void filesWithAnyLettersCanBeNamedInEveryLocale(String locale, String started) throws Exception {
    script(folder.resolve("jdk/bin/java"), "echo started in $LC_ALL");
    Files.createDirectories(clone.resolve("lib"));
    Files.writeString(clone.resolve("lib/pmem-ycsb.jar"), "");
    ProcessBuilder builder =
        new ProcessBuilder("bash", clone.resolve("bin/pmem-ycsb").toString(), "list");
    builder
        .environment()
        .putAll(Map.of("LC_ALL", locale, "JAVA_HOME", folder.resolve("jdk").toString()));

    assertThat(builder.start().inputReader().readLine()).isEqualTo("started in " + started);
  }

  /** A jar holds the text of the licence. A run waits for a file, and then shows its jar. */
  @Test
  void aBuildChangesNothingUnderARun() throws Exception {
    program("mvn", ENDS.replace("echo jar", "cat LICENSE"));
    Path go = folder.resolve("go");
    script(
        folder.resolve("jdk/bin/java"),
        """
        echo started "$@"
        if [[ $5 == run ]]; then
          until [[ -e %s ]]; do /bin/sleep 0.02; done
          cat "$4"
        fi
        """
            .formatted(go));
    Files.writeString(clone.resolve("LICENSE"), "first");
    Process run = start("run", "--db", "noop");
    try (BufferedReader output = run.inputReader()) {
      String line = output.readLine();
      while (line != null && !line.startsWith("started ")) {
        line = output.readLine();
      }
      Files.writeString(clone.resolve("LICENSE"), "second");
      assertThat(rest(start("list").inputReader())).anyMatch(each -> each.startsWith("started "));
      assertThat(clone.resolve("dist/target/pmem-ycsb/lib/pmem-ycsb.jar")).hasContent("second");
      Files.createFile(go);
      assertThat(rest(output)).containsExactly("first");
    }

    Files.writeString(clone.resolve("LICENSE"), "third");
    assertThat(rest(start("list").inputReader())).anyMatch(each -> each.startsWith("started "));
    try (Stream<Path> copies = Files.list(clone.resolve("dist/target/launcher"))) {
      assertThat(copies.filter(Files::isDirectory)).as("copies that are still there").hasSize(1);
    }
  }

  @Test
  void aCopyThatAnotherStartRemovesIsMadeAgain() throws Exception {
    program("mvn", ENDS);
    program(
        "mv",
        """
        /bin/mv "$@"
        if [[ ${!#} == */launcher/* && ! -e %1$s ]]; then
          touch %1$s
          rm -rf -- "${!#}"
        fi
        """
            .formatted(folder.resolve("removed")));
    assertThat(rest(start().inputReader()))
        .noneMatch(line -> line.contains("No such file"))
        .last()
        .asString()
        .startsWith(STARTED);
    assertThat(folder.resolve("removed")).exists();
  }

  /** Everybody who can read a file can lock it. */
  @Test
  @Timeout(60)
  void nobodyElseCanKeepAStartWaiting() throws Exception {
    assertBuilds();
    Path copy;
    try (Stream<Path> copies = Files.list(clone.resolve("dist/target/launcher"))) {
      copy = copies.filter(Files::isDirectory).findFirst().orElseThrow();
    }
    List<Process> holders = new ArrayList<>();
    try {
      for (Path file : List.of(clone.resolve("pom.xml"), copy.resolve("lib/pmem-ycsb.jar"))) {
        Process holder =
            new ProcessBuilder("flock", file.toString(), "sh", "-c", "echo; exec /bin/sleep 100")
                .start();
        holders.add(holder);
        holder.inputReader().readLine();
      }
      assertThat(rest(start().inputReader()))
          .anyMatch(line -> line.contains("another user holds a lock"))
          .last()
          .asString()
          .startsWith(STARTED);
      Files.writeString(clone.resolve("LICENSE"), "changed");
      assertThat(rest(start().inputReader()))
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
    Process refused = start(List.of("env", "-u", "XDG_CACHE_HOME"));
    assertThat(rest(refused.inputReader()))
        .singleElement()
        .asString()
        .contains(cache + " is no folder that only you can read and write");
    assertThat(refused.waitFor()).isEqualTo(2);

    Files.delete(cache);
    assertThat(rest(start(List.of("env", "-u", "XDG_CACHE_HOME"), "list").inputReader()))
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
    try (Stream<Path> copies = Files.list(clone.resolve("dist/target/launcher"))) {
      Files.delete(
          copies.filter(Files::isDirectory).findFirst().orElseThrow().resolve("lib/pmem-ycsb.jar"));
    }
    assertThat(rest(start().inputReader())).last().asString().startsWith(STARTED);
  }

  /** A build that two machines can repeat sets the times of its files. */
  @Test
  void aChangeThatKeepsSizeAndTimeOfAFileIsStarted() throws Exception {
    program(
        "mvn",
        ENDS.replace("echo jar", "cat LICENSE")
            + "touch -d 2026-01-01 dist/target/pmem-ycsb/lib/*");
    script(folder.resolve("jdk/bin/java"), "cat \"$4\"");
    for (String text : new String[] {"first", "other"}) {
      Files.writeString(clone.resolve("LICENSE"), text);
      assertThat(rest(start().inputReader())).last().isEqualTo(text);
    }
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

  private List<String> runInCluster(Map<String, String> environment, String... arguments)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of("bash", clone.resolve("bin/pmem-ycsb").toString(), "run"),
                        Stream.of(arguments))
                    .toList())
            .redirectErrorStream(true);
    builder.environment().remove("SPARK_HOME");
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH",
                folder.resolve("programs") + ":" + System.getenv("PATH"),
                "JAVA_HOME",
                folder.resolve("jdk").toString(),
                "PMEM_YCSB_CACHE",
                folder.resolve("cache").toString()));
    builder.environment().putAll(environment);
    return rest(builder.start().inputReader());
  }

  @Test
  void sparkIsBroughtOnceAndOnlyForACluster() throws Exception {
    bringsSpark("spark");
    assertThat(runInCluster(Map.of(), "--db", "noop"))
        .noneMatch(line -> line.contains("Spark"))
        .anyMatch(line -> line.startsWith(STARTED));
    Path log = clone.resolve("dist/target/launcher-build.log");
    assertThat(log).content().contains("-P !cluster");

    Path experiment = Files.writeString(folder.resolve("e.yaml"), "cluster: yarn\n");
    assertThat(runInCluster(Map.of(), experiment.toString()))
        .anyMatch(
            line -> line.contains("for a cluster; Maven also downloads Apache Spark, 127 MiB"))
        .anyMatch(line -> line.contains("copying 128 MiB of jars to " + folder.resolve("cache")))
        .anyMatch(
            line ->
                line.startsWith("started ")
                    && line.contains("/cache/spark-")
                    && line.contains("/jars/* org.pmemycsb.harness.cli.Main run "));
    assertThat(log).content().doesNotContain("!cluster");

    assertThat(runInCluster(Map.of(), "--cluster=local[2]"))
        .singleElement()
        .asString()
        .startsWith("started ");
    assertThat(runInCluster(Map.of(), "--cluster", "local[2]", "--help"))
        .singleElement()
        .asString()
        .startsWith(STARTED);
  }

  @Test
  void jarsOfSparkThatAreNotThoseOfTheListAreRefused() throws Exception {
    bringsSpark("other");
    assertThat(runInCluster(Map.of(), "--cluster", "local[2]"))
        .last()
        .isEqualTo("pmem-ycsb: Maven could not bring Apache Spark; see above, or set SPARK_HOME");
    try (Stream<Path> left = Files.list(folder.resolve("cache"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aSparkOfTheUserIsTakenAsItIs() throws Exception {
    bringsSpark("spark");
    String home = folder.resolve("own").toString();
    assertThat(runInCluster(Map.of("SPARK_HOME", home), "--cluster", "local[2]"))
        .last()
        .asString()
        .startsWith("pmem-ycsb: SPARK_HOME=" + home + " has no folder jars; ");

    Files.createDirectories(folder.resolve("own/jars"));
    assertThat(runInCluster(Map.of("SPARK_HOME", home), "--cluster", "local[2]"))
        .singleElement()
        .asString()
        .startsWith("started ")
        .contains(":" + home + "/jars/* ");
  }
}
