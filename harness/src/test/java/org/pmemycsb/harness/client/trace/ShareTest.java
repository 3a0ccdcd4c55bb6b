package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.client.replay.Workloads;

class ShareTest {
  private static final long RECORDS = 500;
  private static final long OPERATIONS = 3001;

  private static TraceSpec spec(int threads, long operations, String workload) {
    return Workloads.transactions(
        Workloads.of("C", "fieldlength=10", workload), threads, operations, RECORDS, 5);
  }

  private static List<Traces.Dump> dump(TraceSpec spec) {
    try (Trace trace = Trace.record(spec)) {
      return Traces.dump(trace);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "readproportion=0.5 updateproportion=0.5",
        "requestdistribution=uniform",
        "readproportion=0.95 insertproportion=0.05 requestdistribution=latest"
      })
  void threeMachinesMakeTheTraceOfOneProcessWithAllTheirThreads(String workload) throws Exception {
    List<Traces.Dump> one = dump(spec(6, OPERATIONS, workload));
    long all = 0;
    for (int machine = 0; machine < 3; machine++) {
      TraceSpec share = Traces.on(spec(2, OPERATIONS, workload), new Share(machine, 3));
      List<Traces.Dump> own = dump(share);
      assertThat(own.get(0)).isEqualTo(one.get(machine));
      assertThat(own.get(1)).isEqualTo(one.get(machine + 3));
      long made = own.stream().mapToLong(thread -> thread.operations().size()).sum();
      assertThat(share.own()).isEqualTo(made);
      all += made;
    }
    assertThat(all).isEqualTo(OPERATIONS);
  }

  @Test
  void machinesLoadEachRecordOnce() throws Exception {
    TraceSpec load = Workloads.load(Workloads.of("C"), 2, RECORDS + 1, 5);
    List<Long> keys = new ArrayList<>();
    for (int machine = 0; machine < 4; machine++) {
      dump(Traces.on(load, new Share(machine, 4)))
          .forEach(each -> each.operations().forEach(op -> keys.add(Operation.key(op))));
    }
    assertThat(keys).hasSize((int) RECORDS + 1).doesNotHaveDuplicates();
  }

  /** A machine that is faster records more; its hottest records are those of the others. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "readproportion=1",
        "readproportion=0.95 insertproportion=0.05",
        "readproportion=0.9 insertproportion=0.1 requestdistribution=latest"
      })
  void theOperationsOfAMachineDoNotDependOnHowManyAreRecorded(String workload) throws Exception {
    Share second = new Share(1, 2);
    List<Long> few = dump(Traces.on(spec(1, OPERATIONS, workload), second)).get(0).operations();
    List<Long> many =
        dump(Traces.on(spec(1, 4 * OPERATIONS, workload), second)).get(0).operations();

    assertThat(many.subList(0, few.size())).isEqualTo(few);
  }

  @Test
  void threadsOfASharedTraceTakeTheMachinesOwnOperations() throws Exception {
    TraceSpec whole = spec(2, OPERATIONS, "requestdistribution=uniform");
    try (Trace trace = Trace.recordShared(Traces.on(whole, new Share(1, 2)))) {
      assertThat(Traces.dump(trace, 0).operations()).isEqualTo(dump(whole).get(1).operations());
    }
  }

  @Test
  void aTraceBeginsAgainOnRequestUnlessItHasTooFewOperationsForAllThreads() throws Exception {
    TraceSpec spec = spec(2, 100, "requestdistribution=uniform");
    List<Long> once = dump(spec).get(0).operations();
    try (Trace trace = Trace.record(spec);
        Trace tooShort = Trace.record(spec(2, 1, "requestdistribution=uniform"))) {
      assertThat(tooShort.repeat()).isFalse();
      assertThat(trace.repeat()).isTrue();
      Trace.Cursor cursor = trace.cursor(0);
      List<Long> more = new ArrayList<>();
      while (more.size() < 3 * once.size()) {
        TraceChunk chunk = cursor.next();
        for (int i = 0; i < chunk.size(); i++) {
          more.add(chunk.operation(i));
        }
      }
      assertThat(more.subList(0, once.size())).isEqualTo(once);
      assertThat(more.subList(once.size(), 2 * once.size())).isEqualTo(once);
      assertThat(trace.isRepeated()).isTrue();
    }
  }

  @Test
  void deletesAreForOneMachineAlone() {
    TraceSpec deletes =
        spec(
            1,
            10,
            "readproportion=0.5 insertproportion=0.25 deleteproportion=0.25"
                + " requestdistribution=uniform");

    assertThatThrownBy(() -> Traces.on(deletes, new Share(0, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one machine");
  }
}
