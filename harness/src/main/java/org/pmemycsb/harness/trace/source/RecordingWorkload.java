package org.pmemycsb.harness.trace.source;

import static org.pmemycsb.harness.trace.Operation.encode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.pmemycsb.harness.trace.OperationKind;
import org.pmemycsb.harness.trace.RecordShape;
import org.pmemycsb.harness.trace.TraceChunk;
import org.pmemycsb.harness.trace.TraceSpec;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * Runs CoreWorkload against a database that only records the calls.
 *
 * <p>It overrides how a key is spelt, to learn the key's number before it is hashed and to save the
 * spelling. It overrides nothing that draws. Public because {@link SeededLoader} loads it.
 */
public final class RecordingWorkload extends CoreWorkload implements OperationSource {
  static {
    // CoreWorkload's constructor sets up YCSB's measurements; only this loader sees this copy.
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

  // The operation under way; a field index of -1 means all fields.
  private OperationKind kind;
  private long key;
  private long newest;
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
    constantLength = shape.constantLength();
    fieldNames = shape.fieldNames();
    lengths = new int[fieldNames.size()];
    for (int i = 0; i < lengths.length; i++) {
      fieldIndex.put(fieldNames.get(i), i);
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
      doTransaction(tape, null);
    }
    boolean insert = kind == OperationKind.INSERT;
    long shown = relative && !insert ? newest - key : key;
    into.add(encode(kind, insert ? !load : relative, readField, writeField, shown));
    if (kind == OperationKind.SCAN) {
      into.addSide(scanLength);
    }
    for (int i = 0; i < lengthCount && !constantLength; i++) {
      into.addSide(lengths[i]);
    }
    // Another thread's insert may not have been acknowledged when the operation is replayed. Stock
    // YCSB would then draw again; this is that draw.
    if (!insert && key >= recordcount) {
      int spare;
      do {
        spare = keychooser.nextValue().intValue();
      } while (spare < 0 || spare >= recordcount);
      if (!relative) {
        into.addSide(spare);
      }
    }
  }

  @Override
  protected String buildKeyName(long keynum) {
    key = keynum;
    newest = transactioninsertkeysequence.lastValue();
    return "";
  }

  private int index(Set<String> fields) {
    return fieldIndex.get(fields.iterator().next());
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
