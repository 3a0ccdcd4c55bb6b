package org.pmemycsb.harness.measure.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.measure.TestAdapter;
import org.pmemycsb.harness.measure.TestServer;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;

/** In a thread of its own, because a call that is not guarded hangs whatever interrupts it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuardTest {
  private final Mistaken mistaken = new Mistaken();
  private final DatabaseAdapter guarded = Guard.of(mistaken);

  /** An adapter and its database. It makes the mistake that the test chooses. */
  private static final class Mistaken implements TestAdapter, TestServer {
    private Throwable failure;
    private volatile boolean hangs;
    private volatile boolean crashed;
    private final AtomicInteger closed = new AtomicInteger();
    private Map<String, Long> statistics = Map.of("syncs", 1L);
    private List<Option> options = List.of();
    private String version = "1";
    private Availability availability;

    private void hang() {
      while (hangs && !crashed) {
        LockSupport.parkNanos(1_000_000);
      }
    }

    @SuppressWarnings("unchecked") // any exception, also one that the SPI does not allow
    private <T extends Throwable> void fail() throws T {
      hang();
      if (failure != null) {
        throw (T) failure;
      }
    }

    @Override
    public String name() {
      this.<RuntimeException>fail();
      return "mistaken";
    }

    @Override
    public Availability probe(Host host, Map<String, String> options) {
      this.<RuntimeException>fail();
      return availability;
    }

    @Override
    public List<Option> options() {
      return options;
    }

    @Override
    public DatabaseServer open(ServerSettings settings) throws DatabaseException {
      hang();
      return this;
    }

    @Override
    public void reset() throws DatabaseException {
      this.<RuntimeException>fail();
    }

    @Override
    public String version() {
      return version;
    }

    @Override
    public Map<String, Long> statistics() {
      return statistics;
    }

    @Override
    public void crash() {
      crashed = true;
      this.<RuntimeException>fail();
    }

    @Override
    public OptionalLong recordCount() {
      this.<RuntimeException>fail();
      return OptionalLong.empty();
    }

    @Override
    public void close() {
      this.<RuntimeException>fail();
      closed.incrementAndGet();
    }
  }

  /** Threads that were given up would take processors from later tests. */
  @AfterEach
  void nothingHangsAnyMore() {
    mistaken.hangs = false;
  }

  private DatabaseServer server() throws DatabaseException {
    return guarded.open(settings(Optional.empty()));
  }

  private static ServerSettings settings(Optional<ExternalServer> external) {
    return new ServerSettings(
            Path.of("unused"),
            Medium.TMPFS,
            Durability.NONE,
            new RecordLayout(1, 1, 1, 1),
            false,
            1,
            external,
            new LocalHost(),
            ProcessBuilder::start,
            Map.of())
        .patient(Duration.ofSeconds(1));
  }

  @Test
  void aQuestionWithoutAnAnswerEndsWithItsName() throws Exception {
    DatabaseServer server = server();
    mistaken.hangs = true;

    assertThatThrownBy(server::reset)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContainingAll("empty", "1 s", "--patience");
    assertThatThrownBy(server::recordCount).hasMessageContaining("count");
  }

  @Test
  void anExternalServerMayHangWhileItIsAttachedToAndWhileItIsGivenBack() throws Exception {
    ServerSettings external = settings(Optional.of(new ExternalServer("redis://nowhere", true)));
    DatabaseServer server = guarded.open(external);
    mistaken.hangs = true;

    assertThatThrownBy(() -> guarded.open(external))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContainingAll("attach", "1 s");
    assertThatThrownBy(server::close)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContainingAll("remove", "1 s");
    assertThat(mistaken.crashed).isFalse();
    mistaken.hangs = false;
    while (mistaken.closed.get() < 2) { // the one that attached too late leaves, too
      Thread.sleep(1);
    }
  }

  @Test
  void aServerOfOursThatHangsIsKilledBeforeItIsClosed() throws Exception {
    DatabaseServer server = server();
    mistaken.hangs = true;
    assertThatThrownBy(server::reset).isInstanceOf(DatabaseException.class);

    server.close();

    assertThat(mistaken.crashed).isTrue();
  }

  @Test
  void anInterruptDoesNotKeepAServerFromBeingClosed() throws Exception {
    DatabaseServer server = server();
    Thread.currentThread().interrupt();

    server.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(mistaken.closed).hasValue(1);
  }

  static Stream<Arguments> failed() {
    return Stream.of(
        Arguments.of(
            new IllegalStateException("no\n  connection\n"),
            ".*Mistaken .*reset\\(\\) .*IllegalStateException: no; connection, at .+"),
        Arguments.of(
            new StackOverflowError("deep"), ".*reset\\(\\) .*StackOverflowError: deep, at .+"),
        Arguments.of(new Exception("checked"), ".*reset\\(\\) .*Exception: checked, at .+"),
        Arguments.of(
            new NoClassDefFoundError("com/acme/Driver"), ".* com\\.acme\\.Driver.* --jar.*"),
        Arguments.of(new DatabaseException("it ended:\n\n  disk full\n"), "it ended:; disk full"),
        Arguments.of(
            new DatabaseException(null),
            ".*reset\\(\\) threw org\\.pmemycsb\\.spi\\.DatabaseException, at .+"));
  }

  @ParameterizedTest
  @MethodSource("failed")
  void aFailureOfAnAdapterIsOneOfTheDatabaseInOneLine(Throwable failure, String message) {
    mistaken.failure = failure;
    assertThatThrownBy(() -> server().reset())
        .isInstanceOf(DatabaseException.class)
        .hasMessageMatching(message);
  }

  @Test
  void whereTheSpiAllowsNoFailureItIsOneOfTheConfiguration() throws Exception {
    mistaken.failure = new IllegalStateException("no connection");

    assertThatThrownBy(guarded::name)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("IllegalStateException: no connection");
  }

  @Test
  void nullIsNoAnswer() throws Exception {
    DatabaseServer server = server();
    mistaken.version = null;
    assertThatThrownBy(server::version)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("version() returned null");

    Map<String, Long> counters = new HashMap<>();
    counters.put("syncs", null);
    for (Map<String, Long> statistics : List.of(counters, new HashMap<>(counters))) {
      mistaken.statistics = statistics;
      assertThatThrownBy(server::statistics).hasMessageContainingAll("statistics()", "null");
    }
    mistaken.options = Arrays.asList(Option.size("size", ""), null);
    assertThatThrownBy(guarded::options).hasMessageContainingAll("options()", "null");
  }

  @Test
  void aDatabaseWhoseProbeFailsIsUnavailable() {
    assertThat(guarded.probe(null).available()).isFalse();
    assertThat(guarded.probe(null).detail()).contains("probe() returned null");

    mistaken.failure = new IllegalStateException("no connection");
    assertThat(guarded.probe(null).detail())
        .contains("probe() ", "IllegalStateException: no connection");
  }

  @Test
  void aTextOfSeveralLinesIsOneLine() throws Exception {
    mistaken.version = "Acme 1.0\nof a host";
    mistaken.availability = Availability.no("no library:\n\tlibacme.so", "install acme");

    assertThat(server().version()).isEqualTo("Acme 1.0; of a host");
    assertThat(guarded.probe(null))
        .isEqualTo(Availability.no("no library:; libacme.so", "install acme"));
  }

  @Test
  void whatTheSpiAllowsIsUnchanged() throws Exception {
    DatabaseServer server = server();
    assertThat(guarded.name()).isEqualTo("mistaken");
    assertThat(server.statistics()).isEqualTo(Map.of("syncs", 1L));
    assertThat(server.standIn()).isEmpty();
    assertThat(guarded).isEqualTo(guarded).isNotEqualTo(Guard.of(mistaken));
    assertThat(Guard.typeOf(guarded)).isEqualTo(Mistaken.class);
    assertThat(server).isInstanceOf(Restartable.class);
    for (Exception known :
        List.of(new DatabaseException("full"), new ConfigurationException("no"))) {
      mistaken.failure = known;
      assertThatThrownBy(server::reset).isSameAs(known);
    }
  }
}
