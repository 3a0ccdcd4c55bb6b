package org.pmemycsb.harness.client.trace;

import static org.pmemycsb.harness.client.trace.Operation.encode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.Vector;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.ToIntFunction;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Work;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.generator.NumberGenerator;
import site.ycsb.generator.ZipfianGenerator;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * Runs CoreWorkload against a database that only records the calls.
 *
 * <p>It overrides how a key is spelt, to learn the key's number before it is hashed and to save the
 * spelling. It draws by itself what stock YCSB cannot draw: a true zipfian, the operations beyond
 * YCSB's, and the keys of a workload that deletes records. Public because {@link SeededLoader}
 * loads it.
 */
public final class RecordingWorkload extends CoreWorkload implements OperationSource {
  static {
    // CoreWorkload's constructor sets up YCSB's measurements; only traces see this copy.
    Properties cheapest = new Properties();
    cheapest.setProperty("measurementtype", "histogram");
    Measurements.setProperties(cheapest);
  }

  private final Tape tape = new Tape();
  private final Map<String, Integer> fieldIndex = new HashMap<>();
  private final List<String> fieldNames;
  private final boolean load;
  private final boolean relative;
  private final boolean constantLength;
  private final boolean window;
  private final long first;

  /** The number of the oldest record that has not been deleted. */
  private long oldest;

  /** Chooses one of so many records; null where YCSB chooses. */
  private LongUnaryOperator fromOldest;

  // The operation under way; a field index of -1 means all fields.
  private OperationKind kind;
  private long key;
  private long newest;
  private boolean deleted;
  private int readField;
  private int writeField;
  private int scanLength;
  private final int[] lengths;
  private int lengthCount;

  public RecordingWorkload(TraceSpec spec) throws WorkloadException {
    init(spec.properties());
    RecordShape shape = spec.shape();
    load = spec.load();
    relative = spec.isRelative();
    window = spec.isWindow();
    first = spec.first();
    oldest = first;
    Mix mix = spec.mix();
    if (mix.isBeyondStock()) {
      operationchooser.addValue(mix.delete(), OperationKind.DELETE.name());
      operationchooser.addValue(mix.miss(), OperationKind.READ_MISSING.name());
      operationchooser.addValue(mix.putIfAbsent(), OperationKind.PUT_IF_ABSENT.name());
    }
    if (spec.workload().work() instanceof Work.Draw draw) {
      chooseKeys(draw.keys(), spec);
    } else if (spec.workload().work() instanceof Work.Load fill
        && fill.order() != FillOrder.SEQUENTIAL) {
      LongSupplier numbers = FillNumbers.of(fill.order(), spec.operations(), spec.seed());
      keysequence = new Drawn(() -> spec.records() + numbers.getAsLong());
    }
    Sizes values = spec.workload().values();
    if (!values.areDrawnByYcsb()) {
      ToIntFunction<Random> lengths = values.draws(0);
      fieldlengthgenerator = new Drawn(() -> (long) lengths.applyAsInt(SeededRandom.current()));
    }
    constantLength = shape.constantLength();
    fieldNames = shape.fieldNames();
    lengths = new int[fieldNames.size()];
    for (int i = 0; i < lengths.length; i++) {
      fieldIndex.put(fieldNames.get(i), i);
    }
  }

  private void chooseKeys(KeyDistribution keys, TraceSpec spec) {
    NumberGenerator ofYcsb = keychooser;
    long expectedInserts = spec.expectedInserts();
    if (keys.hasConstant()) {
      Zipfian ranks = new Zipfian(keys.constant());
      chooseFromOldest(n -> Shuffle.of(ranks.next(n, SeededRandom.current()) - 1, n));
    } else if (keys.stock() == KeyDistribution.Stock.ZIPFIAN && expectedInserts > 0) {
      long expected = spec.records() - spec.first() + expectedInserts + 1;
      // The machines of a cluster record different numbers of operations, from the same draws.
      long operations = spec.share().isPart() ? Long.MAX_VALUE : spec.operations();
      GrowingZipfian records = new GrowingZipfian(expected, operations);
      chooseFromOldest(n -> records.next(n, SeededRandom.current()));
    } else if (window) {
      Zipfian ranks = new Zipfian(ZipfianGenerator.ZIPFIAN_CONSTANT);
      switch (keys.stock()) {
        case UNIFORM -> chooseFromOldest(n -> SeededRandom.current().below(n));
        case LATEST -> chooseFromNewest(n -> ranks.next(n, SeededRandom.current()) - 1);
        case EXPONENTIAL -> chooseFromNewest(n -> ofYcsb.nextValue().longValue());
        default -> {} // YCSB's own knows the first record
      }
    }
  }

  /**
   * @param draw gives a number from 0 to n-1 where there are n records
   */
  private void chooseFromOldest(LongUnaryOperator draw) {
    fromOldest = draw;
    keychooser = new Drawn(() -> oldest + draw.applyAsLong(newest() + 1 - oldest));
  }

