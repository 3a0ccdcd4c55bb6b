package org.pmemycsb.harness.client.trace;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;
import org.pmemycsb.harness.client.trace.Findings.Fault;
import org.pmemycsb.harness.plan.design.Verify;

/**
 * Knows which writes of a key's field a read may return, and checks the value that it returned.
 *
 * <p>The writes of one field are numbered as they begin. A write that began while no other write of
 * the field was under way, and that was acknowledged, sets the field's floor to its number: all
 * writes with a lower number were over before it began, so no later read may return them. A write
 * that overlaps others moves no floor, because a database may apply these in any order. A read may
 * return any number from the floor at its begin up to the last write that began before its end.
 * Every finding is a real fault. Some faults go unnoticed. A failed write may take effect at any
 * time or never, so after it only the integrity of the field's values is checked.
 *
 * <p>Where several machines write, each has a verifier of its own, which knows the writes of its
 * machine alone. A value names its writer. A value of another machine is checked for its integrity
 * and its place: some machine wrote it to this key and field. A value of this machine must not be
 * older than the floor, because every write that overtakes it is of another machine. So a lost
 * write goes unnoticed if the value in its place is of another machine. Values of less than 8 bytes
 * do not name their writer, and are not checked then.
 *
 * <p>Make one verifier for the life of a database, from load to the last phase. A record that the
 * verifier has not seen inserted is checked for integrity alone. {@link Verify#SAMPLE} watches the
 * keys of a fixed pseudo-random sample, and sees all their reads and writes.
 *
 * <p>Safe for any number of threads; no locks, one long for each field of each key watched.
 */
public final class Verifier {
  /** A write whose number the caller chooses, from 0: of a field that is not watched any more. */
  public static final long UNWATCHED = 0;

  // Primes, so that the sample follows no pattern in which keys are dealt to threads.
  private static final List<Integer> SAMPLING =
      List.of(17, 67, 257, 1031, 4099, 16411, 65537, 1048583);

  // A field's state: writes under way (8 bits), writes begun (28), floor (28). All ones: given up.
  private static final long GIVEN_UP = -1;
  private static final int COUNT_BITS = 28;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
  private static final long ONE_BEGUN = 1L << COUNT_BITS;
  private static final long ONE_UNDER_WAY = 1L << 2 * COUNT_BITS;
  private static final long MAX_UNDER_WAY = 254;
  private static final long ALONE = 1L << 32;
  private static final long KEY_MASK = (1L << 48) - 1;

  private final Verify mode;
  private final Share share;
  private final ValueSource values;
  private final RecordShape shape;
  private final KeyFormat keys;
  private final long every;
  private final long remainder;
  private final long inverse;
  private final long greatestQuotient;
  private final long lastWatched;
  private final AtomicLongArray fields;

  /**
   * @param values marks the values; the same for all phases
   * @param maxKeys keys from this number on are not watched
   * @param budgetBytes the most heap to take
   * @throws IllegalArgumentException if all keys shall be watched and the budget is too small
   */
  public Verifier(
      Verify mode,
      ValueSource values,
      RecordShape shape,
      KeyFormat keys,
      long maxKeys,
      long budgetBytes) {
    this.mode = mode;
    this.share = values.share();
    this.values = values;
    this.shape = shape;
    this.keys = keys;
    long perKey = (long) shape.fieldCount() * Long.BYTES;
    long most = Math.min(budgetBytes / perKey, (Integer.MAX_VALUE - 8) / shape.fieldCount());
    if (mode == Verify.FULL && maxKeys > most) {
      throw new IllegalArgumentException(
          "verify: full needs %d MiB of heap for %d keys, and may take %d MiB; use verify: sample"
              .formatted(maxKeys * perKey >> 20, maxKeys, budgetBytes >> 20));
    }
    every =
        mode == Verify.SAMPLE
            ? SAMPLING.stream()
                .filter(step -> maxKeys / step < most)
                .findFirst()
                .orElse(SAMPLING.get(SAMPLING.size() - 1))
            : 1;
    remainder = maxKeys > every ? every / 2 : 0;
    long watched =
        mode == Verify.OFF ? 0 : Math.min(most, (maxKeys + every - 1 - remainder) / every);
    fields = new AtomicLongArray(Math.toIntExact(watched * shape.fieldCount()));
    lastWatched = watched == 0 ? -1 : watchedKey(watched - 1);
    greatestQuotient = Long.divideUnsigned(-1, every);
    inverse = BigInteger.valueOf(every).modInverse(BigInteger.TWO.pow(Long.SIZE)).longValue();
  }

  /** As the other constructor, with a sixteenth of the heap. */
  public Verifier(
      Verify mode, ValueSource values, RecordShape shape, KeyFormat keys, long maxKeys) {
    this(mode, values, shape, keys, maxKeys, Runtime.getRuntime().maxMemory() / 16);
  }

  public Verify mode() {
    return mode;
  }

