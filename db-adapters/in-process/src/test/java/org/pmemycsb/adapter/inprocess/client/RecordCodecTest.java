package org.pmemycsb.adapter.inprocess.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.InputStreamByteIterator;
import site.ycsb.NumericByteIterator;
import site.ycsb.RandomByteIterator;
import site.ycsb.StringByteIterator;

class RecordCodecTest {
  private final RecordCodec codec = new RecordCodec();

  @Test
  void formatIsAsDocumented() {
    assertThat(record(Map.of("ab", new byte[] {7, 8, 9})))
        .containsExactly(0xD7, 1, 1, 2, 'a', 'b', 3, 7, 8, 9);
  }

  @Test
  void predictedSizeIsTheEncodedSize() {
    for (int fieldCount : new int[] {0, 1, 9, 10, 11, 100, 101, 128, 1000}) {
      for (int fieldBytes : new int[] {0, 1, 127, 128, 16383, 16384}) {
        for (String prefix : new String[] {"field", "", "é", "x".repeat(126)}) {
          Map<String, byte[]> fields = new HashMap<>();
          for (int i = 0; i < fieldCount; i++) {
            fields.put(prefix + i, new byte[fieldBytes]);
          }
          assertThat(RecordCodec.encodedSize(fieldCount, prefix, fieldBytes))
              .isEqualTo(codec.encode(iterators(fields)));
        }
      }
    }
  }

  @Test
  void everyTruncationAndWhatIsNoRecordIsRefused() {
    Random random = new Random(2);
    for (int i = 0; i < 30; i++) {
      byte[] record = record(randomFields(random));
      for (int length = 0; length < record.length; length++) {
        byte[] cut = Arrays.copyOf(record, length);
        assertRefused(cut, " " + length + " bytes");
        assertThatExceptionOfType(RecordFormatException.class)
            .isThrownBy(() -> codec.merge(cut, cut.length, iterators(Map.of("a", new byte[1]))));
      }
      assertRefused(Arrays.copyOf(record, record.length + 3), "3 bytes ");
    }
    assertRefused("field0=some text".getBytes(UTF_8), "magic");
    byte[] later = record(Map.of("field0", new byte[1]));
    later[1] = 2;
    assertRefused(later, "version is 2");
  }

  private void assertRefused(byte[] record, String why) {
    assertThatExceptionOfType(RecordFormatException.class)
        .isThrownBy(() -> decode(record, null))
        .withMessageContaining(why);
  }