  /**
   * @param draw gives a number from 0 where there are n records; n and more is drawn again
   */
  private void chooseFromNewest(LongUnaryOperator draw) {
    keychooser =
        new Drawn(
            () -> {
              long records = newest() + 1 - oldest;
              long distance;
              do {
                distance = draw.applyAsLong(records);
              } while (distance >= records);
              return newest() - distance;
            });
  }

  private long newest() {
    return transactioninsertkeysequence.lastValue();
  }

  private void transact() {
    switch (operationchooser.nextValue()) {
      case "READ" -> doTransactionRead(tape);
      case "UPDATE" -> doTransactionUpdate(tape);
      case "INSERT" -> doTransactionInsert(tape);
      case "SCAN" -> doTransactionScan(tape);
      case "DELETE" -> {
        kind = OperationKind.DELETE;
        if (oldest >= newest()) {
          throw new IllegalArgumentException(
              "the workload deletes its last record; load more records, insert as many as it"
                  + " deletes, or give fewer operations");
        }
        key = 0;
        oldest++;
      }
      case "READ_MISSING" -> {
        kind = OperationKind.READ_MISSING;
        SeededRandom random = SeededRandom.current();
        deleted = oldest > 0 && random.nextInt(2) == 0;
        key = deleted ? random.below(oldest) : first + random.below(recordcount - first);
      }
      case "PUT_IF_ABSENT" -> {
        doTransactionInsert(tape);
        kind = OperationKind.PUT_IF_ABSENT;
      }
      default -> doTransactionReadModifyWrite(tape);
    }
  }

  @Override
  public void next(TraceChunk into) {
    kind = null;
    readField = -1;
    writeField = -1;
    lengthCount = 0;
    if (load) {
      doInsert(tape, null);
    } else {
      transact();
    }
    boolean present =
        switch (kind) {
          case READ, UPDATE, SCAN, READ_MODIFY_WRITE -> true;
          case INSERT, DELETE, READ_MISSING, PUT_IF_ABSENT -> false;
        };
    // Another thread's insert may not have been acknowledged when the operation is replayed. Stock
    // YCSB would then draw again; this is that draw. A key that counts back from the newest record
    // needs none. No other distribution of YCSB asks for inserted records.
    int spare = -1;
    if (present && !relative && key >= recordcount) {
      spare = (int) (oldest + fromOldest.applyAsLong(recordcount - oldest));
    }
    long number = present && relative ? newest - key : key;
    boolean found =
        switch (kind) {
          case INSERT, PUT_IF_ABSENT -> !load;
          case DELETE -> true;
          case READ_MISSING -> deleted;
          default -> relative;
        };
    into.add(encode(kind, found, readField, writeField, number));
    if (kind == OperationKind.SCAN) {
      into.addSide(scanLength);
    }
    for (int i = 0; i < lengthCount && !constantLength; i++) {
      into.addSide(lengths[i]);
    }
    if (spare >= 0) {
      into.addSide(spare);
    }
  }

  @Override
  protected String buildKeyName(long keynum) {
    key = keynum;
    newest = newest();
    return "";
  }

  private int index(Set<String> fields) {
    return fieldIndex.get(fields.iterator().next());
  }

  private static final class Drawn extends NumberGenerator {
    private final LongSupplier draw;

    Drawn(LongSupplier draw) {
      this.draw = draw;
    }

    @Override
    public Number nextValue() {
      return draw.getAsLong();
    }

    @Override
    public double mean() {
      throw new UnsupportedOperationException("nobody asks for it");
    }
  }

  /** Records each call in the fields above. */
  private final class Tape extends DB {
    @Override
    public Status read(
        String table, String name, Set<String> fields, Map<String, ByteIterator> result) {
      kind = OperationKind.READ;
      readField = readallfields ? -1 : index(fields);
      return Status.OK;
    }

    @Override
    public Status scan(
        String table,
        String startkey,
        int recordcount,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      kind = OperationKind.SCAN;
      readField = readallfields ? -1 : index(fields);
      scanLength = recordcount;
      return Status.OK;
    }

    @Override
    public Status update(String table, String name, Map<String, ByteIterator> values) {
      kind = kind == OperationKind.READ ? OperationKind.READ_MODIFY_WRITE : OperationKind.UPDATE;
      writeField = writeallfields ? -1 : index(values.keySet());
      noteLengths(values);
      return Status.OK;
    }

    @Override
    public Status insert(String table, String name, Map<String, ByteIterator> values) {
      kind = OperationKind.INSERT;
      noteLengths(values);
      return Status.OK;
    }

    @Override
    public Status delete(String table, String name) {
      throw new AssertionError("CoreWorkload deletes nothing");
    }

    private void noteLengths(Map<String, ByteIterator> values) {
      int first = Math.max(0, writeField);
      int end = writeField < 0 ? fieldNames.size() : first + 1;
      for (int i = first; i < end; i++) {
        lengths[lengthCount++] = (int) values.get(fieldNames.get(i)).bytesLeft();
      }
    }
  }
}
