package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.Checksum;
import org.pmemycsb.harness.ConfigurationException;

class JournalTest {
  private static final List<PhaseResult> FIRST =
      List.of(Phases.valid("a", "load", 1, 1, 100), Phases.valid("a", "C", 1, 1, 300));
  private static final List<PhaseResult> SECOND =
      List.of(Phases.valid("b", "load", 1, 1, 50), Phases.invalid("b", "C", 1, 1, "lost a record"));

  private static final Demand DEMAND =
      new Demand(
          9,
          8,
          new Counts(1, 2, 3, 4, 5, 6, 7, 8, 9, new Counts.Awaited(10, 11, 12)),
          new TreeMap<>(Map.of("update", new Demand.Calls(9, 8, Counts.NONE))));

  @TempDir private Path folder;
  private Journal journal;

  @BeforeEach
  void open() {
    journal = new Journal(folder);
  }

  private Path file() {
    return folder.resolve(Journal.FILE);
  }

  @Test
  void whatWasAppendedIsReadInOrder() throws IOException {
    assertThat(journal.read()).as("without a file").isEmpty();
    journal.append(FIRST);
    journal.append(SECOND);

    assertThat(journal.read())
        .containsExactly(FIRST.get(0), FIRST.get(1), SECOND.get(0), SECOND.get(1));
  }

  @Test
  void aLineWithoutItsChecksumIsDamaged() throws IOException {
    journal.append(FIRST);
    Files.writeString(
        file(), Files.readString(file()).replaceFirst("\"check\":\"[0-9a-f]*\",", ""));

    assertThatThrownBy(journal::read)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("cells.jsonl, line 1: ");
  }

  @Test
  void aRunBesideTheComparisonIsKeptAndIsNoPartOfIt() throws IOException {
    List<PhaseResult> beside = FIRST.stream().map(phase -> Phases.counted(DEMAND, phase)).toList();
    journal.append(FIRST);
    journal.append(beside);

    assertThat(journal.read()).isEqualTo(FIRST);
    assertThat(journal.contents().beside()).isEqualTo(beside);
  }

  @Test
  void aRunCutOffAtAnyByteIsPassedOverAndTheRunsBeforeItAreKept() throws IOException {
    journal.append(FIRST);
    int whole = Files.readAllBytes(file()).length;
    journal.append(SECOND);
    byte[] both = Files.readAllBytes(file());

    for (int length = whole; length < both.length - 1; length++) {
      Files.write(file(), Arrays.copyOf(both, length));
      assertThat(journal.read()).as("cut at byte %d", length).isEqualTo(FIRST);
    }
  }

  @Test
  void aRunCutOffWithinACharacterIsPassedOver() throws IOException {
    journal.append(FIRST);
    Files.write(file(), new byte[] {'{', '"', (byte) 0xc3}, StandardOpenOption.APPEND);

    assertThat(journal.read()).isEqualTo(FIRST);
  }

  @Test
  void aRunAppendedAfterATornLineIsRead() throws IOException {
    journal.append(FIRST);
    Files.writeString(file(), "{\"run\":\"b/t1/1\",\"phas", StandardOpenOption.APPEND);
    journal.append(SECOND);

    assertThat(journal.read()).hasSize(4).containsAll(SECOND);
  }

  @Test
  void aRunThatWasHalfWrittenAndThenMadeAgainCountsOnce() throws IOException {
    journal.append(SECOND.subList(0, 1));
    journal.append(FIRST);
    journal.append(SECOND);

    assertThat(journal.read())
        .containsExactlyInAnyOrder(FIRST.get(0), FIRST.get(1), SECOND.get(0), SECOND.get(1));
  }

  @Test
  void theKeysOfALineAreReadAndWrittenInAnyOrder() throws IOException {
    String lines =
        """
        {"run":"x/1","phases_in_run":2,"database":"redis{a=(b)} (Valkey)","version":"Valkey 8.0.1",\
        "phase":"A","threads":2,"value_size_bytes":1024,"durability":"commit (claimed)",\
        "medium":"unknown","runner":"trace","invocation":1,"started_at":"2026-01-02T03:04:05.678Z",\
        "operations":1000,"good_operations":1000,"seconds":0.3,"throughput_ops_s":3333.3333333333335,\
        "read_p50_us":1.5,"read_p99_us":9.25,"write_p50_us":4.0,"write_p99_us":20.0,\
        "series_seconds":[0.1,0.3],"series_operations":[600,400],"values_checked":10,\
        "stalled_seconds":0.0,"server_statistics":{"keyspace_hits":3},"errors":0,\
        "record_count":1000,"valid":true,"machines":2,"on_machines":[{"host":"here",\
        "throughput_ops_s":1.5,"start_us":20.0,"clock_offset_us":-7.0}],"placement":{"client":"0",\
        "servers":"not bound","memory_node":1},"occupied_bytes":4096,"run_seconds":{"servers":1.5},\
        "purpose":"counted","beside":"y/1","demand":{"operations":9,"record_bytes":8,"counts":{\
        "flushes":1,"lines":2,"blocks":3,"fences":4,"cached_bytes":5,"uncached_bytes":6,"syncs":7,\
        "mapped_syncs":8,"file_bytes":9,"awaited":{"fences":10,"lines":11,"far_lines":12}},\
        "calls":{"update":{"calls":9,"record_bytes":8}}}}
        {"run":"x/1","phases_in_run":2,"database":"redis","version":"unknown","phase":"B",\
        "threads":1,"value_size_bytes":8,"durability":"none","medium":"tmpfs","runner":"ycsb",\
        "invocation":1,"started_at":"2026-01-02T03:04:05.678Z","operations":0,"good_operations":0,\
        "seconds":0.0,"throughput_ops_s":0.0,"series_seconds":[],"series_operations":[],\
        "values_checked":0,"stalled_seconds":0.0,"server_statistics":{},"errors":0,"valid":false,\
        "reason":"not run"}
        """;
    Files.writeString(file(), checked(lines));
    List<PhaseResult> read = journal.contents().phases();
    Files.delete(file());
    new Journal(folder).append(read);

    assertThat(keys(Files.readString(file()))).isEqualTo(keys(lines));
    assertThat(read.get(0).conditions().label())
        .isEqualTo(new Label("redis{a=(b)}", Optional.of("Valkey")));
    assertThat(read.get(0).conditions().sourcedDurability())
        .isEqualTo(new SourcedValue("commit", SourcedValue.Source.CLAIMED));
    assertThat(read.get(1).measurement().latencies().reads()).isEqualTo(Latency.NONE);
    assertThat(read.get(1).measurement()).isEqualTo(Measurement.failed(0, "not run"));

    Files.writeString(file(), checked(lines.replace("purpose", "aside")));
    assertThat(new Journal(folder).contents().phases())
        .as("as it was written until November 2026")
        .isEqualTo(read);
  }

