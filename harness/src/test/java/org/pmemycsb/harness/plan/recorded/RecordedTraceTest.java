package org.pmemycsb.harness.plan.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.ConfigurationException;

class RecordedTraceTest {
  @TempDir private Path folder;
  private int converted;

  private Path file(String... lines) throws IOException {
    return Files.writeString(folder.resolve("cache.csv"), String.join("\n", lines) + "\n");
  }

  private static List<String> read(Path file) {
    return read(file, Optional.empty(), Long.MAX_VALUE);
  }

  /**
   * Each operation as its call, its key ({@code +} for one that the trace makes), and its bytes.
   */
  private static List<String> read(Path file, Optional<TraceFormat> format, long most) {
    List<String> all = new ArrayList<>();
    try (RecordedTrace trace = new RecordedTrace(file, format, most)) {
      for (TraceFile.Entry each = trace.next(); each != null; each = trace.next()) {
        all.add(
            "%s %s%d %d"
                .formatted(each.call(), each.isBorn() ? "+" : "", each.number(), each.bytes()));
      }
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Records that the trace does not make were there before.
        "0,a,1,7,1,get,0; 0,b,1,9,1,set,60; 0,b,1,9,1,get,0 | READ 0 7; INSERT +0 9; READ +0 9",
        "0,c,1,5,1,replace,60; 1,a,1,8,1,set,60; 1,c,1,8,1,set,60 | UPDATE 0 5; INSERT +0 8; UPDATE 0 8",
        // An operation on a deleted record finds nothing until it is written again.
        "0,a,1,7,1,delete,0; 0,a,1,7,1,gets,0; 0,a,1,7,1,delete,0 | DELETE 0 7; MISS 0 7; MISS 0 7",
        "0,a,1,7,1,delete,0; 0,a,1,7,1,cas,9; 0,a,1,7,1,incr,9 | DELETE 0 7; MISS 0 7; MISS 0 7",
        "0,a,1,7,1,delete,0; 0,a,1,6,1,add,9; 0,a,1,7,1,add,9 | DELETE 0 7; ADD 0 6; READ 0 7",
        "0,a,1,7,1,append,9; 0,a,1,7,1,cas,9 | MODIFY 0 7; UPDATE 0 7",
        // Keys may hold commas.
        "0,nz:u,1,x,8,7,1,get,0; 0,nz:u,2,x,8,7,1,get,0; 0,nz:u,1,x,8,7,1,get,0 | READ 0 7; READ 1 7; READ 0 7",
        // Names of fields are no part of a value.
        "INSERT t k [ field0=a field1=b ] | INSERT +0 2",
        "INSERT t l [ field10=a field=b field1 c =field0=12 ] | INSERT +0 29",
        "INSERT t m [ 0=a 1=b x=c ] | INSERT +0 6",
        "UPDATE t k [ field3= field0=abc ]; UPDATE t k [ ] | UPDATE 0 3; UPDATE 0 0",
        // What YCSB prints around operations is skipped.
        "Command line: -db site.ycsb.BasicDB; \"readproportion\"=\"0.5\"; READ t k [ <all fields>]; [OVERALL], RunTime(ms), 3 | READ 0 0",
        "INSERT - Takes(s): 1.0, Count: 500; **** properties ****; INSERT t k [ field0=12=456 ]; Run finished, takes 1.2s | INSERT +0 6",
        "READ   - Takes(s): 1.0; DELETE - Takes(s): 1.0; ; INSERT t k [ field0=12 ]; DELETE t k | INSERT +0 2; DELETE +0 0",
      })
  void linesBecomeOperations(String lines, String operations) throws IOException {
    assertThat(read(file(lines.split("; ")))).containsExactly(operations.split("; "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "0,a,1,7,1,get          | 6 columns",
        "0,a,1,7,1,fetch,0      | fetch",
        "0,a,1,-7,1,get,0       | size ~ '-7'",
        "0,a,1,67108865,1,get,0 | size ~ '67108865'",
        "0,a,1,,1,get,0         | size ~ ''",
        "zero,a,1,7,1,get,0     | timestamp ~ 'zero'",
        "1.2x,a,1,7,1,get,0     | timestamp ~ '1.2x'",
        "0,,0,7,1,get,0         | key",
        "SCAN usertable user1 10 [ <all fields>] | scans",
        "READ usertable                          | READ TABLE KEY",
        "READ usertable use                      | ]",
        "INSERT usertable user1 [ field0=12      | ]",
        "DELETE usertable user1 or two           | DELETE TABLE KEY",
        "FETCH usertable user1                   | FETCH",
      })
  void aWrongLineIsNamedByItsNumber(String line, String what) throws IOException {
    boolean ofYcsb = Character.isUpperCase(line.charAt(0));
    Path file = file(ofYcsb ? "READ usertable user1 [ <all fields>]" : "0,a,1,7,1,get,0", line);
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(file + ": line 2: ")
        .hasMessageContainingAll(what.split(" ~ "));
  }

  @Test
  void aKeyWhoseFirstReadMissedIsNoRecordUntilItIsWritten() throws IOException {
    Path file =
        file(
            "0,a,1,7,1,get,0",
            "0,b,1,0,1,get,0",
            "0,b,1,9,1,set,60",
            "0,b,1,9,1,get,0",
            "0,c,1,0,1,gets,0",
            "9,b,1,0,1,get,0");
    assertThat(read(file))
        .containsExactly(
            "READ 0 7", "MISS 0 0", "INSERT +0 9", "READ +0 9", "MISS 0 0", "READ +0 0");
    TraceFacts facts = convert(file);
    assertThat(facts.records()).isOne();
    assertThat(facts.inserts()).isOne();
    assertThat(facts.hitsForMisses()).isOne();
  }

  @Test
  void linesMayEndAsOnWindowsAndTheLastOneNotAtAll() throws IOException {
    Path file = folder.resolve("cache.csv");
    Files.writeString(file, "0,a,1,7,1,get,0\r\n0,a,1,7,1,get,0");
    assertThat(read(file)).containsExactly("READ 0 7", "READ 0 7");
  }

  @Test
  void linesLongerThanTheBufferAreReadWhole() throws IOException {
    String value = "x".repeat(700_000);
    assertThat(
            read(
                file(
                    "INSERT usertable user1 [ field0=" + value + " ]",
                    "READ usertable user1 [ <all fields>]",
                    "UPDATE usertable user1 [ field0=" + value + "y ]")))
        .containsExactly("INSERT +0 700000", "READ +0 0", "UPDATE +0 700001");
  }

  @Test
  void noMoreOperationsAreReadThanAskedFor() throws IOException {
    Path file = file("0,a,1,7,1,get,0", "0,b,1,7,1,get,0", "wrong");
    assertThat(read(file, Optional.empty(), 2)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE usertable user1", "INSERT usertable user1 [ field0=]"})
  void theLastLineOfYcsbNeedsItsEndBecauseACutOneCouldLookWhole(String last) throws IOException {
    Path file = folder.resolve("ycsb.txt");
    Files.writeString(file, "READ usertable user1 [ <all fields>]\n" + last);
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(file + ": line 2: ");
  }

  @Test
  void aFileOfAnotherFormIsRefusedAndANamedFormIsNotGuessed() throws IOException {
    Path file = file("time;key;op", "READ usertable user1");
    assertThatThrownBy(() -> read(file)).hasMessageStartingWith(file + ": line 1 ");
    assertThatThrownBy(() -> read(file, Optional.of(TraceFormat.TWITTER), 1))
        .hasMessageContainingAll("line 1:", "7");
    assertThatThrownBy(() -> read(folder.resolve("none")))
        .hasMessageContaining("" + folder.resolve("none"));
    assertThatThrownBy(() -> read(Files.createFile(folder.resolve("empty"))))
        .hasMessageContaining("empty: ");
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeIsConverted() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process writer =
        new ProcessBuilder("sh", "-c", "echo 0,a,1,7,1,get,0 > " + pipe).inheritIO().start();
    assertThat(convert(pipe).operations()).isOne();
    assertThat(writer.waitFor()).isZero();
  }

  @Test
  void factsSumUpTheTrace() throws IOException {
    Path file =
        file(
            "10,a,1,100,1,get,0",
            "10,b,1,301,1,set,60",
            "12,b,1,0,1,delete,0",
            "15,b,1,50,1,add,60",
            "15,c,1,0,1,delete,0");
    TraceFacts facts = convert(file);
    assertThat(facts).isEqualTo(new TraceFacts(5, 2, 2, 2, 151, 301, 5_000_000_000L, 0));
    assertThat(facts.leavesGaps()).isTrue();
    assertThat(TraceFile.convert(file, Optional.empty(), 2, folder.resolve("two")))
        .isEqualTo(new TraceFacts(2, 1, 1, 0, 201, 301, 0, 0));
  }

  @Test
  void timesThatAreNotInOrderCountAsNone() throws IOException {
    assertThat(convert(file("10,a,1,1,1,get,0", "9,a,1,1,1,get,0")).nanos()).isZero();
  }

  private TraceFacts convert(Path file) {
    return TraceFile.convert(
        file, Optional.empty(), Long.MAX_VALUE, folder.resolve("converted" + converted++));
  }

  @Test
  void aFileHasWhatTheTraceHad() throws IOException {
    Path file = file("0,a,1,7,1,get,0", "0,b,1,9,1,set,60", "0,b,1,8,1,cas,0");
    TraceFacts facts = convert(file);
    try (TraceFile trace = new TraceFile(folder.resolve("converted0"))) {
      assertThat(trace.facts()).isEqualTo(facts);
      List<String> all = new ArrayList<>();
      for (TraceFile.Entry each = trace.next(); each != null; each = trace.next()) {
        all.add(each.call() + " " + each.isBorn() + " " + each.number() + " " + each.bytes());
      }
      assertThat(all).containsExactly("READ false 0 7", "INSERT true 0 9", "UPDATE true 0 8");
    }
  }

  @Test
  void aFileOfOthersAndACutOneAreRefused() throws IOException {
    Path file = file("0,a,1,7,1,get,0");
    assertThatThrownBy(() -> new TraceFile(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("pmem-ycsb convert " + file);
    convert(file);
    Path made = folder.resolve("converted0");
    assertThatThrownBy(() -> TraceFile.convert(file, Optional.empty(), 1, made))
        .hasMessageStartingWith(made + ": ");
    byte[] all = Files.readAllBytes(made);
    Files.write(made, Arrays.copyOf(all, all.length - 1));
    assertThatThrownBy(() -> new TraceFile(made)).hasMessageContaining("whole");
  }

  @Test
  void aWrongLineLeavesNoFile() throws IOException {
    Path file = file("0,a,1,7,1,get,0", "wrong");
    assertThatThrownBy(() -> convert(file)).hasMessageContaining("line 2");
    assertThat(folder.resolve("converted0")).doesNotExist();
  }

  private List<Long> times(Path file) {
    List<Long> times = new ArrayList<>();
    convert(file);
    try (TraceFile trace = new TraceFile(folder.resolve("converted0"))) {
      for (TraceFile.Entry each = trace.next(); each != null; each = trace.next()) {
        times.add(each.nanos());
      }
    }
    return times;
  }

  @Test
  void operationsOfOneSecondAreSpreadOverIt() throws IOException {
    Path file =
        file(
            "10,a,1,1,1,get,0",
            "10,a,1,1,1,get,0",
            "10,a,1,1,1,get,0",
            "10,a,1,1,1,get,0",
            "12,a,1,1,1,get,0");
    assertThat(times(file))
        .containsExactly(0L, 250_000_000L, 500_000_000L, 750_000_000L, 2_000_000_000L);
  }

  @Test
  void finerTimesAreKeptAsTheyAre() throws IOException {
    Path file = file("10.5,a,1,1,1,get,0", "10.5,a,1,1,1,get,0", "10.500001,a,1,1,1,get,0");
    assertThat(times(file)).containsExactly(0L, 0L, 1000L);
  }
}
