package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;

/** The runs that a resumed experiment makes. */
class CampaignTest {
  private static final List<RunSpec> GRID = TwoDatabases.GRID;
  private static final RunSpec BAD = GRID.get(2);

  @TempDir private Path folder;

  private List<RunSpec> open() throws IOException {
    return Campaign.open(GRID, new Journal(folder).contents().phases());
  }

  private void append(RunSpec run, String failure) throws IOException {
    new Journal(folder).append(List.of(TwoDatabases.result(run, 100, failure)));
  }

  private void appendGrid() throws IOException {
    for (RunSpec run : GRID) {
      append(run, run.equals(BAD) ? "ended" : null);
    }
  }

  @Test
  void allAreOpenAtTheBeginning() throws IOException {
    assertThat(open()).isEqualTo(GRID);
  }

  @Test
  void anInvalidRunIsMadeAgainUnderAnIdOfItsOwn() throws IOException {
    appendGrid();

    assertThat(open())
        .singleElement()
        .returns(BAD.id() + "~2", RunSpec::id)
        .returns(BAD.repeat(), RunSpec::repeat)
        .satisfies(run -> assertThat(run.describe()).endsWith(", made again"));
  }

  @Test
  void onlyTheNewRunCounts() throws IOException {
    appendGrid();
    append(open().get(0), null);

    assertThat(open()).isEmpty();
    Journal.Contents contents = new Journal(folder).contents();
    assertThat(contents.phases()).hasSameSizeAs(GRID).allMatch(PhaseResult::valid);
    assertThat(contents.superseded()).extracting(PhaseResult::run).containsExactly(BAD.id());
  }

  @Test
  void aRunThatIsInvalidAgainStaysSoUntilTheNextResumption() throws IOException {
    appendGrid();
    append(open().get(0), "ended again");

    assertThat(new Journal(folder).read())
        .filteredOn(phase -> !phase.valid())
        .extracting(PhaseResult::reason)
        .containsExactly("ended again");
    assertThat(open()).extracting(RunSpec::id).containsExactly(BAD.id() + "~3");
  }

  @Test
  void anInvalidRunOfAFurtherRoundIsMadeAgain() throws IOException {
    appendGrid();
    append(open().get(0), null);
    append(GRID.get(0).repeated(17), "lost");
    append(GRID.get(1).repeated(17), null);

    assertThat(open()).containsExactly(GRID.get(0).repeated(17).again(1));
  }
}
