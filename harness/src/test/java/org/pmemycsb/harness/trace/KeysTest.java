package org.pmemycsb.harness.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysTest {
  @ParameterizedTest
  @CsvSource({
    "hashed,1",
    "hashed,28",
    "ordered,1",
    "ordered,12",
    "ordered,0",
    "hashed,-3",
    "ordered,20",
    "ordered,24",
    "hashed,25"
  })
  void keysAreSpeltAsByCoreWorkload(String order, String padding) throws Exception {
    Map<String, String> workload = Map.of("insertorder", order, "zeropadding", padding);
    Properties properties = new Properties();
    properties.putAll(workload);
    properties.setProperty("operationcount", "1");
    properties.setProperty("recordcount", "10");
    StockWorkload stock = new StockWorkload(properties);
    KeyFormat format = KeyFormat.of(workload);
    KeySpeller speller = format.speller();
    LongStream numbers =
        LongStream.concat(
            LongStream.range(0, 3000),
            LongStream.concat(
                // Where the number of digits changes, up to the longest.
                LongStream.iterate(1, power -> power < Long.MAX_VALUE / 10, power -> power * 10)
                    .flatMap(power -> LongStream.of(power - 1, power, power * 9 + 1)),
                LongStream.of(1L << 35, Long.MAX_VALUE)));
    numbers.forEach(
        number -> {
          assertThat(speller.name(number))
              .isEqualTo(stock.spell(number))
              .isEqualTo(format.name(number));
        });
  }

  @ParameterizedTest
  @CsvSource({"hashed", "ordered"})
  void aMissingKeyIsNoRecordsAndLiesAmongThem(String order) {
    KeyFormat format = KeyFormat.of(Map.of("insertorder", order, "zeropadding", "28"));
    KeySpeller speller = format.speller();
    Set<String> present = new TreeSet<>();
    LongStream.range(0, 2000).forEach(number -> present.add(format.name(number)));
    for (long number = 0; number < 2000; number++) {
      String missing = speller.missing(number);
      assertThat(present).doesNotContain(missing);
      assertThat(missing).hasSameSizeAs(format.name(number)).isGreaterThan(format.name(number));
      assertThat(missing.substring(0, 31)).isEqualTo(format.name(number).substring(0, 31));
    }
    assertThat(speller.missing(0)).endsWith(order.equals("ordered") ? "00a" : "");
  }

  @Test
  void newestIsTheEndOfWhatIsThereWithoutAGap() throws Exception {
    NewKeys keys = new NewKeys(10, true);
    assertThat(keys.newest()).isEqualTo(9);
    long a = keys.take();
    long b = keys.take();
    long c = keys.take();
    keys.acknowledge(b);
    assertThat(keys.newest()).isEqualTo(9);
    keys.acknowledge(a);
    assertThat(keys.newest()).isEqualTo(b);
    keys.acknowledge(c);
    assertThat(keys.newest()).isEqualTo(c).isEqualTo(12);
  }

  @Test
  void manyThreadsLeaveNoGap() throws Exception {
    NewKeys keys = new NewKeys(0, true);
    int threads = 8;
    int each = 100_000; // several times around the ring
    AtomicBoolean early = new AtomicBoolean();
    CountDownLatch over = new CountDownLatch(threads);
    for (int t = 0; t < threads; t++) {
      new Thread(
              () -> {
                try {
                  for (int i = 0; i < each; i++) {
                    long key = keys.take();
                    if (keys.newest() >= key) {
                      early.set(true); // it is not there before it is acknowledged
                    }
                    keys.acknowledge(key);
                  }
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                over.countDown();
              })
          .start();
    }
    over.await();
    assertThat(early).isFalse();
    assertThat(keys.newest()).isEqualTo((long) threads * each - 1);
  }
}
