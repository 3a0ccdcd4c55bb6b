package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Sizes;

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
    KeyFormat format =
        new KeyFormat(
            order.equals("hashed"),
            KeyShape.PREFIX.length(),
            Integer.parseInt(padding),
            Optional.empty());
    KeySpeller speller = format.speller();
    LongStream numbers =
        LongStream.concat(
            LongStream.range(0, 3000),
            LongStream.concat(
                // Where the number of digits changes, up to the longest.
                LongStream.iterate(1, power -> power < Long.MAX_VALUE / 10, power -> power * 10)
                    .flatMap(power -> LongStream.of(power - 1, power, power * 9 + 1)),
                LongStream.of(0xABCDEF, (1 << 24) - 1, 1 << 24, 1L << 35, Long.MAX_VALUE)));
    numbers.forEach(
        number -> {
          assertThat(speller.name(number))
              .isEqualTo(stock.spell(number))
              .isEqualTo(format.name(number));
        });
  }

  @ParameterizedTest
  @CsvSource({"6, 000042", "7, r000042", "8, er000042", "10, user000042"})
  void aShortKeyHasTheEndOfItsPrefix(int length, String key) {
    KeyFormat format = format("ordered", 6, length + "B");
    assertThat(format.name(42)).isEqualTo(key);
    assertThat(format.speller().missing(42)).isEqualTo(key.replace("42", "4c"));
  }

  @ParameterizedTest
  @CsvSource({
    "ordered, 7, uniform:12:60, 12, 60",
    "ordered, 7, uniform:8:60, 8, 60",
    "hashed, 19, uniform:30:90, 30, 90",
    "hashed, 19, lognormal:40:100, 23, 400",
    "ordered, 7, pareto:20:300, 20, 1200",
  })
  void lengthsOfADistributionDependOnTheNumberAlone(
      String order, int padding, String sizes, int shortest, int longest) {
    KeyFormat format = format(order, padding, sizes);
    KeySpeller speller = format.speller();
    List<String> keys = LongStream.range(0, 50_000).mapToObj(speller::name).toList();
    assertThat(keys)
        .doesNotHaveDuplicates()
        .allSatisfy(key -> assertThat(key.length()).isBetween(shortest, longest));
    if (order.equals("ordered")) {
      assertThat(keys).isSorted();
    }
    KeySpeller another = format(order, padding, sizes).speller();
    for (int number : new int[] {49_999, 7, 31_000}) {
      assertThat(another.name(number)).isEqualTo(keys.get(number));
    }
    double mean = keys.stream().mapToInt(String::length).average().orElseThrow();
    KeyShape shape = new KeyShape(order.equals("ordered"), padding, Sizes.of(sizes));
    assertThat(mean).isCloseTo(shape.mean(), withinPercentage(5));
  }

  private static KeyFormat format(String order, int digits, String sizes) {
    return KeyFormat.of(new KeyShape(order.equals("ordered"), digits, Sizes.of(sizes)));
  }

  /** What a run has loaded, a later version must find. */
  @Test
  void keysOfADistributionAreForGood() {
    KeySpeller speller = format("ordered", 4, "uniform:8:14").speller();
    assertThat(LongStream.range(0, 6).mapToObj(speller::name))
        .containsExactly(
            "user0000000000",
            "user00010",
            "user0002000",
            "user00030",
            "user000400000",
            "user00050");
  }

  @ParameterizedTest
  @CsvSource({"hashed, uniform:23:30", "ordered, uniform:23:30", "hashed, 32", "ordered, 32"})
  void aMissingKeyIsNoRecordsAndLiesAmongThem(String order, String sizes) {
    KeySpeller speller = format(order, 19, sizes).speller();
    Set<String> present = new TreeSet<>();
    LongStream.range(0, 2000).forEach(number -> present.add(speller.name(number)));
    for (long number = 0; number < 2000; number++) {
      String missing = speller.missing(number);
      String key = speller.name(number);
      assertThat(present).doesNotContain(missing);
      assertThat(missing).hasSameSizeAs(key).isGreaterThan(key);
      assertThat(missing).startsWith(key.substring(0, key.length() - 1));
    }
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
