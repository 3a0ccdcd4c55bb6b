package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmemycsb.harness.client.replay.Workloads;
import org.pmemycsb.harness.client.trace.Findings.Fault;
import org.pmemycsb.harness.client.trace.ValueSource.Alphabet;
import org.pmemycsb.harness.plan.design.Verify;

class VerifierTest {
  private static final long KEY = 3;

  private final Findings findings = new Findings();
  private ValueSource values;
  private Verifier verifier;

  private void make(int length, Alphabet alphabet) {
    make(new ValueSource(5, length, alphabet, 0, Share.WHOLE), length);
  }

  private void make(ValueSource source, int length) {
    Workload workload = Workloads.typed(Workloads.of("C", "fieldcount=2 fieldlength=" + length));
    KeyFormat keys = KeyFormat.of(workload.keys());
    values = source;
    verifier = new Verifier(Verify.FULL, values, workload.shape(), keys, 10, 1 << 20);
  }

  private byte[] value(long key, int field, long write, int length) {
    ValueIterator iterator = new ValueIterator(values);
    iterator.aim(key, field, Verifier.sequence(write), length);
    return iterator.toArray();
  }

  private byte[] write(long key, int field, int length) {
    long write = verifier.beginWrite(key, field, true);
    verifier.endWrite(key, field, write, true);
    return value(key, field, write, length);
  }

  private void check(byte[] value) {
    verifier.check(KEY, 0, verifier.floor(KEY, 0), value, findings);
  }

  /** A verifier of one of two machines. */
  private void makeOneOfTwo(int length, Alphabet alphabet) {
    make(new ValueSource(5, length, alphabet, 0, new Share(1, 2)), length);
  }

  private byte[] ofTheOther(long key, int sequence, int length, Alphabet alphabet, int machines) {
    ValueIterator iterator =
        new ValueIterator(
            new ValueSource(5, length, alphabet, 0, new Share(machines == 2 ? 0 : 2, machines)));
    iterator.aim(key, 0, sequence, length);
    return iterator.toArray();
  }

  @ParameterizedTest
  @CsvSource({"1024,BINARY", "24,BINARY", "23,BINARY", "8,BINARY", "33,TEXT", "32,TEXT", "8,TEXT"})
  void ofSeveralMachinesEachKnowsItsOwnWritesAndTheValuesOfAll(int length, Alphabet alphabet) {
    makeOneOfTwo(length, alphabet);
    check(ofTheOther(KEY, 1, length, alphabet, 2));
    byte[] first = write(KEY, 0, length);
    byte[] second = write(KEY, 0, length);
    check(second);
    check(ofTheOther(KEY, 1, length, alphabet, 2));
    check(ofTheOther(KEY, 77, length, alphabet, 2));
    assertThat(findings.counts()).as("the other may have written after us").isEmpty();
    check(first);
    assertThat(findings.counts()).isEqualTo(Map.of(Fault.STALE, 1L));
    check(ofTheOther(KEY + 1, 1, length, alphabet, 2));
    check(ofTheOther(KEY, 1, length, alphabet, 3));
    byte[] torn = ofTheOther(KEY, 1, length, alphabet, 2);
    torn[length - 1] ^= 1;
    check(torn);
    assertThat(findings.counts().values().stream().mapToLong(n -> n).sum())
        .as("of another key, of a machine that there is not, torn")
        .isEqualTo(4);
  }

  @Test
  void aMachineWatchesRecordsThatAnotherMachineInserted() {
    makeOneOfTwo(100, Alphabet.BINARY);
    long update = verifier.beginWrite(KEY, 0, false);
    verifier.endWrite(KEY, 0, update, true);
    byte[] first = value(KEY, 0, update, 100);
    check(first);
    assertThat(findings.counts()).isEmpty();
    long second = verifier.beginWrite(KEY, 0, false);
    verifier.endWrite(KEY, 0, second, true);
    check(first);
    assertThat(findings.counts()).isEqualTo(Map.of(Fault.STALE, 1L));
  }

