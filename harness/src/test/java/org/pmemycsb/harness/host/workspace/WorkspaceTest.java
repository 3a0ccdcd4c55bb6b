package org.pmemycsb.harness.host.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.MemoryControl;
import org.pmemycsb.harness.host.MemoryGroup;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.spi.Medium;

class WorkspaceTest {
  @TempDir private Path medium;

  /**
   * Makes a workspace with two children in it, says so, and waits to be killed. The second child
   * was started but not noted yet, and writes to a log in the workspace, as a server does.
   */
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) throws Exception {
      Workspace workspace = Workspace.create(Path.of(arguments[0]));
      Path data = workspace.newFolder("data");
      Files.writeString(data.resolve("pool"), "full of records");
      Process noted = workspace.start(new ProcessBuilder("sleep", "300"));
      Process server =
          new ProcessBuilder("sleep", "300")
              .redirectOutput(data.resolve("server.log").toFile())
              .start();
      System.out.println(noted.pid());
      System.out.println(server.pid());
      Thread.sleep(300_000);
    }
  }

  @Test
  void closingEndsTheProcessesAndRemovesTheFolder() throws Exception {
    Workspace workspace = Workspace.create(medium);
    Path data = workspace.newFolder("data");
    Files.writeString(data.resolve("pool"), "x");
    Process child = workspace.start(new ProcessBuilder("sleep", "300"));

    workspace.close();
    workspace.close();

    assertThat(child.isAlive()).isFalse();
    assertThat(medium).isEmptyDirectory();
    assertThatThrownBy(() -> workspace.newFolder("more")).isInstanceOf(IOException.class);
  }

  @Test
  void aPlaceThatCannotBeWrittenToIsRefusedWithTheCause() {
    Place place = new Place("one", Path.of("/proc"), Medium.TMPFS);

    assertThatThrownBy(() -> Workspaces.open(List.of(place), left -> {}))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("place one:", "/proc: ");
  }

  @ParameterizedTest
  @CsvSource({"0777, true", "01777, false", "0755, false"})
  void aPlaceWhereOthersCanReplaceOurFoldersIsNamed(String mode, boolean named) throws IOException {
    Files.setAttribute(medium, "unix:mode", Integer.parseInt(mode, 8));
    List<String> warnings = new ArrayList<>();

    Workspaces.open(List.of(Place.open("one", medium)), warnings::add).close();

    assertThat(warnings).hasSize(named ? 1 : 0);
    assertThat(warnings)
        .allSatisfy(
            line ->
                assertThat(line)
                    .startsWith("place one: ")
                    .endsWith("chmod +t " + medium)
                    .hasLineCount(1));
  }

  /** The kernel's own groups are tested with whole runs. */
  @Test
  void closingRemovesItsGroupOfMemoryAndNoOther(@TempDir Path groups) throws Exception {
    Workspace owner = Workspace.create(medium);
    MemoryGroup group =
        owner.newGroup(new MemoryControl(MemoryControl.Version.V2, groups, groups, 1));
    Path workspace;
    try (Stream<Path> all = Files.list(medium)) {
      workspace = all.findFirst().orElseThrow();
    }
    assertThat(group.folder()).isDirectory().isEqualTo(groups.resolve(workspace.getFileName()));
    Path other = Files.createDirectory(groups.resolve("another"));
    Thread.currentThread().interrupt();
    owner.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(medium).isEmptyDirectory();
    assertThat(groups).isDirectoryContaining(other::equals);
    assertThat(group.folder()).doesNotExist();
  }

  @Test
  void aWorkspaceInUseIsLeftAlone() throws IOException {
    try (Workspace mine = Workspace.create(medium)) {
      assertThat(removeAbandoned()).isEmpty();
      assertThat(mine.newFolder("data")).isDirectory();
    }
  }

  @Test
  void whatAKilledOwnerLeftIsRemovedWithItsProcesses() throws Exception {
    Process owner =
        new ProcessBuilder(
                Installation.java().toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                medium.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<ProcessHandle> orphans = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      long child = Long.parseLong(owner.inputReader().readLine());
      orphans.add(ProcessHandle.of(child).orElseThrow());
    }

    assertThat(removeAbandoned()).as("while its owner lives").isEmpty();
    owner.destroyForcibly().waitFor();
    List<String> removed = removeAbandoned();

    assertThat(removed).singleElement().asString().startsWith("removed " + medium);
    assertThat(medium).isEmptyDirectory();
    for (ProcessHandle orphan : orphans) {
      orphan.onExit().get(60, TimeUnit.SECONDS);
      assertThat(orphan.isAlive()).isFalse();
    }
  }

  @Test
  void aFolderOfSomebodyElsesIsNeverRemoved() throws IOException {
    Path foreign = Files.createDirectory(medium.resolve("pmem-ycsb-holiday"));
    Files.writeString(foreign.resolve("photo"), "x");

    assertThat(removeAbandoned()).isEmpty();
    assertThat(foreign.resolve("photo")).exists();
  }

  private List<String> removeAbandoned() throws IOException {
    List<String> warnings = new ArrayList<>();
    Workspace.removeAbandoned(medium, warnings::add);
    return warnings;
  }

  /** A folder as a killed harness leaves it, whose files name a process and a group. */
  private Path left(Process child, Path group) throws IOException {
    Path left = Files.createDirectory(medium.resolve("pmem-ycsb-1"));
    Files.createFile(left.resolve("owner.lock"));
    Files.writeString(
        left.resolve("children"),
        "x y\n"
            + child.pid()
            + " "
            + child.info().startInstant().orElseThrow().toEpochMilli()
            + "\n");
    Files.writeString(left.resolve("memory.group"), group.toString());
    return left;
  }

  private final List<Process> started = new ArrayList<>();

  private Process started(ProcessBuilder command) throws IOException {
    started.add(command.start());
    return started.get(started.size() - 1);
  }

  private Process sleeping() throws IOException {
    return started(new ProcessBuilder("sleep", "300"));
  }

  @AfterEach
  void endProcesses() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void whatCannotBeReadInALeftFolderIsSkipped(@TempDir Path groups) throws Exception {
    Process child = sleeping();
    left(child, groups.resolve("other"));

    assertThat(removeAbandoned()).hasSize(1);

    assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(medium).isEmptyDirectory();
  }

  @Test
  void aProcessWithTheNumberOfOneThatEndedIsNotKilled(@TempDir Path groups) throws Exception {
    Process child = sleeping();
    Path left = left(child, groups.resolve("other"));
    Files.writeString(left.resolve("children"), child.pid() + " 1000\n");

    assertThat(removeAbandoned()).hasSize(1);

    assertThat(child.isAlive()).isTrue();
  }

  @Test
  void aGroupOfAnotherNameIsLeftAlone(@TempDir Path groups) throws Exception {
    Process inIt = sleeping();
    Path other = Files.createDirectory(groups.resolve("other"));
    Files.writeString(other.resolve("cgroup.procs"), inIt.pid() + "\n");
    left(sleeping(), other);

    assertThat(removeAbandoned()).hasSize(1);

    assertThat(inIt.isAlive()).isTrue();
    assertThat(other).isNotEmptyDirectory();
  }

  /** The account of a server can move a file there that another process writes to. */
  @Test
  @EnabledIf("isRoot")
  void aProcessThatWritesToAFileOfAnotherUserIsNotKilled(@TempDir Path groups) throws Exception {
    Path file = medium.resolve("output");
    Process writer = started(new ProcessBuilder("sleep", "300").redirectOutput(file.toFile()));
    Path left = left(sleeping(), groups.resolve("other"));
    Files.setAttribute(file, "unix:uid", 4242);
    Files.move(file, left.resolve("output"));

    assertThat(removeAbandoned()).hasSize(1);

    assertThat(writer.isAlive()).isTrue();
  }

  /** Another owner, which only root can give a folder; or others may write to it. */
  @ParameterizedTest
  @CsvSource({"unix:uid, 4242", "unix:mode, 511"})
  void aFolderThatOthersMayHaveMadeKillsAndRemovesNothing(
      String attribute, int value, @TempDir Path groups) throws Exception {
    assumeTrue(isRoot() || attribute.equals("unix:mode"), "this user is not root");
    Process child = sleeping();
    Path group = Files.createDirectory(groups.resolve("pmem-ycsb-1"));
    Files.writeString(group.resolve("cgroup.procs"), child.pid() + "\n");
    Path foreign = left(child, group);
    Files.setAttribute(foreign, attribute, value);

    assertThat(removeAbandoned()).isEmpty();
    assertThat(child.isAlive()).isTrue();
    assertThat(foreign).isNotEmptyDirectory();
    assertThat(group).isNotEmptyDirectory();
  }

  @Test
  void aLinkToAFolderOfOursIsNotFollowed(@TempDir Path elsewhere) throws Exception {
    Path ours = Files.createDirectory(elsewhere.resolve("ours"));
    Files.createFile(ours.resolve("owner.lock"));
    Files.createSymbolicLink(medium.resolve("pmem-ycsb-1"), ours);

    assertThat(removeAbandoned()).isEmpty();

    assertThat(ours.resolve("owner.lock")).exists();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeInThePlaceOfTheLockOrOfTheNotesBlocksNoStart() throws Exception {
    Path lock = Files.createDirectory(medium.resolve("pmem-ycsb-1"));
    Path notes = Files.createDirectory(medium.resolve("pmem-ycsb-2"));
    Files.createFile(notes.resolve("owner.lock"));
    new ProcessBuilder("mkfifo", lock + "/owner.lock", notes + "/children").start().waitFor();

    assertThat(removeAbandoned()).hasSize(2).allMatch(line -> line.startsWith("cannot remove"));

    assertThat(lock).exists();
    assertThat(notes).exists();
  }

  @Test
  void otherUsersCannotOpenTheLock() throws Exception {
    try (Workspace workspace = Workspace.create(medium);
        Stream<Path> files = Files.walk(medium)) {
      assertThat(workspace.newFolder("data")).isDirectory();
      assertThat(files.filter(file -> file.endsWith("owner.lock")))
          .singleElement()
          .satisfies(
              lock ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)))
                      .isEqualTo("rw-------"));
    }
  }

  static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }
}
