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
 * CoreWorkload run against a database that only takes notes.
 *
 * <p>It overrides how a key is spelt, to learn the key's number before it is hashed and to save the
 * spelling; nothing that draws is overridden. Public for {@link SeededLoader}, which alone makes
 * it.
 */
public final class RecordingWorkload extends CoreWorkload implements OperationSource {
  static {
    // CoreWorkload asks for YCSB's measurements as it is made; this loader's copy is nobody else's.
    Properties cheapest = new Properties();
    cheapest.setProperty("measurementtype", "histogram");
    Measurements.setProperties(cheapest);
  }

  private final Tape tape = new Tape();
  private final Map<String, Integer> fieldIndex = new HashMap<>();
  private final String[] fieldNames;
  private final boolean load;
  private final boolean singleRead;
  private final boolean singleWrite;
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
    singleRead = !readallfields;
    singleWrite = !writeallfields;
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

  /** Notes what it is asked to do. */
  private final class Tape extends DB {
    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      operation.kind = OperationKind.READ;
      operation.readField = singleRead ? index(fields) : -1;
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
      operation.readField = singleRead ? index(fields) : -1;
      operation.scanLength = recordcount;
      return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      operation.kind =
          operation.kind == OperationKind.READ
              ? OperationKind.READ_MODIFY_WRITE
              : OperationKind.UPDATE;
      if (singleWrite) {
        operation.writeField = index(values.keySet());
        note(values.get(fieldNames[operation.writeField]));
      } else {
        noteAll(values);
      }
      return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      operation.kind = OperationKind.INSERT;
      noteAll(values);
      return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
      throw new AssertionError("CoreWorkload deletes nothing");
    }

    private void noteAll(Map<String, ByteIterator> values) {
      for (String name : fieldNames) {
        note(values.get(name));
      }
    }

    private void note(ByteIterator value) {
      operation.lengths[operation.lengthCount++] = (int) value.bytesLeft();
    }
  }
}