  public long watchedKeys() {
    return fields.length() / shape.fieldCount();
  }

  /** The key number of the {@code index}th watched key. */
  public long watchedKey(long index) {
    return index * every + remainder;
  }

  /** Whether the caller must report reads and writes of this key. */
  public boolean watches(long key) {
    // Every operation asks, so this must not divide. A number is a multiple of an odd number if and
    // only if its product with the inverse modulo 2^64 is at most the greatest quotient.
    return key <= lastWatched
        && Long.compareUnsigned((key + every - remainder) * inverse, greatestQuotient) <= 0;
  }

  /** The watched keys that a write has begun of, in the order of their names. */
  public long[] writtenKeysInOrder() {
    KeySpeller speller = keys.speller();
    return LongStream.range(0, watchedKeys())
        .map(this::watchedKey)
        .filter(this::isWritten)
        .boxed()
        .sorted(Comparator.comparing(speller::name))
        .mapToLong(Long::longValue)
        .toArray();
  }

  /**
   * Records were written that this verifier has not seen: they must be there, and their values are
   * checked for integrity alone.
   *
   * @param records they have the numbers below it
   */
  public void areThere(long records) {
    for (long i = 0; i < watchedKeys() && watchedKey(i) < records; i++) {
      for (int field = 0; field < shape.fieldCount(); field++) {
        fields.set(slot(watchedKey(i), field), GIVEN_UP);
      }
    }
  }

  /** Whether a write of this watched key has begun. */
  public boolean isWritten(long key) {
    return begun(fields.get(slot(key, 0))) > 0;
  }

  /**
   * A write of a watched key is about to begin.
   *
   * @param insert whether it makes the record
   * @return the argument of {@link #sequence} and {@link #endWrite}
   */
  public long beginWrite(long key, int field, boolean insert) {
    int slot = slot(key, field);
    while (true) {
      long state = fields.get(slot);
      if (state == GIVEN_UP) {
        return UNWATCHED;
      }
      boolean full =
          underWay(state) >= MAX_UNDER_WAY
              || begun(state) == COUNT_MASK
              // The earlier value is unknown. It may be of another machine.
              || begun(state) == 0 && !insert && !share.isPart();
      long next = full ? GIVEN_UP : state + ONE_UNDER_WAY + ONE_BEGUN;
      if (fields.compareAndSet(slot, state, next)) {
        return full ? UNWATCHED : begun(next) | (underWay(state) == 0 ? ALONE : 0);
      }
    }
  }

  /** The number that the write's value has to carry. */
  public static int sequence(long write) {
    return (int) write;
  }

  /** A write that {@link #beginWrite} began is over; {@code acknowledged}: it succeeded. */
  public void endWrite(long key, int field, long write, boolean acknowledged) {
    int slot = slot(key, field);
    while (true) {
      long state = fields.get(slot);
      if (state == GIVEN_UP) {
        return;
      }
      long next = GIVEN_UP;
      if (acknowledged) {
        next = state - ONE_UNDER_WAY;
        if ((write & ALONE) != 0) {
          next = next & ~COUNT_MASK | Math.max(state & COUNT_MASK, sequence(write));
        }
      }
      if (fields.compareAndSet(slot, state, next)) {
        return;
      }
    }
  }

  /**
   * A delete of a watched key is over. No other operation used the key meanwhile. {@code
   * acknowledged}: it succeeded. No later read may return any write before it.
   */
  public void deleted(long key, boolean acknowledged) {
    for (int field = 0; field < shape.fieldCount(); field++) {
      int slot = slot(key, field);
      long state = fields.get(slot);
      if (state == GIVEN_UP || begun(state) == 0) {
        continue;
      }
      boolean known = acknowledged && begun(state) < COUNT_MASK;
      fields.set(slot, known ? state & ~COUNT_MASK | begun(state) + 1 : GIVEN_UP);
    }
  }

  /** Whether a watched key's record was deleted, and not written again. */
  public boolean isDeleted(long key) {
    long state = fields.get(slot(key, 0));
    return state != GIVEN_UP && (state & COUNT_MASK) > begun(state);
  }

  /** The oldest write of a watched key's field that a read that begins now may return. */
  public int floor(long key, int field) {
    long state = fields.get(slot(key, field));
    return state == GIVEN_UP ? 0 : (int) (state & COUNT_MASK);
  }

  /** Whether a value is long enough to name its record. */
  public boolean isNamed(byte[] value) {
    return value.length >= values.fullMark();
  }

  /** The key number of the record that a value names; -1 if it names none, or its mark is wrong. */
  public long owner(byte[] value) {
    return isNamed(value) && checkOf(value) == values.word(value, 0)
        ? values.word(value, 1) & KEY_MASK
        : -1;
  }

  /** The check over the other words of a full mark. */
  private long checkOf(byte[] value) {
    long owner = values.word(value, 1);
    long write = values.word(value, 2);
    return values.check(
        owner & KEY_MASK, (int) (owner >>> 48), (int) (write >>> 32), (int) write, value.length);
  }

