package org.pmemycsb.harness.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmemycsb.harness.design.FillOrder;
import org.pmemycsb.harness.design.Work;
import org.pmemycsb.harness.measure.Workloads;

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

  private record Made(OperationKind kind, long record) {}

  /** Which operation is on which record, if each is made as soon as it is recorded. */
  private static List<Made> made(TraceSpec spec) throws InterruptedException {
    Share share = spec.share();
    List<Made> made = new ArrayList<>();
    long newest = spec.ownRecords() - 1;
    int side = 0;
    Traces.Dump dump = dump(spec).get(0);
    for (long operation : dump.operations()) {
      OperationKind kind = Operation.kind(operation);
      long place = Operation.key(operation);
      if (kind == OperationKind.INSERT) {
        newest++;
        assertThat(place).isEqualTo(newest);
      } else if (Operation.isRelative(operation)) {
        place = newest - place;
      } else if (place >= spec.ownRecords()) {
        assertThat(dump.side().get(side++)).isBetween(0, (int) spec.ownRecords() - 1);
      }
      made.add(
          new Made(kind, share.byRecord() ? place * share.machines() + share.machine() : place));
    }
    assertThat(side).isEqualTo(dump.side().size());
    return made;
  }

  /** So the hot records are those of one process, too. */
  @ParameterizedTest
  @CsvSource({
    "read=0.5 update=0.5, zipfian",
    "read=0.5 readmodifywrite=0.5, uniform",
    "read=0.95 insert=0.05, latest",
    "read=0.7 insert=0.3, zipfian",
  })
  void theOwnersOfTheRecordsTogetherMakeEachOperationOfOneProcessOnce(
      String mix, String distribution) throws Exception {
    // YCSB's zipfian guesses how many records come: a process by the operations, machines by the
    // records. With as many of both, the guess is the same.
    TraceSpec whole =
        TraceSpec.transactions(
            Workloads.typed(workload(mix, distribution)), 1, OPERATIONS, OPERATIONS, 5);
    List<Made> one = made(whole);
    int all = 0;
    for (int machine = 0; machine < 3; machine++) {
      int owner = machine;
      List<Made> own = made(Traces.on(whole, new Share(machine, 3, true)));
      assertThat(own).isNotEmpty();
      assertThat(own).isEqualTo(one.stream().filter(each -> each.record() % 3 == owner).toList());
      all += own.size();
    }
    assertThat(all).isEqualTo(OPERATIONS);
  }

  @Test
  void aTraceByRecordKnowsHowManyOperationsItHas() throws Exception {
    TraceSpec whole =
        TraceSpec.transactions(
            Workloads.typed(workload("read=1", "zipfian")), 2, OPERATIONS, RECORDS, 5);
    long all = 0;
    double parts = 0;
    for (int machine = 0; machine < 3; machine++) {
      TraceSpec share = Traces.on(whole, new Share(machine, 3, true));
      try (Trace trace = TraceRecorder.record(share)) {
        all += trace.own();
        assertThat(TraceRecorder.part(share)).isEqualTo((double) trace.own() / OPERATIONS);
        parts += TraceRecorder.part(share);
      }
    }
    assertThat(all).isEqualTo(OPERATIONS);
    assertThat(parts).isCloseTo(1, within(1e-9));
  }

  @ParameterizedTest
  @EnumSource
  void eachMachineLoadsTheRecordsThatItOwns(FillOrder order) throws Exception {
    TraceSpec load =
        new TraceSpec(
            Workloads.typed(workload("read=1", "uniform")).with(new Work.Load(order)),
            2,
            RECORDS + 1,
            0,
            0,
            5);
    List<Long> keys = new ArrayList<>();
    for (int machine = 0; machine < 4; machine++) {
      List<Long> own = new ArrayList<>();
      dump(Traces.on(load, new Share(machine, 4, true)))
          .forEach(each -> each.operations().forEach(op -> own.add(Operation.key(op))));
      int owner = machine;
      assertThat(own).isNotEmpty().allMatch(key -> key % 4 == owner);
      keys.addAll(own);
    }
    List<Long> one = new ArrayList<>();
    dump(load).forEach(each -> each.operations().forEach(op -> one.add(Operation.key(op))));
    assertThat(keys).containsExactlyInAnyOrderElementsOf(one);
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
  void aMachineWithoutARecordAndAScanAcrossShardsAreRefused() {
    Map<String, String> workload = workload("read=1", "uniform");
    TraceSpec few = TraceSpec.transactions(Workloads.typed(workload), 1, 10, 3, 5);
    workload.put("scanproportion", "0.5");
    TraceSpec scans = TraceSpec.transactions(Workloads.typed(workload), 1, 10, 100, 5);

    assertThatThrownBy(() -> Traces.on(few, new Share(3, 4, true)))
        .hasMessage("machine 4 of 4 has no record; load more records");
    assertThatThrownBy(() -> Traces.on(scans, new Share(3, 4, true)))
        .hasMessage("a scan would need the records of all shards");
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
