package org.pmemycsb.adapter.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** The end of a store whose syncs wait for the test. The tests of the databases have the rest. */
@Timeout(60)
class SharedLocalTest {
  @TempDir private Path folder;

  /** Takes every write, and keeps none. */
  private static final class Waiting implements LocalStore, RecordStore {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    @Override
    public RecordStore session() {
      return this;
    }

    @Override
    public void sync() throws InterruptedException {
      begun.countDown();
      go.await();
    }

    @Override
    public int get(byte[] key, byte[] buffer) {
      return -1;
    }

    @Override
    public void put(byte[] key, byte[] value, int length) {}

    @Override
    public boolean replace(byte[] key, byte[] value, int length) {
      return false;
    }

    @Override
    public boolean remove(byte[] key) {
      return false;
    }

    @Override
    public void scan(byte[] from, int count, Values values) {}

    @Override
    public Durability durability() {
      return Durability.PERIODIC;
    }

    @Override
    public String durabilitySettings() {
      return "";
    }

    @Override
    public String configuration() {
      return "";
    }

    @Override
    public long count() {
      return 0;
    }

    @Override
    public Map<String, Long> statistics() {
      return Map.of();
    }

    @Override
    public void close() {}
  }

  private static final class Adapter extends LocalAdapter {
    private final LocalStore store;

    Adapter(LocalStore store) {
      this.store = store;
    }

    @Override
    public String name() {
      return "waiting";
    }

    @Override
    protected String version() {
      return "1";
    }

    @Override
    protected Properties properties(ServerSettings settings) {
      return new Properties();
    }

    @Override
    protected LocalStore open(
        Path folder, Durability durability, Properties properties, boolean create) {
      return store;
    }

    @Override
    public Class<? extends DB> client() {
      return LocalClient.class;
    }
  }

  @Test
  void aSyncThatIsUnderWayAtTheEndIsNotInterrupted() throws Exception {
    Waiting store = new Waiting();
    LocalClient client = new LocalClient(new Adapter(store)) {};
    Properties properties = new Properties();
    // Counters lie beside the store.
    properties.setProperty(
        "waiting.path", Files.createDirectory(folder.resolve("store")).toString());
    properties.setProperty("waiting.durability", "periodic");
    client.setProperties(properties);
    client.init();
    assertThat(client.insert("t", "k", Map.of("f", new StringByteIterator("a"))))
        .isEqualTo(Status.OK);
    store.begun.await();
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread end =
        new Thread(
            () -> {
              try {
                client.cleanup();
                ended.complete(null);
              } catch (Exception failure) {
                ended.completeExceptionally(failure);
              }
            });
    end.start();
    while (end.isAlive() && end.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    store.go.countDown();
    assertThat(ended).succeedsWithin(Duration.ofSeconds(50));
  }
}