  @ParameterizedTest
  @CsvSource({
    "1024,BINARY",
    "24,BINARY",
    "23,BINARY",
    "8,BINARY",
    "3,BINARY",
    "1024,TEXT",
    "33,TEXT",
    "32,TEXT",
    "8,TEXT",
    "3,TEXT"
  })
  void faultsAreFoundForEveryLength(int length, Alphabet alphabet) {
    make(length, alphabet);
    byte[] first = write(KEY, 0, length);
    check(first);
    byte[] second = write(KEY, 0, length);
    check(second);
    assertThat(findings.counts()).isEmpty();
    check(first);
    assertThat(findings.counts()).isEqualTo(Map.of(Fault.STALE, 1L));
    check(write(KEY, 1, length));
    check(write(KEY + 1, 0, length));
    second[length - 1] ^= 1;
    check(second);
    check(null);
    assertThat(findings.counts().values().stream().mapToLong(n -> n).sum()).isEqualTo(5);
    assertThat(findings.counts()).containsEntry(Fault.MISSING, 1L);
    assertThat(findings.valuesChecked()).isEqualTo(7);
  }

  @Test
  void tornValueIsFound() {
    make(1024, Alphabet.BINARY);
    byte[] first = write(KEY, 0, 1024);
    byte[] second = write(KEY, 0, 1024);
    System.arraycopy(first, 512, second, 512, 512);
    check(second);
    assertThat(findings.counts()).isEqualTo(Map.of(Fault.CORRUPT, 1L));
  }

  @Test
  void anotherSeedsValueIsNotOurs() {
    make(100, Alphabet.BINARY);
    write(KEY, 0, 100);
    values = new ValueSource(6, 100, Alphabet.BINARY, 0, Share.WHOLE);
    check(value(KEY, 0, 1, 100));
    assertThat(findings.counts()).isEqualTo(Map.of(Fault.CORRUPT, 1L));
  }

  @ParameterizedTest
  @CsvSource({"100", "8", "3"})
  void overlappingWritesMayEndInEitherOrder(int length) {
    make(length, Alphabet.BINARY);
    write(KEY, 0, length);
    long a = verifier.beginWrite(KEY, 0, false);
    long b = verifier.beginWrite(KEY, 0, false);
    check(value(KEY, 0, 1, length));
    check(value(KEY, 0, a, length));
    check(value(KEY, 0, b, length));
    verifier.endWrite(KEY, 0, b, true);
    verifier.endWrite(KEY, 0, a, true);
    check(value(KEY, 0, a, length));
    check(value(KEY, 0, b, length));
    assertThat(findings.counts()).isEmpty();
    check(value(KEY, 0, 1, length));
    assertThat(findings.counts()).isEqualTo(Map.of(Fault.STALE, 1L));
    write(KEY, 0, length);
    check(value(KEY, 0, b, length));
    assertThat(findings.counts()).isEqualTo(Map.of(Fault.STALE, 2L));
  }

  @Test
  void shortValueOfAWriteFarBackIsNotTakenForBrokenWhileItIsAllowed() {
    make(3, Alphabet.BINARY);
    write(KEY, 0, 3);
    long old = verifier.beginWrite(KEY, 0, false);
    for (int i = 0; i < 600; i++) { // none is alone, so the floor stays
      verifier.endWrite(KEY, 0, verifier.beginWrite(KEY, 0, false), true);
    }
    check(value(KEY, 0, old, 3));
    assertThat(findings.counts()).isEmpty();
  }

  @Test
  void valueThatWasNeverWrittenIsForeign() {
    make(100, Alphabet.BINARY);
    write(KEY, 0, 100);
    check(value(KEY, 0, 2, 100));
    assertThat(findings.counts()).isEqualTo(Map.of(Fault.FOREIGN, 1L));
  }

  @Test
  void afterAFailedWriteNothingIsCalledStale() {
    make(100, Alphabet.BINARY);
    byte[] first = write(KEY, 0, 100);
    write(KEY, 0, 100);
    verifier.endWrite(KEY, 0, verifier.beginWrite(KEY, 0, false), false);
    write(KEY, 0, 100);
    check(first);
    assertThat(findings.counts()).isEmpty();
    first[50]++;
    check(first);
    assertThat(findings.counts()).isEqualTo(Map.of(Fault.CORRUPT, 1L));
  }

