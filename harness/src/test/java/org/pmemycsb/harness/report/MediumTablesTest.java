package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.harness.probe.Probes;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.tables.MediumTables;

class MediumTablesTest {
  private static final Map<String, Probe> PROBES =
      new TreeMap<>(Map.of("pmem", Probes.pmem(), "disk", Probes.disk()));

  private static String markdown(Map<String, Probe> probes) {
    return Report.text(
        Format.DOCUMENT, GoldenFilesTest.RESULTS, List.of(MediumTables.section(probes)));
  }

  @ParameterizedTest
  @CsvSource({"probe.txt, true, 40", "probe-summary.txt, false, 20"})
  void theTablesOfTwoPlacesFitOnAScreen(String golden, boolean details, int lines)
      throws IOException {
    String text =
        MediumTables.text("pmem", Probes.pmem(), details)
            + MediumTables.text("disk", Probes.disk(), details);

    GoldenFilesTest.assertGolden(golden, text);
    assertThat(text.lines())
        .hasSizeLessThanOrEqualTo(lines)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void aTimeThatTheClockHidesIsNotZero() {
    Probe probe = Probes.pmem(List.of(Probes.hidden("pmem_flush", 64)));

    assertThat(MediumTables.text("pmem", probe, false)).contains("< 21").doesNotContain("  0 ");
    assertThat(MediumTables.text("pmem", probe, true)).contains("< 21");
    assertThat(markdown(Map.of("pmem", probe))).contains("| &lt; 0.021 |");
  }

  @Test
  void theSectionOfAReport() throws IOException {
    GoldenFilesTest.assertGolden("medium.md", markdown(PROBES));
  }

  @Test
  void theFile() throws IOException {
    GoldenFilesTest.assertGolden("probe.json", Report.probe(Samples.environment().probed(PROBES)));
  }

  @Test
  void aPlaceThatWasNotMeasuredIsNamedWithTheReason() {
    assertThat(markdown(Map.of("disk", Probes.missing())))
        .contains(
            "## The medium", "place disk: /var/tmp (disk) ", "fio", "bin/install-packages probe");
  }

  @Test
  void readsOfAModelAreNotModelledUnlessTheirMemoryIsKnown() {
    assertThat(MediumTables.head("p", Probes.modelled("model:m", null))).doesNotContain("node");
    assertThat(MediumTables.head("p", Probes.modelled("model:m", "reads from NUMA node 1")))
        .endsWith("; reads from NUMA node 1");
    assertThat(MediumTables.head("p", Probes.pmem())).doesNotContain("reads");
  }

  @Test
  void withoutProbesThereIsNoSection() {
    assertThat(MediumTables.section(Map.of()).any()).isFalse();
  }
}
