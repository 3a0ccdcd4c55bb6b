package org.pmemycsb.harness.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.audit.Write.Type;

/** Two threads with four records of two fields: thread 0 has records 0 and 2. */
class LossFinderTest {
  private static final int RECORDS = 4;
  private static final int FIELDS = 2;
  // Versions below are of earlier rounds.
  private static final int FIRST = 100;
  private static final int[] OLD = {7, 9};

  @TempDir private Path folder;

  private final Snapshot before = new Snapshot(RECORDS, FIELDS);
  private final Snapshot found = new Snapshot(RECORDS, FIELDS);
  private final List<WriteLog> logs = new ArrayList<>();
  private final int[] entries = new int[2];
  private final long[] safeSince = new long[RECORDS];

  @BeforeEach
  void openLogs() throws IOException {
    for (int thread = 0; thread < 2; thread++) {
      WriteLog.create(Orders.log(folder, thread), 50);
      logs.add(WriteLog.open(Orders.log(folder, thread)));
    }
    Arrays.fill(safeSince, System.nanoTime());
  }

  /** Begins an operation, and returns its version. */
  private int begin(Type type, int record, int field) {
    int thread = record % 2;
    int entry = entries[thread]++;
    logs.get(thread).begin(entry, new Write(type, record, field).pack());
    return FIRST + entry;
  }

  private int done(Type type, int record, int field) {
    int version = begin(type, record, field);
    logs.get(record % 2).acknowledge(version - FIRST);
    return version;
  }

  private int done(Type type, int record) {
    return done(type, record, 0);
  }

  private Losses find() {
    return LossFinder.find(before, safeSince, FIRST, logs, found, System.nanoTime());
  }

  private static void assertOnly(
      Losses losses, long lost, long resurrected, long torn, long other) {
    assertThat(
            List.of(
                losses.missing().lost(),
                losses.missing().resurrected(),
                losses.damage().torn(),
                losses.damage().phantom() + losses.damage().unreadable()))
        .as("lost, resurrected, torn, phantom or unreadable; %s", losses.examples())
        .containsExactly(lost, resurrected, torn, other);
    assertThat(losses.missing().oldestNanos().isPresent()).isEqualTo(lost + resurrected > 0);
  }

  @Test
  void whatWasAcknowledgedLastIsThere() {
    done(Type.INSERT, 0);
    int whole = done(Type.UPDATE, 0);
    int part = done(Type.UPDATE_FIELD, 0, 1);
    int insert = done(Type.INSERT, 1);
    done(Type.INSERT, 2);
    done(Type.DELETE, 2);
    found.put(0, Snapshot.PRESENT, whole, part);
    found.put(1, Snapshot.PRESENT, insert, insert);
    Losses losses = find();
    assertOnly(losses, 0, 0, 0, 0);
    assertThat(losses.operations().inserts()).isEqualTo(3);
    assertThat(losses.operations().updates()).isEqualTo(2);
    assertThat(losses.operations().deletes()).isEqualTo(1);
    assertThat(losses.operations().acknowledged()).isEqualTo(6);
    assertThat(losses.operations().inFlight()).isZero();
    assertThat(losses.missing().suffix()).isTrue();
  }

  @Test
  void anOperationInFlightMayHaveHappenedOrNot() {
    int insert = done(Type.INSERT, 0);
    int update = begin(Type.UPDATE, 0, 0);
    found.put(0, Snapshot.PRESENT, insert, insert);
    assertOnly(find(), 0, 0, 0, 0);
    found.put(0, Snapshot.PRESENT, update, update);
    assertOnly(find(), 0, 0, 0, 0);
    assertThat(find().operations().inFlight()).isEqualTo(1);
  }

  @Test
  void anInsertOrDeleteInFlightMayHaveHappenedOrNot() {
    int insert = begin(Type.INSERT, 0, 0);
    int other = done(Type.INSERT, 1);
    begin(Type.DELETE, 1, 0);
    found.put(1, Snapshot.PRESENT, other, other);
    assertOnly(find(), 0, 0, 0, 0);
    found.put(0, Snapshot.PRESENT, insert, insert);
    found.put(1, Snapshot.ABSENT);
    assertOnly(find(), 0, 0, 0, 0);
  }

  @Test
  void halfAnOperationInFlightIsTorn() {
    int insert = done(Type.INSERT, 0);
    int update = begin(Type.UPDATE, 0, 0);
    found.put(0, Snapshot.PRESENT, update, insert);
    assertOnly(find(), 0, 0, 1, 0);
  }

  @Test
  void aRecordThatIsGoneIsLostWithAllThatWasWrittenToIt() {
    done(Type.INSERT, 0);
    done(Type.UPDATE, 0);
    done(Type.UPDATE_FIELD, 0, 1);
    assertOnly(find(), 3, 0, 0, 0);
  }

  @Test
  void anOlderVersionIsOfLostUpdates() {
    int insert = done(Type.INSERT, 0);
    done(Type.UPDATE, 0);
    done(Type.UPDATE_FIELD, 0, 1);
    found.put(0, Snapshot.PRESENT, insert, insert);
    assertOnly(find(), 2, 0, 0, 0);
  }

  @Test
  void aDeletedRecordThatIsThereIsResurrected() {
    int insert = done(Type.INSERT, 0);
    done(Type.DELETE, 0);
    found.put(0, Snapshot.PRESENT, insert, insert);
    assertOnly(find(), 0, 1, 0, 0);
  }

