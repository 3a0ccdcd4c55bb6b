package org.pmemycsb.adapter.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
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
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** The end of a store whose syncs wait for the test. The tests of the databases have the rest. */
@Timeout(60)
class SharedLocalTest {
  @TempDir private Path folder;

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  /** Takes every write, and keeps none. */
  private final Object store =
      Proxy.newProxyInstance(
          SharedLocalTest.class.getClassLoader(),
          new Class<?>[] {LocalStore.class, RecordStore.class},
          (self, method, arguments) ->
              switch (method.getName()) {
                case "session" -> self;
                case "endsWithProcess" -> false;
                case "statistics" -> Map.of();
                case "sync" -> {
                  begun.countDown();
                  go.await();
                  yield null;
                }
                default -> null;
              });

  private static final class Adapter extends LocalAdapter {
    private final LocalStore store;

    Adapter(LocalStore store) {
      super("waiting", LocalClient.class);
      this.store = store;
    }

    @Override
    protected String version() {
      return "1";
    }

    @Override
    protected LocalStore open(
        Path folder, Durability durability, Properties properties, boolean create) {
      return store;
    }
  }

  @Test
  void aSyncThatIsUnderWayAtTheEndIsNotInterrupted() throws Exception {
    LocalClient client = new LocalClient(new Adapter((LocalStore) store)) {};
    Properties properties = new Properties();
    // Counters lie beside the store.
    properties.setProperty(
        "waiting.path", Files.createDirectory(folder.resolve("store")).toString());
    properties.setProperty("waiting.durability", "periodic");
    client.setProperties(properties);
    client.init();
    assertThat(client.insert("t", "k", Map.of("f", new StringByteIterator("a"))))
        .isEqualTo(Status.OK);
    begun.await();
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
    go.countDown();
    assertThat(ended).succeedsWithin(Duration.ofSeconds(50));
  }
}
