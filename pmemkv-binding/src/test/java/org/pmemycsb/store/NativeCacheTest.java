package org.pmemycsb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeCacheTest {
  private static final byte[] CONTENT = {1, 2, 3};

  @TempDir Path folder;

  private NativeCache cache() {
    return new NativeCache(List.of(folder.resolve("cache")));
  }

  @Test
  void aFileHasItsContentAndOnlyItsOwnerHasAccess() throws IOException {
    Path file = cache().file(CONTENT);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
    Object inode = Files.getAttribute(file, "unix:ino");
    assertThat(cache().file(CONTENT)).isEqualTo(file);
    assertThat(Files.getAttribute(file, "unix:ino")).as("written once").isEqualTo(inode);
    Files.write(file, new byte[] {9});
    assertThat(cache().file(CONTENT)).isEqualTo(file).hasBinaryContent(CONTENT);
    assertThat(cache().file(new byte[] {4})).isNotEqualTo(file);
    assertThat(file).exists();
  }

  /** A user without an entry in the password file has no home. */
  @ParameterizedTest
  @CsvSource({
    ", /home/ann, /home/ann/.cache/pmem-ycsb /tmp/pmem-ycsb-ann",
    "/var/cache/ann, /home/ann, /var/cache/ann/pmem-ycsb /tmp/pmem-ycsb-ann",
    ", ?, /tmp/pmem-ycsb-ann"
  })
  void theUsersCacheFolderComesBeforeTheTemporaryOne(String xdg, String home, String expected) {
    assertThat(NativeCache.folders(xdg, home, Path.of("/tmp"), "ann"))
        .extracting(Path::toString)
        .containsExactly(expected.split(" "));
  }

  @Test
  void whatOthersCanWriteIsRefused() throws IOException {
    Path file = cache().file(CONTENT);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwx---"));
    assertThatThrownBy(() -> cache().file(CONTENT)).hasMessageContaining("other users");
    Files.delete(file);
    Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> cache().file(CONTENT)).hasMessageContaining("other users");
  }

  @Test
  void whatAnotherUserOwnsIsRefused() throws IOException {
    Path file = cache().file(CONTENT);
    boolean root = Files.getAttribute(file, "unix:uid").equals(0);
    assumeTrue(root, "NOT TESTED: refusing another user's file; only root can make one");
    Files.setAttribute(file, "unix:uid", 65534);
    assertThatThrownBy(() -> cache().file(CONTENT)).hasMessageContaining("another user");
    Files.delete(file);
    Files.setAttribute(file.getParent(), "unix:uid", 65534);
    assertThatThrownBy(() -> cache().file(CONTENT)).hasMessageContaining("another user");
  }

  @Test
  void aLinkIsRefused() throws IOException {
    Path real = Files.createDirectory(folder.resolve("real"));
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwx------"));
    Files.createSymbolicLink(folder.resolve("cache"), real);
    assertThatThrownBy(() -> cache().file(CONTENT)).isInstanceOf(IOException.class);
    assertThat(real).isEmptyDirectory();
  }

  @Test
  void aFolderOfRootOrOfThisUserIsNobodyElses() throws IOException {
    NativeCache.requireNobodyElses(Path.of("/usr/lib"));
    Path own = Files.createDirectory(folder.resolve("own"));
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
    NativeCache.requireNobodyElses(own);
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxr-x"));
    assertThatThrownBy(() -> NativeCache.requireNobodyElses(own)).hasMessageStartingWith(own + " ");
  }

  @Test
  void theNextFolderIsTakenWhenTheFirstCannotBe() throws IOException {
    Path blocked = Files.createFile(folder.resolve("file"));
    Path second = folder.resolve("second");
    NativeCache cache = new NativeCache(List.of(blocked.resolve("cache"), second));
    assertThat(cache.file(CONTENT)).hasParent(second);
  }
}