  @Test
  void whatCameAfterALostDeleteIsLostToo() {
    int insert = done(Type.INSERT, 0);
    done(Type.DELETE, 0);
    done(Type.INSERT, 0);
    found.put(0, Snapshot.PRESENT, insert, insert);
    assertOnly(find(), 1, 1, 0, 0);
  }

  @Test
  void fieldsOfTwoWholeUpdatesAreTorn() {
    int insert = done(Type.INSERT, 0);
    int update = done(Type.UPDATE, 0);
    found.put(0, Snapshot.PRESENT, insert, update);
    assertOnly(find(), 0, 0, 1, 0);
  }

  @Test
  void fieldsThatAreMissingOrDamagedAreTorn() {
    int insert = done(Type.INSERT, 0);
    int other = done(Type.INSERT, 1);
    found.put(0, Snapshot.PRESENT, insert, FieldValue.MISSING);
    found.put(1, Snapshot.PRESENT, FieldValue.TORN, other);
    assertOnly(find(), 0, 0, 2, 0);
  }

  @Test
  void anUpdateOfOneFieldThatIsMissingIsLostAndNotTorn() {
    int insert = done(Type.INSERT, 0);
    done(Type.UPDATE_FIELD, 0, 1);
    int later = done(Type.UPDATE_FIELD, 0, 0);
    found.put(0, Snapshot.PRESENT, later, insert);
    Losses losses = find();
    assertOnly(losses, 1, 0, 0, 0);
    assertThat(losses.missing().suffix()).as("the later one is there").isFalse();
  }

  @Test
  void aVersionThatWasNeverWrittenIsAPhantom() {
    int insert = done(Type.INSERT, 0);
    done(Type.INSERT, 2);
    found.put(0, Snapshot.PRESENT, insert, insert + 1);
    found.put(2, Snapshot.PRESENT, insert + 1, insert + 40);
    found.put(3, Snapshot.PRESENT, FIRST, FIRST);
    assertOnly(find(), 0, 0, 0, 3);
  }

  @Test
  void aFieldOfAnotherRecordOrWithAnotherNameIsAPhantom() {
    int insert = done(Type.INSERT, 0);
    int other = done(Type.INSERT, 1);
    found.put(0, Snapshot.PRESENT, insert, FieldValue.FOREIGN);
    found.put(1, Snapshot.STRANGE, other, other);
    assertOnly(find(), 0, 0, 0, 2);
  }

  @Test
  void aRecordThatCannotBeReadIsCountedSo() {
    done(Type.INSERT, 0);
    found.put(0, Snapshot.UNREADABLE);
    Losses losses = find();
    assertThat(losses.damage().unreadable()).isEqualTo(1);
    assertOnly(losses, 0, 0, 0, 1);
    assertThat(losses.damage().any()).isTrue();
  }

  @Test
  void whatEarlierRoundsLeftIsLookedForToo() {
    before.put(0, Snapshot.PRESENT, OLD);
    before.put(1, Snapshot.PRESENT, OLD);
    before.put(2, Snapshot.PRESENT, OLD);
    found.put(0, Snapshot.PRESENT, OLD);
    found.put(1, Snapshot.PRESENT, 7, 8);
    found.put(3, Snapshot.PRESENT, 5, 5);
    Losses losses = find();
    assertOnly(losses, 2, 1, 0, 0);
  }

  @Test
  void whatWasLostBeforeDoesNotComeBack() {
    before.put(0, Snapshot.PRESENT, OLD);
    found.put(0, Snapshot.PRESENT, 7, 10);
    assertOnly(find(), 0, 0, 0, 1);
  }

  @Test
  void anUpdateOfOneFieldKeepsTheOthersOfEarlierRounds() {
    before.put(0, Snapshot.PRESENT, OLD);
    int update = done(Type.UPDATE_FIELD, 0, 1);
    found.put(0, Snapshot.PRESENT, OLD[0], update);
    assertOnly(find(), 0, 0, 0, 0);
  }

  @Test
  void lossesAtTheEndAreASuffix() {
    int insert = done(Type.INSERT, 0);
    done(Type.INSERT, 1);
    done(Type.INSERT, 2);
    found.put(0, Snapshot.PRESENT, insert, insert);
    Losses losses = find();
    assertOnly(losses, 2, 0, 0, 0);
    assertThat(losses.missing().suffix()).isTrue();
  }

  @Test
  void aLossBeforeSomethingThatIsThereIsNoSuffix() {
    done(Type.INSERT, 0);
    int later = done(Type.INSERT, 1);
    found.put(1, Snapshot.PRESENT, later, later);
    Losses losses = find();
    assertOnly(losses, 1, 0, 0, 0);
    assertThat(losses.missing().suffix()).isFalse();
  }

  @Test
  void theAgeIsThatOfTheOldestLossAtTheLastSignOfLife() {
    int kept = done(Type.INSERT, 0);
    found.put(0, Snapshot.PRESENT, kept, kept);
    done(Type.INSERT, 2);
    done(Type.INSERT, 1);
    long lost = logs.get(0).acknowledged(1);
    long last = logs.get(1).acknowledged(0);
    Losses early = LossFinder.find(before, safeSince, FIRST, logs, found, lost);
    assertThat(early.missing().oldestNanos())
        .as("acknowledged while it was killed")
        .hasValue(last - lost);
    Losses late = LossFinder.find(before, safeSince, FIRST, logs, found, last + 500);
    assertThat(late.missing().oldestNanos()).hasValue(last + 500 - lost);
  }
}
