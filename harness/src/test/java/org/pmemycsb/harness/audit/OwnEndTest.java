package org.pmemycsb.harness.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.host.workspace.Workspace;
import org.pmemycsb.harness.measure.TestAdapter;
import org.pmemycsb.harness.measure.TestServer;
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** A server that dies under load: a shell that waits for a file, complains, and kills itself. */
class OwnEndTest {
  private static final String TRIGGER = "trigger";
  // With this seed, the load of the first round lasts nearly as long as a load may.
  private static final long LONG = 259;

  @TempDir private Path folder;

  /** Keeps nothing, and lets the server die after a few writes. */
  public static final class ForgetfulClient extends NoopClient {
    private int writes;

    private Status write() {
      Path trigger = Path.of(getProperties().getProperty(TRIGGER));
      try {
        if (writes++ == 20) {
          Files.writeString(trigger, "die");
        }
        Thread.sleep(5);
      } catch (IOException | InterruptedException failure) {
        return Status.UNEXPECTED_STATE;
      }
      return Files.exists(trigger) ? Status.SERVICE_UNAVAILABLE : Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      return write();
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      return write();
    }

    @Override
    public Status delete(String table, String key) {
      return write();
    }

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      return Status.NOT_FOUND;
    }
  }

  private static final class DyingServer implements TestServer {
    private final ServerSettings settings;
    private final Path trigger;
    private Process process;

    DyingServer(ServerSettings settings) throws DatabaseException {
      this.settings = settings;
      this.trigger = settings.folder().resolve(TRIGGER);
      restart();
    }

    @Override
    public void restart() throws DatabaseException {
      try {
        Files.deleteIfExists(trigger);
        String script =
            "until [ -e "
                + trigger
                + " ]; do sleep 0.05; done; echo well; echo; echo assertion failed: page 7;"
                + " kill -SEGV $$";
        process =
            settings
                .processes()
                .start(
                    new ProcessBuilder("sh", "-c", script)
                        .redirectErrorStream(true)
                        .redirectOutput(settings.folder().resolve("server.log").toFile()));
      } catch (IOException failure) {
        throw new DatabaseException("cannot start", failure);
      }
    }

    @Override
    public void crash() {
      process.destroyForcibly().onExit().join();
    }

    @Override
    public Properties clientProperties() {
      Properties properties = new Properties();
      properties.setProperty(TRIGGER, trigger.toString());
      return properties;
    }

    @Override
    public Durability effectiveDurability() {
      return settings.durability();
    }

    @Override
    public void close() {
      crash();
    }
  }

  private static final class DyingAdapter implements TestAdapter {
    @Override
    public String name() {
      return "dying";
    }

    @Override
    public Class<? extends DB> client() {
      return ForgetfulClient.class;
    }

    @Override
    public DatabaseServer open(ServerSettings settings) throws DatabaseException {
      return new DyingServer(settings);
    }
  }

  private Audited audit(Durability durability) throws Exception {
    AuditPlan plan =
        new AuditPlan(1, 2, Duration.ofSeconds(3), 50, 100, Duration.ofSeconds(60), LONG);
    Audit.Progress silent =
        new Audit.Progress() {
          @Override
          public void started(String database, Durability level, int rounds) {}

          @Override
          public void round(Audited.RoundResult result) {}
        };
    try (Workspace workspace = Workspace.create(folder)) {
      ChildJvm jvm = new ChildJvm(new Installation(folder, System.getProperty("java.class.path")));
      return new Audit(plan, workspace, Medium.DISK, jvm, silent)
          .run(new DyingAdapter(), List.of(), new DatabaseChoice("dying", Map.of()), durability);
    }
  }

  @Test
  void aServerThatEndsByItselfIsAFindingOfItsOwn() throws Exception {
    Audited audited = audit(Durability.COMMIT);
    assertThat(audited.ownEnds())
        .singleElement(STRING)
        .startsWith("round 1: ")
        .contains("status 139 (signal 11)")
        .endsWith(": well | assertion failed: page 7");
    assertThat(audited.rounds().get(0).failure()).isEmpty();
    assertThat(audited.reasons())
        .as("writes are judged all the same")
        .singleElement(STRING)
        .startsWith("acknowledged writes");
  }
}
