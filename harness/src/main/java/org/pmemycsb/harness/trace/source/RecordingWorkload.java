package org.pmemycsb.harness.trace.source;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.pmemycsb.harness.trace.OperationKind;
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
  private final String[] fieldNames;
  private final boolean load;
  private RecordedOperation operation;

  public RecordingWorkload(Properties properties, boolean load) throws WorkloadException {
    init(properties);
    this.load = load;
    String prefix = properties.getProperty(FIELD_NAME_PREFIX, FIELD_NAME_PREFIX_DEFAULT);
    fieldNames = new String[Math.toIntExact(fieldcount)];
    for (int i = 0; i < fieldNames.length; i++) {
      fieldNames[i] = prefix + i;
      fieldIndex.put(fieldNames[i], i);
    }
  }

  @Override
  public void next(RecordedOperation into) {
    operation = into;
    into.kind = null;
    into.spare = -1;
    into.readField = -1;
    into.writeField = -1;
    into.scanLength = 0;
    into.lengthCount = 0;
    if (load) {
      doInsert(tape, null);
      return;
    }
    doTransaction(tape, null);
    // Another thread's insert may not have been acknowledged when the operation is replayed. Stock
    // YCSB would then draw again; this is that draw.
    if (into.kind != OperationKind.INSERT && into.key >= recordcount) {
      do {
        into.spare = keychooser.nextValue().intValue();
      } while (into.spare < 0 || into.spare >= recordcount);
    }
  }

  @Override
  protected String buildKeyName(long keynum) {
    operation.key = keynum;
    operation.newest = transactioninsertkeysequence.lastValue();
    return "";
  }

  private int index(Set<String> fields) {
    return fieldIndex.get(fields.iterator().next());
  }

  /** Records each call in {@link #operation}. */
  private final class Tape extends DB {
    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      operation.kind = OperationKind.READ;
      operation.readField = readallfields ? -1 : index(fields);
      return Status.OK;
    }

    @Override
    public Status scan(
        String table,
        String startkey,
        int recordcount,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      operation.kind = OperationKind.SCAN;
      operation.readField = readallfields ? -1 : index(fields);
      operation.scanLength = recordcount;
      return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      operation.kind =
          operation.kind == OperationKind.READ
              ? OperationKind.READ_MODIFY_WRITE
              : OperationKind.UPDATE;
      operation.writeField = writeallfields ? -1 : index(values.keySet());
      noteLengths(values);
      return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      operation.kind = OperationKind.INSERT;
      noteLengths(values);
      return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
      throw new AssertionError("CoreWorkload deletes nothing");
    }

    private void noteLengths(Map<String, ByteIterator> values) {
      int first = Math.max(0, operation.writeField);
      int end = operation.writeField < 0 ? fieldNames.length : first + 1;
      for (int i = first; i < end; i++) {
        int length = (int) values.get(fieldNames[i]).bytesLeft();
        operation.lengths[operation.lengthCount++] = length;
      }
    }
  }
}
