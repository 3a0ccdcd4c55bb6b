package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.client.replay.Workloads;

class ShareTest {
  private static final long RECORDS = 500;
  private static final long OPERATIONS = 3001;

  private static Map<String, String> workload(String mix, String distribution) {
    Map<String, String> workload = new HashMap<>();
    workload.put("fieldcount", "1");
    workload.put("fieldlength", "10");
    for (String kind : List.of("read", "update", "insert", "readmodifywrite", "scan")) {
      workload.put(kind + "proportion", "0");
    }
    for (String part : mix.split(" ")) {
      workload.put(part.split("=")[0] + "proportion", part.split("=")[1]);
    }
    workload.put("requestdistribution", distribution);
    return workload;
  }

  private static List<Traces.Dump> dump(TraceSpec spec) throws InterruptedException {
    try (Trace trace = TraceRecorder.record(spec)) {
      return Traces.dump(trace);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "read=0.5 update=0.5, zipfian",
    "read=1, uniform",
    "read=0.95 insert=0.05, latest",
  })
  void threeMachinesMakeTheTraceOfOneProcessWithAllTheirThreads(String mix, String distribution)
      throws Exception {
    Map<String, String> workload = workload(mix, distribution);
    List<Traces.Dump> one =
        dump(TraceSpec.transactions(Workloads.typed(workload), 6, OPERATIONS, RECORDS, 5));
    TraceSpec ofMachine =
        TraceSpec.transactions(Workloads.typed(workload), 2, OPERATIONS, RECORDS, 5);
    long all = 0;
    for (int machine = 0; machine < 3; machine++) {
      TraceSpec share = Traces.on(ofMachine, new Share(machine, 3));
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
  void aTraceWithTooFewOperationsForAllThreadsDoesNotBeginAgain() {
    TraceSpec one =
        TraceSpec.transactions(Workloads.typed(workload("read=1", "uniform")), 2, 1, RECORDS, 5);
    try (Trace trace = TraceRecorder.record(one)) {
      assertThat(trace.repeat()).isFalse();
    }
  }

  @Test
  void machinesLoadEachRecordOnce() throws Exception {
    Map<String, String> workload = workload("read=1", "uniform");
    List<Long> keys = new ArrayList<>();
    for (int machine = 0; machine < 4; machine++) {
      TraceSpec load =
          Traces.on(
              TraceSpec.load(Workloads.typed(workload), 2, RECORDS + 1, 5), new Share(machine, 4));
      dump(load).forEach(each -> each.operations().forEach(op -> keys.add(Operation.key(op))));
    }
    assertThat(keys).hasSize((int) RECORDS + 1).doesNotHaveDuplicates();
  }

  /** A machine that is faster records more; its hottest records are those of the others. */
  @ParameterizedTest
  @CsvSource({"read=1, zipfian", "read=0.95 insert=0.05, zipfian", "read=0.9 insert=0.1, latest"})
  void theOperationsOfAMachineDoNotDependOnHowManyAreRecorded(String mix, String distribution)
      throws Exception {
    TraceSpec few =
        Traces.on(
            TraceSpec.transactions(
                Workloads.typed(workload(mix, distribution)), 1, OPERATIONS, RECORDS, 5),
            new Share(1, 2));
    TraceSpec many =
        Traces.on(
            TraceSpec.transactions(
                Workloads.typed(workload(mix, distribution)), 1, 4 * OPERATIONS, RECORDS, 5),
            new Share(1, 2));
    List<Long> first = dump(few).get(0).operations();

    assertThat(dump(many).get(0).operations().subList(0, first.size())).isEqualTo(first);
  }

  @Test
  void threadsOfASharedTraceTakeTheMachinesOwnOperations() throws Exception {
    TraceSpec whole =
        TraceSpec.transactions(
            Workloads.typed(workload("read=1", "uniform")), 2, OPERATIONS, RECORDS, 5);
    List<Long> machine;
    try (Trace trace = TraceRecorder.recordShared(Traces.on(whole, new Share(1, 2)))) {
      machine = Traces.dump(trace, 0).operations();
    }
    assertThat(machine).isEqualTo(dump(whole).get(1).operations());
  }

  @Test
  void aTraceBeginsAgainOnRequest() throws Exception {
    TraceSpec spec =
        TraceSpec.transactions(Workloads.typed(workload("read=1", "uniform")), 2, 100, RECORDS, 5);
    List<Long> once = dump(spec).get(0).operations();
    try (Trace trace = TraceRecorder.record(spec)) {
      trace.repeat();
      Trace.Cursor cursor = trace.cursor(0);
      List<Long> more = new ArrayList<>();
      while (more.size() < 3 * once.size()) {
        assertThat(cursor.isReady()).isTrue();
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
        TraceSpec.transactions(
            Workloads.typed(workload("read=0.5 insert=0.25 delete=0.25", "uniform")),
            1,
            10,
            RECORDS,
            5);

    assertThatThrownBy(() -> Traces.on(deletes, new Share(0, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("run on one machine only");
  }
}
