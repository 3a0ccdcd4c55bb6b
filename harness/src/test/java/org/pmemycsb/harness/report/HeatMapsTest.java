package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pmemycsb.harness.analysis.OverTime;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.Why;
import org.pmemycsb.harness.outcome.Intervals;
import org.pmemycsb.harness.report.format.PlotFile;
import org.pmemycsb.harness.report.format.SvgChart;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

class HeatMapsTest {
  private static final PhaseResult PHASE = Phases.valid("redis", "trace", "A", 1, 1, 1000);
  private static final long MICRO = 1000;
  private static final double STALL_MICROS = 200_000;

  /** Intervals of 100 ms with 500 calls of 10 us; every 2 s, one call takes 200 ms. */
  private static Intervals stalling() {
    List<Histogram> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Histogram histogram = new Histogram(1, 100_000_000 * MICRO, 1);
      histogram.recordValueWithCount(10 * MICRO, 500);
      if (i % 20 == 19) {
        histogram.recordValue((long) STALL_MICROS * MICRO);
      }
      all.add(histogram);
    }
    return new Intervals(100_000_000, all, List.of(new Intervals.Pause(4_500, 12)));
  }

  private static Chart chart(Intervals intervals, List<Double> stolen) {
    return section(intervals, stolen).groups().get(0).charts().get(0);
  }

  private static Section section(Intervals intervals, List<Double> stolen) {
    Results plain = Samples.results(List.of(PHASE), List.of());
    Why why =
        new Why(
            List.of(),
            List.of(
                new OverTime(
                    PHASE.conditions(),
                    1,
                    intervals,
                    stolen,
                    new TreeMap<>(Map.of("compact.write.bytes", 4096L)))),
            plain.why().load());
    return HeatMaps.section(Samples.with(why, plain));
  }

  @Test
  void aStallIsARectangleHighAboveTheOthersAtItsTime() {
    Chart chart = chart(stalling(), List.of());

    List<Point> stalls =
        chart.series().stream()
            .flatMap(series -> series.points().stream())
            .filter(point -> point.low().orElse(0) > 1000)
            .toList();
    assertThat(stalls).extracting(Point::x).containsExactly(1.9, 3.9, 5.9, 7.9, 9.9);
    assertThat(stalls)
        .allMatch(
            point ->
                point.low().getAsDouble() <= STALL_MICROS * 1.1
                    && point.high().getAsDouble() >= STALL_MICROS);
  }

  @Test
  void aSeriesHoldsTheRectanglesWithCallsOfOnePowerOfTen() {
    List<Series> series = chart(stalling(), List.of(3.0)).series();

    assertThat(series)
        .extracting(Series::name)
        .containsExactly("1 call or more", "100 or more", "garbage collected", "processors stolen");
    assertThat(series.get(0).points()).hasSize(5);
    assertThat(series.get(1).points())
        .extracting(Point::x)
        .containsExactlyElementsOf(IntStream.range(0, 100).mapToObj(i -> i / 10.0).toList());
    assertThat(series.get(2).points()).extracting(Point::x).containsExactly(4.5);
    assertThat(series.get(3).points()).extracting(Point::x).containsExactly(3.0);
  }

  @Test
  void neighboursAreDrawnAsOneRectangle() {
    String svg = SvgChart.render(chart(stalling(), List.of()));

    // Five stalls, and one row of all other calls.
    assertThat(svg.split("z", -1)).hasSize(6 + 1);
    assertThat(svg).contains("garbage collected, 4.5");
  }

  @Test
  void aFileNeedsNoStyleSheet() throws Exception {
    String svg = PlotFile.svg(chart(stalling(), List.of(3.0)));

    assertThat(svg).contains("fill-opacity").doesNotContain("class=");
    assertThat(PlotFile.png(svg)).isNotEmpty();
  }

  @Test
  @Timeout(60)
  void aCallShorterThanATickOfTheClockIsInTheLowestRow() {
    Histogram instant = new Histogram(1, 100_000_000 * MICRO, 1);
    instant.recordValue(0);
    Chart chart = chart(new Intervals(10_000_000, List.of(instant), List.of()), List.of());

    assertThat(chart.series().get(0).points())
        .singleElement()
        .matches(point -> point.low().getAsDouble() > 0 && point.high().getAsDouble() < 0.002);
    assertThat(SvgChart.render(chart)).contains("1 call or more");
  }

  @Test
  void backgroundWorkOfTheDatabaseIsNamed() {
    assertThat(section(stalling(), List.of()).notes())
        .extracting(Note::text)
        .containsExactly(
            "redis, phase A: the database worked in the background. Its counters grew by"
                + " compact.write.bytes 4,096.");
  }

  @Test
  void withoutLogsThereIsNoSection() {
    Section none = HeatMaps.section(Samples.results(List.of(PHASE), List.of()));

    assertThat(none.any()).isFalse();
  }
}