  @Test
  void garbageIsRefusedOrDecodedButNeverFailsOtherwise() {
    Random random = new Random(3);
    int refused = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] garbage = new byte[random.nextInt(40)];
      random.nextBytes(garbage);
      if (garbage.length >= 3 && random.nextInt(10) > 0) {
        garbage[0] = (byte) 0xD7;
        garbage[1] = 1;
        garbage[2] = (byte) random.nextInt(4);
      }
      try {
        decode(garbage, null);
      } catch (RecordFormatException expected) {
        refused++;
      }
      try {
        codec.merge(garbage, garbage.length, iterators(Map.of("a", new byte[3])));
      } catch (RecordFormatException expected) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(300_000);
  }

  @Test
  void hugeClaimsAllocateNothing() {
    int[][] claims = {
      {0xD7, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x07},
      {0xD7, 1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 'a'},
      {0xD7, 1, 1, 1, 'a', 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 1},
      {0xD7, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F},
      {0xD7, 1, 1, 1, 'a', 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1},
    };
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int[] claim : claims) {
      byte[] value = new byte[claim.length];
      for (int i = 0; i < claim.length; i++) {
        value[i] = (byte) claim[i];
      }
      assertThatThrownBy(() -> decode(value, null)).isInstanceOf(RecordFormatException.class);
      assertThatThrownBy(() -> codec.merge(value, value.length, new HashMap<>()))
          .isInstanceOf(RecordFormatException.class);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(32 << 20);
  }

  @Test
  void onlyTheWantedFieldsAreDecodedAndAbsentOnesLeftOut() {
    byte[] record = record(Map.of("a", new byte[] {1}, "b", new byte[] {2}, "c", new byte[] {3}));
    assertThat(decode(record, Set.of("b", "nowhere"))).containsOnlyKeys("b");
    assertThat(decode(record, Set.of())).isEmpty();
  }

  @Test
  void aRecordDecodedOverAnotherIsThatRecordWhateverTheOtherWas() {
    Random random = new Random(2);
    Map<String, ByteIterator> result = new HashMap<>();
    for (int i = 0; i < 2000; i++) {
      Map<String, byte[]> fields = randomFields(random);
      byte[] record = record(fields);
      codec.decodeOver(record, 0, record.length, null, result);
      assertThat(arrays(result)).containsExactlyInAnyOrderEntriesOf(fields);
      if (i % 7 == 0) {
        result.put("field0", new StringByteIterator("of the caller"));
      }
    }
  }

  @Test
  void aRecordDecodedOverAnotherUsesItsIteratorsAgain() {
    byte[] one = record(Map.of("a", new byte[] {1, 2, 3}));
    byte[] other = record(Map.of("a", new byte[] {4, 5}));
    Map<String, ByteIterator> result = new HashMap<>();
    codec.decodeOver(one, 0, one.length, null, result);
    ByteIterator first = result.get("a");
    first.nextByte();
    codec.decodeOver(other, 0, other.length, null, result);
    assertThat(result.get("a")).isSameAs(first);
    assertThat(first.bytesLeft()).isEqualTo(2);
    assertThat(first.toArray()).containsExactly(4, 5);
    first.reset();
    assertTakenWhole(first, new byte[] {4, 5});
  }

  @Test
  void mergeKeepsOtherFieldsAndAddsNewOnes() {
    Random random = new Random(5);
    for (int i = 0; i < 2000; i++) {
      Map<String, byte[]> fields = randomFields(random);
      Map<String, byte[]> changes = randomFields(random);
      byte[] record = record(fields);
      int length = codec.merge(record, record.length, iterators(changes));
      byte[] merged = Arrays.copyOf(codec.buffer(), length);
      fields.putAll(changes);
      assertThat(decode(merged, null)).containsExactlyInAnyOrderEntriesOf(fields);
    }
  }

  @Test
  void everyIteratorOfYcsbIsTakenWhole() {
    byte[] bytes = new byte[300];
    new Random(6).nextBytes(bytes);
    assertTakenWhole(new ByteArrayByteIterator(bytes, 3, 250), Arrays.copyOfRange(bytes, 3, 253));
    assertTakenWhole(new StringByteIterator("über"), new byte[] {(byte) 0xFC, 'b', 'e', 'r'});
    assertTakenWhole(new InputStreamByteIterator(new ByteArrayInputStream(bytes), 300), bytes);
    assertTakenWhole(new NumericByteIterator(258L), new byte[] {0, 0, 0, 0, 0, 0, 1, 2});
  }

  /** RandomByteIterator writes beyond its end. */
  @Test
  void randomIteratorGivesWhatIsLeftAndDoesNotSpillIntoTheNextField() {
    for (int size = 2; size < 200; size++) {
      Map<String, ByteIterator> fields = new LinkedHashMap<>();
      fields.put("a", new RandomByteIterator(size));
      fields.put("b", new ByteArrayByteIterator(new byte[] {1, 2, 3, 4, 5, 6, 7}));
      int begun = size % 3;
      IntStream.range(0, begun).forEach(i -> fields.get("a").nextByte());
      int length = codec.encode(fields);
      Map<String, byte[]> decoded = decode(Arrays.copyOf(codec.buffer(), length), null);
      assertThat(decoded.get("a")).hasSize(size - begun);
      assertThat(decoded.get("b")).containsExactly(1, 2, 3, 4, 5, 6, 7);
    }
  }

  /** 700 are more than the names that it remembers; of those, none is made again. */
  @Test
  void namesAreRememberedAndManyFieldsDecoded() {
    Map<String, byte[]> fields = new HashMap<>();
    for (int i = 0; i < 700; i++) {
      fields.put("name" + i, new byte[] {(byte) i});
    }
    byte[] record = record(fields);
    assertThat(decode(record, null)).containsExactlyInAnyOrderEntriesOf(fields);
    assertThat(decode(record, null)).containsExactlyInAnyOrderEntriesOf(fields);
    byte[] small = record(Map.of("field0", new byte[1]));
    String name = decode(small, null).keySet().iterator().next();
    assertThat(decode(small.clone(), null).keySet()).anyMatch(other -> other == name);
  }

  @Test
  void fieldWithoutDataAndIteratorThatEndsEarlyAreRefused() {
    Map<String, ByteIterator> noData = new HashMap<>();
    noData.put("a", null);
    assertThatThrownBy(() -> codec.encode(noData)).isInstanceOf(RecordFormatException.class);
    byte[] record = record(Map.of("a", new byte[1]));
    assertThatThrownBy(() -> codec.merge(record, record.length, noData))
        .isInstanceOf(RecordFormatException.class);

    ByteIterator liar =
        new ByteIterator() {
          @Override
          public boolean hasNext() {
            return false;
          }

          @Override
          public byte nextByte() {
            throw new AssertionError("it said that it has no next");
          }

          @Override
          public long bytesLeft() {
            return 5;
          }
        };
    assertThatThrownBy(() -> codec.encode(Map.of("a", liar)))
        .isInstanceOf(RecordFormatException.class)
        .hasMessageContaining("5 bytes");
  }

  private void assertTakenWhole(ByteIterator iterator, byte[] expected) {
    int length = codec.encode(Map.of("f", iterator));
    assertThat(decode(Arrays.copyOf(codec.buffer(), length), null).get("f")).isEqualTo(expected);
    assertThat(iterator.hasNext()).isFalse();
  }

  private byte[] record(Map<String, byte[]> fields) {
    int length = codec.encode(iterators(fields));
    return Arrays.copyOf(codec.buffer(), length);
  }

  private Map<String, byte[]> decode(byte[] record, Set<String> wanted) {
    Map<String, ByteIterator> result = new HashMap<>();
    codec.decode(record, 0, record.length, wanted, result);
    return arrays(result);
  }

  private static Map<String, byte[]> arrays(Map<String, ByteIterator> iterators) {
    Map<String, byte[]> fields = new HashMap<>();
    iterators.forEach((name, data) -> fields.put(name, data.toArray()));
    return fields;
  }

  private static Map<String, ByteIterator> iterators(Map<String, byte[]> fields) {
    Map<String, ByteIterator> iterators = new HashMap<>();
    fields.forEach((name, data) -> iterators.put(name, new ByteArrayByteIterator(data)));
    return iterators;
  }

  private static Map<String, byte[]> randomFields(Random random) {
    Map<String, byte[]> fields = new HashMap<>();
    int count = random.nextInt(8);
    for (int i = 0; i < count; i++) {
      String name = random.nextInt(4) == 0 ? "ü".repeat(random.nextInt(90)) + i : "field" + i;
      byte[] data = new byte[random.nextInt(4) == 0 ? random.nextInt(400) : random.nextInt(20)];
      random.nextBytes(data);
      fields.put(name, data);
    }
    return fields;
  }
}
