package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.DB;
import site.ycsb.Status;

class SlowerReadsTest {
  private static final int DELAY = 1_000;
  private static final int CACHED = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Map<String, String> UPDATES =
      Map.of("updateproportion", "1", "readproportion", "0", "requestdistribution", "uniform");

  /** Of no server. A wait too short for a delay needs no shim. */
  private static final SlowerReads.Memory MEMORY =
      new SlowerReads.Memory(3, 1 << 10, "none", false);

  private final Bench bench = new Bench(new MemoryDatabase(), UPDATES, Verify.FULL);

  /** A clock of which each reading takes a nanosecond. */
  private static final class CountingTicker extends Ticker {
    private long now;

    @Override
    long nanos() {
      return ++now;
    }

    @Override
    void pause(long nanos) {
      throw new AssertionError("a thread that waits for its memory does not sleep");
    }
  }

  private DB own(LongSupplier recordRead, Ticker ticker) {
    RecordCache cache = new RecordCache(1_000, CACHED);
    return SlowerReads.own(bench.database.new Client(), cache::misses, DELAY, recordRead, ticker);
  }

  private long nanosOf(DB client, CountingTicker ticker, String key) {
    long begin = ticker.now;
    client.read("usertable", key, null, new HashMap<>());
    return ticker.now - begin;
  }

  @Test
  void onlyACallThatMissesTheCacheReturnsLater() {
    CountingTicker ticker = new CountingTicker();
    DB client = own(() -> 0, ticker);

    assertThat(nanosOf(client, ticker, "user1")).isBetween((long) DELAY, DELAY + 2L);
    assertThat(nanosOf(client, ticker, "user1")).isLessThan(5);
    client.update("usertable", "user2", new HashMap<>());
    assertThat(nanosOf(client, ticker, "user2")).isLessThan(5);
  }

  @Test
  void aCallThatMissesTheCacheWaitsForReadsOfOthersBeforeIt() {
    CountingTicker ticker = new CountingTicker();
    DB client = own(() -> ticker.now + 3 * DELAY, ticker);

    assertThat(nanosOf(client, ticker, "user1")).isBetween(3L * DELAY, 3L * DELAY + 3);
    assertThat(nanosOf(client, ticker, "user1")).isLessThan(5);
  }

  @Test
  void aRecordLeavesTheCacheWhenAsManyOthersCameAsItHolds() {
    RecordCache cache = new RecordCache(1_000_000, CACHED);
    assertThat(cache.misses("user-first")).isTrue();
    for (int i = 1; i < CACHED; i++) {
      cache.misses("user" + i);
    }

    assertThat(cache.misses("user-first")).isFalse();
    cache.misses("user-last");
    assertThat(cache.misses("user-first")).isTrue();
  }

  @Test
  void aServerIsMadeToWaitBeforeACallThatMissesTheCache() {
    RecordCache cache = new RecordCache(1_000, CACHED);
    AtomicInteger owed = new AtomicInteger();
    List<Integer> owedBefore = new ArrayList<>();
    MemoryDatabase.Change noting =
        call -> {
          owedBefore.add(owed.get());
          return Status.OK;
        };
    DB client =
        SlowerReads.ofServer(
            bench.database.updating(noting).create(0), cache::misses, owed::incrementAndGet);

    client.update("usertable", "user1", new HashMap<>());
    client.update("usertable", "user1", new HashMap<>());
    client.update("usertable", "user2", new HashMap<>());
    assertThat(owedBefore).containsExactly(1, 1, 2);
  }

  @Test
  void aLoadWaitsOnceItsRecordsDoNotFitIntoTheCache() {
    Predicate<String> loaded = RecordCache.ofLoad(CACHED);
    int missed = 0;
    for (int i = 0; i <= CACHED; i++) {
      missed += loaded.test("user" + i) ? 1 : 0;
    }
    assertThat(missed).isZero();
    int more = 100 * CACHED;
    double expected = 0;
    for (int i = CACHED + 1; i < more; i++) {
      missed += loaded.test("user" + i) ? 1 : 0;
      expected += 1 - (double) CACHED / i;
    }
    assertThat(missed / expected).isCloseTo(1, within(0.03));
  }

  @Test
  void theStallOfALoadIsThatOfReadsOfAllItsRecords() throws Exception {
    bench.load(1);
    TraceSpec load = Workloads.load(UPDATES, 1, Bench.RECORDS, 7);

    ReadStall stall =
        SlowerReads.ofLoad(bench.database.clients(), bench.payload, load, MEMORY, PATIENCE);

    assertThat(stall.missed()).isGreaterThan(0.5);
  }

  @Test
  void theDelayMakesTheStallOfAllOperationsLongerByTheFactor() {
    ReadStall stall = ReadStall.on(3, 200, 700, 0.5);

    assertThat(stall.delayNanos() * stall.missed()).isEqualTo((700 - 200) * (3.0 - 1));
    assertThat(ReadStall.on(3, 700, 200, 0.5).delayNanos()).isZero();
    assertThat(ReadStall.on(3, 200, 700, 0).delayNanos()).isZero();
  }

  @Test
  void theStallIsMeasuredByReadsAlone() throws Exception {
    bench.load(1);
    Map<String, Map<String, byte[]>> before = Map.copyOf(bench.database.records);
    Set<String> read = ConcurrentHashMap.newKeySet();
    AtomicInteger opened = new AtomicInteger();
    ClientFactory noting =
        bench.database.reading(
            call -> {
              read.add(call.key());
              return call.right();
            });
    ClientFactory clients =
        thread -> {
          opened.incrementAndGet();
          return noting.create(thread);
        };
    TraceSpec phase = bench.spec(2, 1_000, 7);

    SlowerReads.Clients slower = SlowerReads.of(clients, bench.payload, phase, MEMORY, PATIENCE);

    assertThat(bench.database.records).isEqualTo(before);
    assertThat(read).hasSizeGreaterThan(Bench.RECORDS / 2);
    assertThat(slower.stall().missed()).isGreaterThan(0.5);
    assertThat(bench.database.open).hasValue(0);
    assertThat(opened).hasValue(1);
  }

  @Test
  @Timeout(60)
  void aStoreThatHangsBeforeThePhaseIsTheReason() {
    TraceSpec phase = Workloads.transactions(UPDATES, 1, 1_000, 100, 7);
    ClientFactory hanging =
        bench.database.reading(
            call -> {
              LockSupport.park();
              return Status.ERROR;
            });

    assertThatThrownBy(
            () -> SlowerReads.of(hanging, bench.payload, phase, MEMORY, Duration.ofSeconds(1)))
        .isInstanceOf(ReplayException.class)
        .hasMessageContainingAll("1 s", "reads");
  }

  @Test
  void aReadThatFindsNothingBeforeThePhaseIsTheReason() {
    TraceSpec phase = Workloads.transactions(UPDATES, 1, 1_000, 100, 7);

    assertThatThrownBy(
            () -> SlowerReads.of(bench.database.clients(), bench.payload, phase, MEMORY, PATIENCE))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("phase");
    assertThat(bench.database.open).hasValue(0);
  }
}
