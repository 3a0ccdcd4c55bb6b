package org.pmemycsb.harness.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.MemoryControl;
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
        .hasMessageStartingWith("place one: cannot write to /proc: ")
        .hasMessageEndingWith(": no such file or folder");
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
    owner.close();
    assertThat(medium).isEmptyDirectory();
    assertThat(groups).isDirectoryContaining(other::equals);
    assertThat(group.folder()).doesNotExist();
  }

  @Test
  void aWorkspaceInUseIsLeftAlone() throws IOException {
    try (Workspace mine = Workspace.create(medium)) {
      assertThat(Workspace.removeAbandoned(medium)).isEmpty();
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

    assertThat(Workspace.removeAbandoned(medium)).as("while its owner lives").isEmpty();
    owner.destroyForcibly().waitFor();
    List<Path> removed = Workspace.removeAbandoned(medium);

    assertThat(removed).hasSize(1);
    assertThat(medium).isEmptyDirectory();
    for (ProcessHandle orphan : orphans) {
      orphan.onExit().get(10, TimeUnit.SECONDS);
      assertThat(orphan.isAlive()).isFalse();
    }
  }

  @Test
  void aFolderOfSomebodyElsesIsNeverRemoved() throws IOException {
    Path foreign = Files.createDirectory(medium.resolve("pmem-ycsb-holiday"));
    Files.writeString(foreign.resolve("photo"), "x");

    assertThat(Workspace.removeAbandoned(medium)).isEmpty();
    assertThat(foreign.resolve("photo")).exists();
  }
}