  @Test
  void sampleFitsTheBudgetAndFullSaysWhatItNeeds() {
    make(100, Alphabet.BINARY);
    RecordShape shape = Workloads.typed(Map.of("fieldcount", "2")).shape();
    KeyFormat keys = KeyFormat.of(Workloads.typed(Map.of()).keys());
    Verifier sample = new Verifier(Verify.SAMPLE, values, shape, keys, 10_000_000, 1 << 20);
    assertThat(sample.watchedKeys()).isBetween(10_000L, 65_536L);
    long last = sample.watchedKey(sample.watchedKeys() - 1);
    assertThat(sample.watches(last)).isTrue();
    assertThat(last).isBetween(9_990_000L, 9_999_999L);
    assertThat(sample.watches(last + 1)).isFalse();
    assertThat(LongStream.range(0, 10_100_000).filter(sample::watches).boxed().toList())
        .isEqualTo(
            LongStream.range(0, sample.watchedKeys()).map(sample::watchedKey).boxed().toList());
    assertThatThrownBy(() -> new Verifier(Verify.FULL, values, shape, keys, 10_000_000, 1 << 20))
        .hasMessageContaining("152 MiB");
  }

  @ParameterizedTest
  @EnumSource
  void iteratorGivesTheSameBytesHoweverItIsDrained(Alphabet alphabet) {
    make(200, alphabet);
    byte[] expected = value(KEY, 0, 9, 200);
    ValueIterator iterator = new ValueIterator(values);
    for (int at = 0; at < 200; at += 7) {
      iterator.aim(KEY, 0, 9, 200);
      byte[] bytes = new byte[200];
      for (int i = 0; i < at; i++) {
        bytes[i] = iterator.nextByte();
      }
      assertThat(iterator.bytesLeft()).isEqualTo(200 - at);
      assertThat(iterator.nextBuf(bytes, at)).isEqualTo(200);
      assertThat(iterator.hasNext()).isFalse();
      assertThat(bytes).isEqualTo(expected);
      assertThatThrownBy(iterator::nextByte).isInstanceOf(IndexOutOfBoundsException.class);
      iterator.reset();
      assertThat(iterator.toString().getBytes(java.nio.charset.StandardCharsets.ISO_8859_1))
          .isEqualTo(expected);
    }
    if (alphabet == Alphabet.TEXT) {
      for (byte b : expected) {
        assertThat(b).isBetween((byte) ' ', (byte) '~');
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0,BINARY",
    "0.25,BINARY",
    "0.5,BINARY",
    "0.9,BINARY",
    "1,BINARY",
    "0.5,TEXT",
    "1,TEXT"
  })
  void valuesAreAsCompressibleAsAsked(double share, Alphabet alphabet) {
    make(new ValueSource(5, 64 << 10, alphabet, share, Share.WHOLE), 64 << 10);
    byte[] bytes = value(KEY, 0, 1, 64 << 10);
    byte again = (byte) (alphabet == Alphabet.TEXT ? '0' : 0);
    // Of the others, one in 64 or 256 is the same by chance.
    assertThat((double) count(bytes, again) / bytes.length).isBetween(share - 0.01, share + 0.02);
  }

  private static long count(byte[] bytes, byte wanted) {
    return IntStream.range(0, bytes.length).filter(i -> bytes[i] == wanted).count();
  }

  @ParameterizedTest
  @CsvSource({"0.5,1024", "1,1024", "0.9,30", "1,8"})
  void faultsAreFoundInCompressibleValues(double share, int length) {
    make(new ValueSource(5, length, Alphabet.BINARY, share, Share.WHOLE), length);
    byte[] first = write(KEY, 0, length);
    byte[] second = write(KEY, 0, length);
    check(second);
    assertThat(findings.counts()).isEmpty();
    check(first);
    second[length - 1] ^= 1;
    check(second);
    assertThat(findings.counts()).isEqualTo(Map.of(Fault.STALE, 1L, Fault.CORRUPT, 1L));
  }
}
