package org.pmemycsb.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.pmemycsb.pmemkv.StoreFixture.bytes;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolOpenerTest {
  private static final long MIB = 1 << 20;

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  private PmemkvOptions cmap(CreateMode mode) {
    return PmemkvOptions.of("cmap", folder.resolve("pool")).size(16 * MIB).create(mode);
  }

  private static PmemkvException refusal(PmemkvOptions options) {
    PmemkvException refusal =
        catchThrowableOfType(PmemkvException.class, () -> PmemkvStore.open(options).close());
    assertThat(refusal).isNotNull();
    assertThat(refusal.getMessage()).doesNotContain("\n");
    return refusal;
  }

  private void create(PmemkvOptions options, String value) {
    try (PmemkvStore store = PmemkvStore.open(options)) {
      store.put(bytes("key"), bytes(value));
    }
  }

  private static String valueIn(PmemkvOptions options) {
    try (PmemkvStore store = PmemkvStore.open(options)) {
      byte[] value = store.get(bytes("key"));
      return value == null ? null : StoreFixture.text(value);
    }
  }

  @Test
  void ifAbsentCreatesOnceAndOpensAfter() {
    create(cmap(CreateMode.IF_ABSENT), "first");
    assertThat(valueIn(cmap(CreateMode.IF_ABSENT))).isEqualTo("first");
    assertThat(valueIn(cmap(CreateMode.NEVER))).isEqualTo("first");
  }

  @Test
  void anExistingPoolKeepsItsSizeWhateverIsAsked() throws IOException {
    create(cmap(CreateMode.IF_ABSENT), "first");
    assertThat(valueIn(cmap(CreateMode.IF_ABSENT).size(64 * MIB))).isEqualTo("first");
    assertThat(valueIn(cmap(CreateMode.IF_ABSENT).size(0))).isEqualTo("first");
    assertThat(Files.size(folder.resolve("pool"))).isEqualTo(16 * MIB);
  }

  @Test
  void replaceThrowsAwayWhatIsThere() throws IOException {
    create(cmap(CreateMode.REPLACE), "first");
    assertThat(valueIn(cmap(CreateMode.REPLACE).size(32 * MIB))).isNull();
    assertThat(Files.size(folder.resolve("pool"))).isEqualTo(32 * MIB);
  }

  @Test
  void replaceFollowsALinkAndKeepsIt() throws IOException {
    create(cmap(CreateMode.IF_ABSENT), "first");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("pool"));
    PmemkvOptions options = PmemkvOptions.of("cmap", link).size(16 * MIB);
    create(options.create(CreateMode.REPLACE), "second");
    assertThat(link).isSymbolicLink();
    assertThat(valueIn(cmap(CreateMode.NEVER))).isEqualTo("second");
  }

  @Test
  void replaceTakesAPoolOfAnotherEngine() {
    create(cmap(CreateMode.IF_ABSENT), "first");
    PmemkvOptions stree =
        PmemkvOptions.of("stree", folder.resolve("pool")).size(16 * MIB).create(CreateMode.REPLACE);
    create(stree, "second");
    assertThat(valueIn(stree.create(CreateMode.NEVER))).isEqualTo("second");
  }

  @Test
  void neverWantsAPoolAndMakesNone() {
    assertThat(refusal(cmap(CreateMode.NEVER)))
        .hasMessageContaining(folder.resolve("pool").toString())
        .hasMessageContaining("no such file");
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource(
      value = CreateMode.class,
      names = {"IF_ABSENT", "REPLACE"})
  void aMissingFolderIsNamed(CreateMode mode) {
    PmemkvOptions options =
        PmemkvOptions.of("cmap", folder.resolve("none/pool")).size(16 * MIB).create(mode);
    assertThat(refusal(options)).hasMessageContaining("no folder " + folder.resolve("none"));
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 8 * MIB - 1})
  void aSizeTooSmallNamesTheLeast(long size) {
    assertThat(refusal(cmap(CreateMode.IF_ABSENT).size(size)))
        .hasMessageContaining("at least " + 8 * MIB);
    assertThat(folder).isEmptyDirectory();
    create(cmap(CreateMode.IF_ABSENT).size(8 * MIB), "it is enough");
  }

  @Test
  void aRefusedReplaceLeavesThePool() {
    create(cmap(CreateMode.IF_ABSENT), "first");
    refusal(cmap(CreateMode.REPLACE).size(1));
    refusal(cmap(CreateMode.REPLACE).size(1L << 50));
    assertThat(valueIn(cmap(CreateMode.NEVER))).isEqualTo("first");
  }

  @ParameterizedTest
  @EnumSource(CreateMode.class)
  void aFileThatIsNoPoolIsLeftAsItIs(CreateMode mode) throws IOException {
    byte[] content = new byte[(int) (9 * MIB)];
    java.util.Arrays.fill(content, (byte) 'x');
    Files.write(folder.resolve("pool"), content);
    PmemkvException refusal = refusal(cmap(mode));
    assertThat(refusal).hasMessageContaining("no pool").hasMessageContaining("pool: ");
    assertThat(folder.resolve("pool")).hasBinaryContent(content);
  }

  @Test
  void anUnfinishedPoolCanOnlyBeReplaced() throws IOException {
    Files.write(folder.resolve("pool"), new byte[(int) (9 * MIB)]);
    assertThat(refusal(cmap(CreateMode.NEVER))).hasMessageContaining("REPLACE");
    assertThat(refusal(cmap(CreateMode.IF_ABSENT))).hasMessageContaining("REPLACE");
    create(cmap(CreateMode.REPLACE), "value");
    assertThat(valueIn(cmap(CreateMode.NEVER))).isEqualTo("value");
  }

  @Test
  void aDamagedPoolIsLeftAsItIs() throws IOException {
    create(cmap(CreateMode.IF_ABSENT), "first");
    Path pool = folder.resolve("pool");
    try (RandomAccessFile file = new RandomAccessFile(pool.toFile(), "rw")) {
      file.seek(100);
      file.write(bytes("damage"));
    }
    byte[] before = Files.readAllBytes(pool);
    assertThat(refusal(cmap(CreateMode.IF_ABSENT)))
        .hasMessageContaining("checksum")
        .hasMessageContaining("damaged");
    assertThat(Files.readAllBytes(pool)).isEqualTo(before);
  }

  @Test
  void aPoolOfAnotherEngineIsNamedAndLeftAsItIs() {
    create(cmap(CreateMode.IF_ABSENT), "first");
    PmemkvOptions stree = PmemkvOptions.of("stree", folder.resolve("pool"));
    assertThat(refusal(stree)).hasMessageContaining("made by the engine cmap, not stree");
    assertThat(refusal(stree.create(CreateMode.IF_ABSENT))).hasMessageContaining("not stree");
    assertThat(valueIn(cmap(CreateMode.NEVER))).isEqualTo("first");
  }

  @Test
  void anUnknownEngineGetsTheListOfThoseThereAre() {
    PmemkvException refusal =
        refusal(PmemkvOptions.of("cmop", folder.resolve("pool")).create(CreateMode.IF_ABSENT));
    assertThat(refusal.status()).isEqualTo(PmemkvStatus.WRONG_ENGINE_NAME);
    assertThat(refusal)
        .hasMessageContaining("'cmop'")
        .hasMessageContaining(String.join(", ", PmemkvStore.engines()));
  }

  @ParameterizedTest
  @EnumSource(CreateMode.class)
  void aPoolInUseByThisProcessIsRefusedAndUnharmed(CreateMode mode) {
    try (PmemkvStore store = PmemkvStore.open(cmap(CreateMode.IF_ABSENT))) {
      store.put(bytes("key"), bytes("value"));
      assertThat(refusal(cmap(mode))).hasMessageContaining("in use by this process");
      assertThat(store.get(bytes("key"))).isEqualTo(bytes("value"));
      store.put(bytes("key"), bytes("other"));
    }
    assertThat(valueIn(cmap(CreateMode.NEVER))).isEqualTo("other");
  }

  @Test
  void aPoolInUseByAnotherProcessNamesIt() throws Exception {
    Process child = ChildJvm.start(Holder.class, folder.resolve("pool").toString());
    try {
      assertThat(child.inputReader().readLine()).isEqualTo("open");
      for (CreateMode mode : CreateMode.values()) {
        assertThat(refusal(cmap(mode))).hasMessageContaining("in use by process " + child.pid());
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThat(valueIn(cmap(CreateMode.NEVER))).isEqualTo("of the child");
  }

  static final class Holder {
    public static void main(String[] args) throws InterruptedException {
      PmemkvStore store =
          PmemkvStore.open(
              PmemkvOptions.of("cmap", Path.of(args[0]))
                  .size(16 << 20)
                  .create(CreateMode.IF_ABSENT));
      store.put(bytes("key"), bytes("of the child"));
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
    assertThat(PoolLock.holder(locks, 0x1a, 77)).hasValue(13);
    assertThat(PoolLock.holder(locks, 0x1a, 78)).isEmpty();
    assertThat(PoolLock.holder(locks, 0x10302, 99)).isEmpty();
  }

  @Test
  void aFullFileSystemIsNamedAndNothingIsLeft() throws Exception {
    try (Mount mount = Mount.tmpfs("size=16m")) {
      PmemkvOptions options =
          PmemkvOptions.of("cmap", mount.folder().resolve("pool")).create(CreateMode.IF_ABSENT);
      PmemkvException refusal = refusal(options.size(64 * MIB));
      assertThat(refusal.status()).isEqualTo(PmemkvStatus.OUT_OF_MEMORY);
      assertThat(refusal).hasMessageContaining("16777216 bytes free, of 67108864 wanted");
      assertThat(mount.folder()).isEmptyDirectory();
      create(options.size(12 * MIB), "fits");
      assertThat(refusal(options.create(CreateMode.REPLACE).size(64 * MIB)))
          .hasMessageContaining("bytes free");
      create(options.create(CreateMode.REPLACE).size(16 * MIB), "fits when the old one is gone");
    }
  }

  @Test
  void aCreationThatFailsHalfWayLeavesNothing() throws Exception {
    try (Mount mount = Mount.tmpfs("size=16m,nr_inodes=3")) {
      // The quota on inodes is not what is free in bytes, so nothing but creating finds it out.
      Files.createFile(mount.folder().resolve("a"));
      Files.createFile(mount.folder().resolve("b"));
      PmemkvOptions options =
          PmemkvOptions.of("cmap", mount.folder().resolve("pool"))
              .size(12 * MIB)
              .create(CreateMode.IF_ABSENT);
      assertThat(refusal(options)).hasMessageContaining("cannot create pool");
      assertThat(mount.folder().resolve("pool")).doesNotExist();
    }
  }

  @Test
  void aFolderWithoutPermissionToWriteIsNamed() throws Exception {
    // Read-only rather than without permission, since to root every permission is given.
    try (Mount mount = Mount.tmpfs("size=1m,ro")) {
      PmemkvOptions options =
          PmemkvOptions.of("cmap", mount.folder().resolve("pool"))
              .size(16 * MIB)
              .create(CreateMode.IF_ABSENT);
      assertThat(refusal(options)).hasMessageContaining("no permission to write");
    }
  }

  @ParameterizedTest
  @EnumSource(CreateMode.class)
  void aPoolThatMayNotBeReadIsRefusedWithTheReason(CreateMode mode) throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "needs root");
    create(cmap(CreateMode.IF_ABSENT), "first");
    Path pool = folder.resolve("pool");
    Files.setPosixFilePermissions(pool, Set.of());
    // To root every permission is given, except without these capabilities.
    Process child =
        new ProcessBuilder(
                "setpriv",
                "--bounding-set=-dac_override,-dac_read_search",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                ChildJvm.classPath(),
                Opener.class.getName(),
                pool.toString(),
                mode.name())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();

    assertThat(child.inputReader().readLine())
        .isEqualTo("cannot open pool " + pool + ": no permission to read; chmod u+rw it");
    assertThat(pool).exists();
  }

  static final class Opener {
    public static void main(String[] args) {
      PmemkvOptions options = PmemkvOptions.of("cmap", Path.of(args[0])).size(16 << 20);
      System.out.println(refusal(options.create(CreateMode.valueOf(args[1]))).getMessage());
    }
  }

  @Test
  void aFolderIsNoPool() {
    PmemkvOptions options = PmemkvOptions.of("cmap", folder).size(16 * MIB);
    assertThat(refusal(options)).hasMessageContaining("is a folder");
    assertThat(refusal(options.create(CreateMode.REPLACE))).hasMessageContaining("no pool");
    assertThat(folder).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"vcmap", "vsmap"})
  void aVolatileEngineTakesAFolder(String engine) throws IOException {
    PmemkvOptions options = PmemkvOptions.of(engine, folder.resolve("volatile")).size(32 * MIB);
    assertThat(refusal(options)).hasMessageContaining("no such folder");
    create(options.create(CreateMode.IF_ABSENT), "gone after closing");
    assertThat(folder.resolve("volatile")).isEmptyDirectory();
    assertThat(valueIn(options)).isNull();
    assertThat(refusal(options.size(16 * MIB - 1))).hasMessageContaining("at least " + 16 * MIB);
    assertThat(refusal(options.size(1L << 50))).hasMessageContaining("bytes free");
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(refusal(PmemkvOptions.of(engine, file).size(32 * MIB)))
        .hasMessageContaining("takes a folder");
    PmemkvOptions unmade =
        PmemkvOptions.of(engine, folder.resolve("new")).create(CreateMode.IF_ABSENT);
    refusal(unmade.size(1L << 50));
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  void anEngineThatStoresSomewhereWantsAPath() {
    assertThat(refusal(new PmemkvOptions("cmap", null, 16 * MIB, CreateMode.IF_ABSENT, null)))
        .hasMessageContaining("no path");
    assertThatThrownBy(() -> cmap(CreateMode.NEVER).size(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void thePathMayHaveAnyCharacters() {
    PmemkvOptions options = PmemkvOptions.of("cmap", folder.resolve("p o%s'l\"")).size(8 * MIB);
    create(options.create(CreateMode.IF_ABSENT), "value");
    assertThat(valueIn(options)).isEqualTo("value");
  }
}
