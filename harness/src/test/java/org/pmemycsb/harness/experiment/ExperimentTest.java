package org.pmemycsb.harness.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.harness.ConfigurationException;

class ExperimentTest {
  private static ExperimentDraft draft() {
    ExperimentDraft draft = new ExperimentDraft();
    draft.databases = List.of(new DatabaseChoice("noop", Map.of()));
    return draft;
  }

  private static Arguments wrong(String message, Consumer<ExperimentDraft> change) {
    return Arguments.of(message, change);
  }

  static Stream<Arguments> impossible() {
    return Stream.of(
        wrong("records: 0 is out of range", draft -> draft.records = 0),
        wrong("records: -1 is out of range", draft -> draft.records = -1),
        wrong("operations: 0 is out of range", draft -> draft.operations = 0),
        wrong("threads: 0 is out of range", draft -> draft.threads = List.of(1, 0)),
        wrong("repeats: 0 is out of range", draft -> draft.repeats = 0),
        wrong("value-size: 0 is out of range", draft -> draft.valueSizes = List.of(0)),
        wrong("keyLength: 22 is out of range", draft -> draft.keyLength = 22),
        wrong("threads: 2 is named twice", draft -> draft.threads = List.of(2, 2)),
        wrong(
            "workloads: A is named twice",
            draft -> draft.workloads(List.of(Phase.of("A"), Phase.of("a")))),
        wrong(
            "properties: fieldcount is what the experiment's fieldCount says",
            draft -> draft.properties.put("fieldcount", "3")),
        wrong(
            "properties: scanproportion must be from 0 to 1, not 'often'",
            draft -> draft.properties.put("scanproportion", "often")),
        wrong(
            "db: class:C is named twice",
            draft ->
                draft.databases =
                    List.of(
                        new DatabaseChoice("class:a.C", Map.of()),
                        new DatabaseChoice("class:b.C", Map.of()))),
        wrong("db: at least one is needed", draft -> draft.databases = List.of()),
        wrong("the first phase must be load", draft -> draft.phases = List.of(Phase.of("A"))));
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void whatIsImpossibleIsRefused(String message, Consumer<ExperimentDraft> change) {
    ExperimentDraft draft = draft();
    change.accept(draft);

    assertThatThrownBy(draft::finish)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void theLayoutHasRoomForTheInsertsOfEachWorkloadThatInserts() {
    ExperimentDraft draft = draft();
    draft.records = 1000;
    draft.operations = 100_000;
    draft.workloads(List.of(Phase.of("A")));
    assertThat(draft.finish().layout(100).maxRecords()).isEqualTo(1000);

    draft.workloads(List.of(Phase.of("D"), Phase.of("E")));
    assertThat(draft.finish().layout(100).maxRecords()).isEqualTo(21_000);
  }

  @Test
  void proportionsAmongThePropertiesGoBeforeThoseOfThePhases() {
    ExperimentDraft draft = draft();
    draft.records = 1000;
    draft.operations = 100_000;
    draft.workloads(List.of(Phase.of("A")));
    assertThat(draft.finish().scans()).isFalse();

    draft.properties.put("scanproportion", "0.5");
    assertThat(draft.finish().scans()).isTrue();
    assertThat(draft.finish().layout(100).maxRecords()).isEqualTo(1000);

    // Beside half reads and half updates of A: a quarter.
    draft.properties.put("scanproportion", "0");
    draft.properties.put("insertproportion", "0.333333333333333333");
    assertThat(draft.finish().scans()).isFalse();
    assertThat(draft.finish().layout(100).maxRecords()).isEqualTo(51_000);
  }

  @Test
  void proportionsDoNotTurnTheLoadIntoAWorkload() {
    ExperimentDraft draft = draft();
    draft.phases = List.of(Phase.LOAD);
    draft.properties.put("scanproportion", "1");
    assertThat(draft.finish().scans()).isFalse();
  }

  @Test
  void workloadEScansAndDoesNotWithoutItsScans() {
    ExperimentDraft draft = draft();
    draft.workloads(List.of(Phase.of("E")));
    assertThat(draft.finish().scans()).isTrue();

    draft.properties.put("scanproportion", "0.0");
    assertThat(draft.finish().scans()).isFalse();
  }

  @Test
  void passwordsAreNoDifference() {
    ExperimentDraft one = draft();
    one.properties.put("a.password", "one");
    ExperimentDraft other = draft();
    other.properties.put("a.password", "other");
    assertThat(one.finish().differences(other.finish())).isEmpty();

    other.properties.put("a.host", "h");
    assertThat(one.finish().differences(other.finish()))
        .containsExactly("properties: {a.password=***} -> {a.host=h, a.password=***}");
  }

  @Test
  void differencesNameWhatChanged() {
    ExperimentDraft other = draft();
    other.records = 5;

    assertThat(draft().finish().differences(draft().finish())).isEmpty();
    assertThat(draft().finish().differences(other.finish())).containsExactly("records: 30000 -> 5");
  }
}
