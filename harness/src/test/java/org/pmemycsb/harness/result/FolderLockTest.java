package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.spi.SafeFolder;

public class FolderLockTest {
  @TempDir private Path folder;

  /** Another harness: takes the lock, says so, and keeps it until its input ends. */
  public static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws Exception {
      try (FolderLock lock = FolderLock.take(Path.of(arguments[0]))) {
        System.out.println(lock.folder());
        System.in.read();
      }
    }

    /** Starts it, and waits until it has the lock. */
    public static Process start(Path folder) throws IOException {
      Process holder =
          new ProcessBuilder(
                  Installation.java().toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Holder.class.getName(),
                  folder.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertThat(holder.inputReader().readLine()).isEqualTo(folder.toString());
      return holder;
    }
  }

  @Test
  void aSecondProcessIsToldWhoWritesUntilThatIsKilled() throws Exception {
    Process holder = Holder.start(folder);

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> FolderLock.take(folder))
        .withMessageContaining("process " + holder.pid() + " ");
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> FolderLock.takeNew(folder))
        .withMessageContaining("process " + holder.pid());

    holder.destroyForcibly().waitFor();
    FolderLock.take(folder).close();
  }

  @Test
  void aFolderThatIsNotEmptyIsNoNewOneAndStaysAsItIs() throws IOException {
    Files.writeString(folder.resolve("precious"), "x");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> FolderLock.takeNew(folder))
        .withMessageContaining(folder.toString());
    try (var entries = Files.list(folder)) {
      assertThat(entries).containsExactly(folder.resolve("precious"));
    }
  }

  @Test
  void afterARefusalAFolderOfTheUserIsEmptyAndAnotherGone() throws IOException {
    ConfigurationException why = new ConfigurationException("no");
    for (Path each : List.of(folder.resolve("new"), folder)) {
      try (FolderLock lock = FolderLock.takeNew(each)) {
        Files.createDirectories(each.resolve("histograms/deep"));
        lock.clear(why);
      }
    }

    assertThat(folder).isEmptyDirectory();
    assertThat(why).hasNoSuppressedExceptions();
  }

  @Test
  void whatCannotBeRemovedDoesNotHideTheRefusal() throws IOException {
    ConfigurationException why = new ConfigurationException("no");
    try (FolderLock lock = FolderLock.takeNew(folder.resolve("new"))) {
      SafeFolder.delete(folder);
      lock.clear(why);
    }

    assertThat(why.getSuppressed()).hasOnlyElementsOfType(IOException.class).hasSize(1);
  }

  @Test
  void aLockThatWasGivenBackCanBeTakenAgain() throws IOException {
    FolderLock.takeNew(folder.resolve("new")).close();

    try (FolderLock again = FolderLock.takeNew(folder.resolve("new"))) {
      assertThat(again.folder().resolve(FolderLock.FILE))
          .hasContent(Long.toString(ProcessHandle.current().pid()));
    }
  }

  @Test
  void aLinkInThePlaceOfTheLockIsNotFollowed(@TempDir Path ours) throws Exception {
    Path secret = Files.writeString(ours.resolve("secret"), "secret");
    Files.createSymbolicLink(folder.resolve(FolderLock.FILE), secret);

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> FolderLock.take(folder))
        .withMessageContaining("link");

    assertThat(secret).hasContent("secret");
  }
}
