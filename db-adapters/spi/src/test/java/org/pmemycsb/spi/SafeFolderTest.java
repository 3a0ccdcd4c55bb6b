package org.pmemycsb.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SafeFolderTest {
  private static final byte[] NEW = "new".getBytes(UTF_8);

  @TempDir private Path folder;
  @TempDir private Path elsewhere;
  private Path file;
  private Path secret;

  @BeforeEach
  void makeASecret() throws IOException {
    file = folder.resolve("file");
    secret = Files.writeString(elsewhere.resolve("secret"), "secret");
  }

  private void refusesAll() throws IOException {
    assertThatThrownBy(() -> SafeFolder.readFile(file))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(file.toString());
    assertThatThrownBy(() -> SafeFolder.replaceFile(file, NEW))
        .isInstanceOf(FileSystemException.class);
    assertThatThrownBy(() -> SafeFolder.appendToFile(file, NEW))
        .isInstanceOf(FileSystemException.class);
    assertThatThrownBy(() -> SafeFolder.openLock(file)).isInstanceOf(FileSystemException.class);
    assertThat(secret).hasContent("secret");
  }

  @Test
  void aLinkIsNeitherReadNorWritten() throws IOException {
    Files.createSymbolicLink(file, secret);
    refusesAll();
  }

  @Test
  void aLinkToNothingMakesNoFile() throws IOException {
    Files.createSymbolicLink(file, elsewhere.resolve("absent"));
    refusesAll();
    assertThat(elsewhere.resolve("absent")).doesNotExist();
  }

  @Test
  void aPipeIsRefusedAndNotWaitedFor() throws Exception {
    new ProcessBuilder("mkfifo", file.toString()).start().waitFor();
    refusesAll();
  }

  /** Another user swaps a file and a pipe, again and again. */
  @Test
  void aPipeThatComesInBetweenIsNotWaitedFor() throws Exception {
    Files.setAttribute(folder, "unix:mode", 0702);
    Path regular = Files.writeString(folder.resolve("regular"), "text");
    Path pipe = folder.resolve("pipe");
    new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
    Files.createLink(file, regular);
    AtomicBoolean ended = new AtomicBoolean();
    Thread other =
        new Thread(
            () -> {
              for (int turn = 0; !ended.get(); turn++) {
                swap(turn % 2 == 0 ? pipe : regular);
              }
            });
    other.start();

    Set<String> seen = new HashSet<>();
    try {
      for (int attempt = 0; attempt < 20_000 || seen.size() < 2; attempt++) {
        seen.add(readOrRefuse());
      }
      for (int attempt = 0; attempt < 1000 || Files.size(regular) <= "text".length(); attempt++) {
        appendOrRefuse();
      }
    } finally {
      ended.set(true);
      other.join();
    }
    assertThat(seen).contains("text").hasSizeGreaterThan(1);
    assertThat(Files.readString(regular)).matches("text(new)+");
  }

  private void swap(Path with) {
    try {
      Path beside = folder.resolve("beside");
      Files.createLink(beside, with);
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private String readOrRefuse() throws IOException {
    try {
      return new String(SafeFolder.readFile(file), UTF_8);
    } catch (FileSystemException refused) {
      return refused.getReason();
    }
  }

  private void appendOrRefuse() throws IOException {
    try {
      SafeFolder.appendToFile(file, NEW);
    } catch (FileSystemException refused) {
      assertThat(refused.getReason()).contains("regular file");
    }
  }

  @Test
  void aLinkToAFolderIsNoFolder() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), elsewhere);
    assertThatThrownBy(() -> SafeFolder.readFile(link.resolve("secret")))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(link.toString());
    assertThatThrownBy(() -> SafeFolder.replaceFile(link.resolve("secret"), NEW))
        .isInstanceOf(FileSystemException.class);
    assertThatThrownBy(() -> SafeFolder.emptyFolder(link)).isInstanceOf(FileSystemException.class);
    assertThat(secret).hasContent("secret");
  }

  @Test
  void aLinkInThePlaceOfTheTemporaryFileIsReplaced() throws IOException {
    Files.createSymbolicLink(folder.resolve(".file.new"), secret);
    SafeFolder.replaceFile(file, NEW);
    assertThat(file).hasContent("new").isRegularFile();
    assertThat(Files.isSymbolicLink(file)).isFalse();
    assertThat(secret).hasContent("secret");
    assertThat(folder).isDirectoryNotContaining(each -> each.endsWith(".file.new"));
  }

  @Test
  void aFileIsReplacedAppendedToAndRead() throws IOException {
    assertThatThrownBy(() -> SafeFolder.readFile(file)).isInstanceOf(NoSuchFileException.class);
    SafeFolder.appendToFile(file, NEW);
    SafeFolder.appendToFile(file, NEW);
    assertThat(SafeFolder.readFile(file)).asString().isEqualTo("newnew");
    SafeFolder.replaceFile(file, NEW);
    assertThat(SafeFolder.readFile(file)).asString().isEqualTo("new");
  }

  @Test
  void deletionRemovesLinksAndNotTheirTargets() throws IOException {
    Path inner = Files.createDirectories(folder.resolve("tree/inner"));
    Files.createSymbolicLink(inner.resolve("link"), elsewhere);
    Files.createSymbolicLink(folder.resolve("tree/secret"), secret);
    Files.createFile(inner.resolve("file"));

    SafeFolder.delete(folder.resolve("tree"));
    SafeFolder.delete(folder.resolve("tree"));

    assertThat(folder).isEmptyDirectory();
    assertThat(secret).hasContent("secret");
  }

  /** A folder that changes its name, and leaves a link in its place, while it is emptied. */
  @Test
  void deletionStaysInTheFolderThatWasOpened() throws IOException {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    Files.createFile(tree.resolve("mine"));
    try (SafeFolder opened = SafeFolder.open(tree)) {
      Path moved = Files.move(tree, folder.resolve("moved"));
      Files.createSymbolicLink(tree, elsewhere);

      opened.empty(Path.of("none"));

      assertThat(moved).isEmptyDirectory();
      assertThat(secret).hasContent("secret");
    }
  }

  @Test
  void theLastFileGoesLast() throws IOException {
    Files.createFile(folder.resolve("a"));
    Files.createFile(file);
    try (SafeFolder opened = SafeFolder.open(folder)) {
      opened.empty(Path.of("file"));
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFolderIsOursIfNobodyElseCanWriteToIt() throws IOException {
    try (SafeFolder opened = SafeFolder.open(elsewhere)) {
      assertThat(opened.isOurs()).isTrue();
    }
    for (String open : Set.of("g+w", "o+w")) {
      Path shared = Files.createDirectory(folder.resolve(open));
      Files.setAttribute(shared, "unix:mode", open.equals("g+w") ? 0770 : 0702);
      try (SafeFolder opened = SafeFolder.open(shared)) {
        assertThat(opened.isOurs()).isFalse();
      }
    }
    try (SafeFolder devices = SafeFolder.open(Path.of("/dev"))) {
      assertThat(devices.isOurs()).isEqualTo(SafeFolder.isOurs(Path.of("/dev")));
    }
  }

  @Test
  void aMissingFileIsMadeOnlyIfAskedFor() throws IOException {
    assertThatThrownBy(() -> SafeFolder.openFile(file, Set.of(StandardOpenOption.WRITE)))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(file.toString());
    SafeFolder.openLock(file).close();
    assertThat(file).isEmptyFile();
  }
}
