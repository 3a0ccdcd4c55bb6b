package org.pmemycsb.harness.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.audit.Losses.Kind;
import org.pmemycsb.harness.audit.WriteLog.Write;
import org.pmemycsb.harness.audit.WriteLog.Write.Type;

/** Two threads with four records of two fields: thread 0 has records 0 and 2. */
class LossFinderTest {
  private static final int RECORDS = 4;
  private static final int FIELDS = 2;
  // Versions below are of earlier rounds.
  private static final int FIRST = 100;

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

  private static Stream<String> words(String text) {
    return text == null ? Stream.empty() : Stream.of(text.split(" "));
  }

  /**
   * An insert of record 0 is {@code 0I}; {@code U} updates all fields, {@code F1} field 1, {@code
   * D} deletes. With {@code ?}, it is in flight.
   */
  private void write(String operation) {
    int record = operation.charAt(0) - '0';
    Type type =
        switch (operation.charAt(1)) {
          case 'I' -> Type.INSERT;
          case 'U' -> Type.UPDATE;
          case 'F' -> Type.UPDATE_FIELD;
          default -> Type.DELETE;
        };
    int field = type == Type.UPDATE_FIELD ? operation.charAt(2) - '0' : 0;
    WriteLog log = logs.get(record % 2);
    int entry = entries[record % 2]++;
    log.begin(entry, new Write(type, record, field));
    if (!operation.endsWith("?")) {
      log.acknowledge(entry);
    }
  }

  /**
   * Record 0 with the versions of the first two operations of its thread is {@code 0=0,1}; {@code
   * o7} is version 7 of an earlier round. {@code ~} stands for a record with a field too many,
   * {@code !} for one that cannot be read.
   */
  private static void put(Snapshot into, String text) {
    int record = text.charAt(0) - '0';
    if (text.charAt(1) == '!') {
      into.put(record, Snapshot.UNREADABLE);
      return;
    }
    int[] versions =
        Stream.of(text.substring(2).split(",")).mapToInt(LossFinderTest::version).toArray();
    into.put(record, text.charAt(1) == '~' ? Snapshot.STRANGE : Snapshot.PRESENT, versions);
  }

  private static int version(String text) {
    return switch (text.charAt(0)) {
      case 'm' -> FieldValue.MISSING;
      case 't' -> FieldValue.TORN;
      case 'f' -> FieldValue.FOREIGN;
      case 'o' -> Integer.parseInt(text.substring(1));
      default -> FIRST + Integer.parseInt(text);
    };
  }

  private Losses find() {
    return LossFinder.find(before, safeSince, FIRST, logs, found, System.nanoTime());
  }

  /** The numbers are of lost, resurrected, torn, and of phantom or unreadable records. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "the last acknowledged versions  | | 0I 0U 0F1 1I 2I 2D | 0=1,2 1=0,0 | 0 0 0 0 | true",
        "an update in flight, not made   | | 0I 0U? | 0=0,0 | 0 0 0 0 | true",
        "an update in flight, made       | | 0I 0U? | 0=1,1 | 0 0 0 0 | true",
        "insert and delete, not made     | | 0I? 1I 1D? | 1=0,0 | 0 0 0 0 | true",
        "insert and delete, made         | | 0I? 1I 1D? | 0=0,0 | 0 0 0 0 | true",
        "half an operation in flight     | | 0I 0U? | 0=1,0 | 0 0 1 0 | true",
        "a record that is gone           | | 0I 0U 0F1 | | 3 0 0 0 | true",
        "an older version                | | 0I 0U 0F1 | 0=0,0 | 2 0 0 0 | true",
        "a deleted record that is there  | | 0I 0D | 0=0,0 | 0 1 0 0 | true",
        "an insert after a lost delete   | | 0I 0D 0I | 0=0,0 | 1 1 0 0 | true",
        "fields of two whole updates     | | 0I 0U | 0=0,1 | 0 0 1 0 | true",
        "a missing and a damaged field   | | 0I 1I | 0=0,m 1=t,0 | 0 0 2 0 | true",
        "an older update of one field    | | 0I 0F1 0F0 | 0=2,0 | 1 0 0 0 | false",
        "versions that nobody wrote      | | 0I 2I | 0=0,1 2=1,40 3=0,0 | 0 0 0 3 | true",
        "a foreign field, or one more    | | 0I 1I | 0=0,f 1~0,0 | 0 0 0 2 | true",
        "a record that cannot be read    | | 0I | 0! | 0 0 0 1 | true",
        "records of earlier rounds       | 0=o7,o9 1=o7,o9 2=o7,o9 | | 0=o7,o9 1=o7,o8 3=o5,o5"
            + " | 2 1 0 0 | true",
        "a version that was lost before  | 0=o7,o9 | | 0=o7,o10 | 0 0 0 1 | true",
        "a field beside an earlier one   | 0=o7,o9 | 0F1 | 0=o7,0 | 0 0 0 0 | true",
        "losses at the end               | | 0I 1I 2I | 0=0,0 | 2 0 0 0 | true",
        "a loss before a survivor        | | 0I 1I | 1=0,0 | 1 0 0 0 | false",
      })
  void eachLossIsCalledByItsNameAndNoOther(
      String what, String earlier, String operations, String after, String counts, boolean suffix) {
    words(earlier).forEach(each -> put(before, each));
    words(operations).forEach(this::write);
    words(after).forEach(each -> put(found, each));
    Losses losses = find();
    assertThat(
            "%d %d %d %d"
                .formatted(
                    losses.count(Kind.LOST),
                    losses.count(Kind.RESURRECTED),
                    losses.count(Kind.TORN),
                    losses.count(Kind.PHANTOM) + losses.count(Kind.UNREADABLE)))
        .as("%s", losses.examples())
        .isEqualTo(counts);
    assertThat(losses.suffix()).isEqualTo(suffix);
    assertThat(losses.oldestNanos().isPresent()).isEqualTo(!counts.startsWith("0 0"));
    assertThat(losses.damaged()).isEqualTo(!counts.endsWith("0 0"));
  }

  @Test
  void operationsAreCountedByKind() {
    words("0I 0U 0F1 1I 2I 2D 1U?").forEach(this::write);
    Losses losses = find();
    assertThat(losses.count(Kind.INSERTS)).isEqualTo(3);
    assertThat(losses.count(Kind.UPDATES)).isEqualTo(2);
    assertThat(losses.count(Kind.DELETES)).isEqualTo(1);
    assertThat(losses.acknowledged()).isEqualTo(6);
    assertThat(losses.count(Kind.IN_FLIGHT)).isEqualTo(1);
  }

  @Test
  void theAgeIsThatOfTheOldestLossAtTheLastSignOfLife() {
    words("0I 2I 1I").forEach(this::write);
    put(found, "0=0,0");
    long lost = logs.get(0).acknowledged(1);
    long last = logs.get(1).acknowledged(0);
    Losses early = LossFinder.find(before, safeSince, FIRST, logs, found, lost);
    assertThat(early.oldestNanos()).as("acknowledged while it was killed").hasValue(last - lost);
    Losses late = LossFinder.find(before, safeSince, FIRST, logs, found, last + 500);
    assertThat(late.oldestNanos()).hasValue(last + 500 - lost);
  }
}