  /**
   * Checks the value that a read of a field returned.
   *
   * @param floor the {@link #floor} before the read began; 0 for a key that is not watched
   * @param value the field's bytes, or null if the read did not return the field
   */
  public void check(long key, int field, int floor, byte[] value, Findings findings) {
    findings.checked();
    if (value == null) {
      findings.add(Fault.MISSING, name(key, field));
      return;
    }
    long state = watches(key) ? fields.get(slot(key, field)) : GIVEN_UP;
    boolean known = state != GIVEN_UP && begun(state) > 0;
    int newest = known ? (int) begun(state) : Integer.MAX_VALUE;
    floor = known ? floor : 0;
    if (value.length > shape.maxFieldLength()
        || shape.constantLength() && value.length != shape.maxFieldLength()) {
      findings.add(Fault.CORRUPT, name(key, field) + ": " + value.length + " bytes");
    } else if (isNamed(value)) {
      checkMarked(key, field, floor, newest, value, findings);
    } else if (share.isPart()
        ? value.length >= ValueSource.SHORT_MARK
        : known && value.length > 0) {
      checkShort(key, field, floor, newest, value, findings);
    }
  }

  private void checkMarked(
      long key, int field, int floor, int newest, byte[] value, Findings findings) {
    long ownerKey = values.word(value, 1) & KEY_MASK;
    int ownerField = (int) (values.word(value, 1) >>> 48);
    int sequence = (int) values.word(value, 2);
    int writer = (int) (values.word(value, 2) >>> 32);
    long check = checkOf(value);
    if (check != values.word(value, 0)
        || writer < 0
        || writer >= share.machines()
        || !values.matchesSlice(value, values.fullMark(), check)) {
      findings.add(Fault.CORRUPT, name(key, field) + ": the bytes of no write");
    } else if (ownerKey != key || ownerField != field) {
      findings.add(
          Fault.FOREIGN, name(key, field) + ": the value of " + name(ownerKey, ownerField));
    } else if (writer == share.machine()) {
      checkSequence(key, field, floor, newest, sequence, findings);
    }
  }

  /** A short value has only the low bits of its sequence: every write with these bits is tried. */
  private void checkShort(
      long key, int field, int floor, int newest, byte[] value, Findings findings) {
    int sequenceBytes = ValueSource.shortSequenceBytes(value.length);
    long step = values.distinct(sequenceBytes);
    long low = values.get(value, 0, sequenceBytes);
    long candidate = newest - Math.floorMod(newest - low, step);
    // Below the floor, one more round of the low bits is enough to tell an old value from a bad
    // one.
    for (; candidate >= Math.max(0, floor - step); candidate -= step) {
      if (isWrite(key, field, share.machine(), (int) candidate, sequenceBytes, value)) {
        checkSequence(key, field, floor, newest, (int) candidate, findings);
        return;
      }
    }
    if (isOfAnother(key, field, low, step, sequenceBytes, value)) {
      return;
    }
    findings.add(Fault.CORRUPT, name(key, field) + ": the bytes of no write");
  }

  /** Whether another machine wrote the value; its last write is not known here. */
  private boolean isOfAnother(
      long key, int field, long low, long step, int sequenceBytes, byte[] value) {
    for (int writer = 0; writer < share.machines(); writer++) {
      for (long sequence = low; writer != share.machine() && sequence <= COUNT_MASK; ) {
        if (isWrite(key, field, writer, (int) sequence, sequenceBytes, value)) {
          return true;
        }
        sequence += step;
      }
    }
    return false;
  }

  private boolean isWrite(
      long key, int field, int writer, int sequence, int sequenceBytes, byte[] value) {
    long check = values.check(key, field, writer, sequence, value.length);
    byte[] expected = new byte[values.fullMark()];
    values.mark(check, key, field, sequence, value.length, expected);
    int marked = values.markLength(value.length);
    return Arrays.equals(value, sequenceBytes, marked, expected, sequenceBytes, marked)
        && values.matchesSlice(value, marked, check);
  }

  private void checkSequence(
      long key, int field, int floor, int newest, int sequence, Findings findings) {
    if (sequence < floor) {
      String what = ": write " + sequence + " though " + floor + " was acknowledged";
      findings.add(Fault.STALE, name(key, field) + what);
    } else if (sequence > newest) {
      findings.add(Fault.FOREIGN, name(key, field) + ": write " + sequence + " of " + newest);
    }
  }

  private String name(long key, int field) {
    List<String> names = shape.fieldNames();
    return keys.name(key) + "." + (field < names.size() ? names.get(field) : "field " + field);
  }

  private int slot(long key, int field) {
    return (int) (key / every * shape.fieldCount()) + field;
  }

  private static long underWay(long state) {
    return state >>> 2 * COUNT_BITS;
  }

  private static long begun(long state) {
    return state >>> COUNT_BITS & COUNT_MASK;
  }
}
