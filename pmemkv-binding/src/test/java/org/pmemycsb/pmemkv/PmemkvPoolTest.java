package org.pmemycsb.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.pmemycsb.store.TestStore.bytes;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.store.ChildJvm;
import org.pmemycsb.store.MemoryFolder;
import org.pmemycsb.store.StoreException;
import org.pmemycsb.store.TestStore;

class PmemkvPoolTest {
  private static final long MIB = 1 << 20;

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  private Path pool() {
    return folder.resolve("pool");
  }

  private static String refusal(String engine, Path path, long bytes) {
    StoreException refusal =
        catchThrowableOfType(
            StoreException.class, () -> TestStore.open(engine, path, bytes).close());
    assertThat(refusal).isNotNull();
    assertThat(refusal.getMessage()).doesNotContain("\n").contains(path.toString());
    return refusal.getMessage();
  }

  private static void create(String engine, Path path, long bytes, String value) {
    try (TestStore store = TestStore.open(engine, path, bytes)) {
      store.put(bytes("key"), bytes(value));
    }
  }

  private static String valueIn(String engine, Path path, long bytes) {
    try (TestStore store = TestStore.open(engine, path, bytes)) {
      byte[] value = store.get(bytes("key"));
      return value == null ? null : new String(value);
    }
  }

  @Test
  void anExistingPoolKeepsItsSizeWhateverIsAsked() throws IOException {
    create("cmap", pool(), 16 * MIB, "first");
    assertThat(valueIn("cmap", pool(), 64 * MIB)).isEqualTo("first");
    assertThat(valueIn("cmap", pool(), 0)).isEqualTo("first");
    assertThat(Files.size(pool())).isEqualTo(16 * MIB);
  }

  @Test
  void aSizeTooSmallNamesTheLeast() {
    assertThat(refusal("cmap", pool(), 8 * MIB - 1)).contains("at least " + 8 * MIB);
    assertThat(folder).isEmptyDirectory();
    create("cmap", pool(), 8 * MIB, "it is enough");
  }

  @ParameterizedTest
  @CsvSource({"1, no pool", "0, cut short"})
  void aFileThatIsNoPoolIsLeftAsItIs(byte filling, String why) throws IOException {
    byte[] content = new byte[(int) (9 * MIB)];
    Arrays.fill(content, filling);
    Files.write(pool(), content);
    assertThat(refusal("cmap", pool(), 16 * MIB)).contains(why);
    assertThat(pool()).hasBinaryContent(content);
  }

  @Test
  void aPoolThatCannotBeMadeLeavesNothing() {
    assertThat(refusal("cmap", folder.resolve("none/pool"), 16 * MIB))
        .contains("no folder " + folder.resolve("none"));
    assertThat(refusal("cmap", pool(), 1L << 50)).contains(" 1125899906842624 ");
    assertThat(refusal("cmap", folder, 16 * MIB)).contains("a folder");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aDamagedPoolIsLeftAsItIs() throws IOException {
    create("cmap", pool(), 16 * MIB, "first");
    try (RandomAccessFile file = new RandomAccessFile(pool().toFile(), "rw")) {
      file.seek(100);
      file.write(bytes("damage"));
    }
    byte[] before = Files.readAllBytes(pool());
    assertThat(refusal("cmap", pool(), 16 * MIB)).contains("checksum");
    assertThat(Files.readAllBytes(pool())).isEqualTo(before);
  }

  @Test
  void aPoolOfAnotherEngineIsNamedAndLeftAsItIs() {
    create("cmap", pool(), 16 * MIB, "first");
    assertThat(refusal("stree", pool(), 16 * MIB)).contains("cmap", "stree");
    assertThat(valueIn("cmap", pool(), 0)).isEqualTo("first");
  }

  @Test
  void anUnknownEngineGetsTheListOfThoseThereAre() {
    assertThat(refusal("cmop", pool(), 16 * MIB)).contains("\"cmop\"", "stree");
  }

  @Test
  void aPoolInUseByThisProcessIsRefusedAndUnharmed() {
    try (TestStore store = TestStore.open("cmap", pool(), 16 * MIB)) {
      store.put(bytes("key"), bytes("value"));
      assertThat(refusal("cmap", pool(), 16 * MIB)).contains("this process");
      store.put(bytes("key"), bytes("other"));
    }
    assertThat(valueIn("cmap", pool(), 0)).isEqualTo("other");
  }

  @Test
  void aPoolInUseByAnotherProcessNamesIt() throws Exception {
    Process child = ChildJvm.start(Holder.class, pool().toString());
    try {
      assertThat(child.inputReader().readLine()).isEqualTo("open");
      assertThat(refusal("cmap", pool(), 0)).contains("process " + child.pid());
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThat(valueIn("cmap", pool(), 0)).isEqualTo("child");
  }

  static final class Holder {
    public static void main(String[] args) throws InterruptedException {
      TestStore store = TestStore.open("cmap", Path.of(args[0]), 16 << 20);
      store.put(bytes("key"), bytes("child"));
      System.out.println("open");
      Thread.sleep(120_000);
      store.close();
    }
  }

  @Test
  void theHolderOfALockIsFoundByDeviceAndInode() {
    List<String> locks =
        List.of(
            "1: POSIX  ADVISORY  WRITE 11 00:1a:77 0 EOF",
            "2: FLOCK  ADVISORY  WRITE 12 00:1b:77 0 EOF",
            "3: FLOCK  ADVISORY  WRITE 13 00:1a:77 0 EOF",
            "4: FLOCK  ADVISORY  WRITE -1 103:02:99 0 EOF");
    assertThat(PoolFile.holder(locks, 0x1a, 77)).hasValue(13);
    assertThat(PoolFile.holder(locks, 0x1a, 78)).isEmpty();
    assertThat(PoolFile.holder(locks, 0x10302, 99)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"vcmap", "vsmap"})
  void aVolatileEngineTakesAFolder(String engine) throws IOException {
    Path path = folder.resolve("volatile");
    create(engine, path, 32 * MIB, "gone after closing");
    assertThat(path).isEmptyDirectory();
    assertThat(valueIn(engine, path, 32 * MIB)).isNull();
    assertThat(refusal(engine, folder.resolve("new"), 16 * MIB - 1))
        .contains("at least " + 16 * MIB);
    assertThat(refusal(engine, folder.resolve("new"), 1L << 50)).contains("bytes free");
    assertThat(folder.resolve("new")).doesNotExist();
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(refusal(engine, file, 32 * MIB)).contains("a folder");
  }
}