  /** The objects of lines, without their checksums. */
  private static List<ObjectNode> keys(String lines) throws IOException {
    List<ObjectNode> all = new ArrayList<>();
    for (String line : lines.lines().toList()) {
      ObjectNode keys = new ObjectMapper().readValue(line, ObjectNode.class);
      keys.remove("check");
      all.add(keys);
    }
    return all;
  }

  private static String checked(String lines) {
    return lines
        .lines()
        .map(line -> line.substring(1))
        .map(rest -> "{\"check\":\"" + Checksum.of(rest) + "\"," + rest + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void ofARunMadeAgainTheLaterPhasesCountAndTheEarlierAreKept() throws IOException {
    List<PhaseResult> again = again(SECOND);
    journal.append(SECOND);
    journal.append(FIRST);
    journal.append(again);

    assertThat(journal.contents().phases())
        .containsExactly(again.get(0), again.get(1), FIRST.get(0), FIRST.get(1));
    assertThat(journal.contents().superseded()).isEqualTo(SECOND);
    assertThat(journal.contents().remarks()).isEmpty();
  }

  @Test
  void aRunMadeAgainInPartLeavesTheEarlierInForce() throws IOException {
    journal.append(SECOND);
    journal.append(again(SECOND).subList(0, 1));

    assertThat(journal.contents().phases()).isEqualTo(SECOND);
    assertThat(journal.contents().superseded()).isEmpty();
  }

  private static List<PhaseResult> again(List<PhaseResult> phases) {
    return phases.stream().map(phase -> Changed.with(phase, "origin.again", 1)).toList();
  }

  private static List<PhaseResult> as(String run, List<PhaseResult> phases) {
    return phases.stream().map(phase -> Phases.as(run, phase)).toList();
  }

  /** Flips, cuts and insertions at many positions, in the same places each time. */
  @Test
  void damageNeverPassesSilently() throws IOException {
    for (int i = 0; i < 8; i++) {
      journal.append(i % 3 == 2 ? as("x/" + i, SECOND) : as("x/" + i, FIRST));
    }
    byte[] whole = Files.readAllBytes(file());
    List<PhaseResult> expected = journal.read();
    Random random = new Random(42);
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = Damage.of(whole, random);
      Files.write(file(), damaged);
      try {
        Journal.Contents found = journal.contents();
        if (isInterrupted(whole, damaged)) {
          // The report says of such a file that the experiment is not finished.
          assertThat(expected)
              .as("damage %d", i)
              .startsWith(found.phases().toArray(new PhaseResult[0]));
        } else if (found.remarks().isEmpty()) {
          assertThat(found.phases()).as("damage %d", i).isEqualTo(expected);
        } else {
          assertThat(found.remarks()).allMatch(line -> line.contains(file() + ": "));
          assertThat(expected).as("damage %d", i).containsAll(found.phases());
        }
      } catch (ConfigurationException named) {
        refused++;
        assertThat(named).hasMessageMatching(".*cells.jsonl, line \\d+: [^\\n]*");
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }

  /** Whether these are the bytes of an experiment that ended between two runs. */
  private static boolean isInterrupted(byte[] whole, byte[] damaged) {
    String begin = new String(damaged, StandardCharsets.ISO_8859_1);
    String all = new String(whole, StandardCharsets.ISO_8859_1);
    return all.startsWith(begin)
        && (begin.isEmpty() || begin.endsWith("\n") || all.charAt(begin.length()) == '\n')
        && begin.lines().count() % FIRST.size() == 0;
  }

  @Test
  void aJournalThatWasRemovedIsNotBegunAgain() throws IOException {
    journal.append(FIRST);
    Files.delete(file());

    assertThatThrownBy(() -> journal.append(SECOND))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(file().toString());
    assertThat(file()).doesNotExist();
  }

  @Test
  void whatADamagedLineHidesIsNotWrittenOver() throws IOException {
    journal.append(FIRST);
    Files.writeString(file(), "noise\n", StandardOpenOption.APPEND);
    journal.append(SECOND);

    assertThat(Files.readAllLines(file())).hasSize(5).contains("noise");
    assertThatThrownBy(journal::read)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("cells.jsonl, line 3: ");
  }

  @Test
  void aWholeLastLineWithoutItsEndCounts() throws IOException {
    journal.append(FIRST);
    byte[] whole = Files.readAllBytes(file());
    Files.write(file(), Arrays.copyOf(whole, whole.length - 1));

    assertThat(journal.contents()).isEqualTo(new Journal.Contents(FIRST, List.of(), List.of()));
    journal.append(SECOND);
    assertThat(journal.read()).hasSize(4);
  }
}
