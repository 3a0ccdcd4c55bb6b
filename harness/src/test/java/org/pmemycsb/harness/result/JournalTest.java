package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final List<PhaseResult> FIRST =
      List.of(Phases.valid("a", "load", 1, 1, 100), Phases.valid("a", "C", 1, 1, 300));
  private static final List<PhaseResult> SECOND =
      List.of(Phases.valid("b", "load", 1, 1, 50), Phases.invalid("b", "C", 1, 1, "lost a record"));

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
  void aJournalThatIsNotThereIsEmpty() throws IOException {
    assertThat(journal.read()).isEmpty();
  }

  @Test
  void whatWasAppendedIsReadInOrder() throws IOException {
    journal.append(FIRST);
    journal.append(SECOND);

    assertThat(journal.read())
        .containsExactly(FIRST.get(0), FIRST.get(1), SECOND.get(0), SECOND.get(1));
  }

  @Test
  void aRunCutOffAtAnyByteIsPassedOverAndTheRunsBeforeItAreKept() throws IOException {
    journal.append(FIRST);
    int whole = Files.readAllBytes(file()).length;
    journal.append(SECOND);
    byte[] both = Files.readAllBytes(file());

    for (int length = whole; length < both.length - 1; length++) {
      Files.write(file(), java.util.Arrays.copyOf(both, length));
      assertThat(journal.read()).as("cut at byte %d", length).isEqualTo(FIRST);
    }
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
}
