package org.pmemycsb.harness.client.trace;

import java.nio.file.Path;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.plan.recorded.Call;
import org.pmemycsb.harness.plan.recorded.TraceFile;

/**
 * The operations of a trace that another program recorded. Its keys become records. Keys that it
 * expects to be there are the first records of the load, and keys that it adds come after the last.
 */
final class RecordedSource implements OperationSource {
  private final String file;
  private final TraceFile trace;
  private final Optional<Work.Pace> pace;
  private final long records;
  private final int fields;
  private TraceFile.Entry ahead;
  private long key;

  RecordedSource(TraceSpec spec) {
    Work.Replay replay = (Work.Replay) spec.workload().work();
    file = replay.file();
    records = spec.records();
    fields = spec.shape().fieldCount();
    trace = new TraceFile(Path.of(file));
    pace = replay.pace();
  }

  /** Operations of one record keep their order, so they belong to one thread. */
  @Override
  public int queue(int turn, int queues) {
    lookAhead();
    return (int) ((SeededRandom.mix(key) >>> 1) % queues);
  }

  @Override
  public void next(TraceChunk into) {
    lookAhead();
    TraceFile.Entry entry = ahead;
    ahead = null;
    Call call = entry.call();
    long operation = Operation.encode(kind(call), false, -1, -1, key);
    if (pace.isEmpty()) {
      into.add(operation);
    } else {
      into.add(operation, (long) (entry.nanos() / pace.get().speed()));
    }
    if (call == Call.INSERT || call == Call.UPDATE || call == Call.ADD || call == Call.MODIFY) {
      for (int i = 0; i < fields; i++) {
        into.addSide(entry.bytes() / fields + (i < entry.bytes() % fields ? 1 : 0));
      }
    }
  }

  private void lookAhead() {
    if (ahead != null) {
      return;
    }
    ahead = trace.next();
    if (ahead == null) {
      throw changed("it has fewer operations");
    }
    if (!ahead.isBorn() && ahead.number() >= records && ahead.call() != Call.MISS) {
      throw changed("it asks for more records");
    }
    key = ahead.isBorn() ? records + ahead.number() : ahead.number();
  }

  private ConfigurationException changed(String how) {
    return new ConfigurationException(
        "%s: the trace is not the one that the experiment was made for: %s; start a new experiment"
            .formatted(file, how));
  }

  private static OperationKind kind(Call call) {
    return switch (call) {
      case READ -> OperationKind.READ;
      case UPDATE -> OperationKind.UPDATE;
      case INSERT -> OperationKind.INSERT;
      case ADD -> OperationKind.PUT_IF_ABSENT;
      case MODIFY -> OperationKind.READ_MODIFY_WRITE;
      case DELETE -> OperationKind.DELETE;
      case MISS -> OperationKind.READ_MISSING;
    };
  }

  @Override
  public void close() {
    trace.close();
  }
}
