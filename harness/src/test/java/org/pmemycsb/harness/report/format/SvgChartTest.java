package org.pmemycsb.harness.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Look;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Chart.Scale;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Chart.Span;
import org.pmemycsb.harness.report.model.Chart.Swatch;
import org.pmemycsb.harness.report.model.Chart.Tick;
import org.pmemycsb.harness.report.model.Figures;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class SvgChartTest {
  private static final Axis PHASES = Axis.of("phase", List.of("<load>", "A"));
  private static final Axis OPS = Axis.linear("ops");
  private static final Point BOUNDED =
      new Point(0, 1000, OptionalDouble.of(900), OptionalDouble.of(1200));

  private static Chart chart(Axis x, Axis y, Series... series) {
    return new Chart("id", "A \"title\" & <more>", x, y, List.of(series), "tmpfs; commit");
  }

  private static Series series(String name, int colour, Point... points) {
    return new Series(name, Role.CONTENDER, new Look(colour, 0), List.of(points));
  }

  private static Chart chart(boolean overNames) {
    return chart(
        overNames ? PHASES : Axis.linear("threads"),
        OPS,
        series("redis'", 0, BOUNDED, Point.invalid(1)),
        new Series("noop (floor)", Role.BOUND, new Look(0, 0), List.of(Point.of(0, 1100))));
  }

  private static Element parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)))
        .getDocumentElement();
  }

  private static List<Double> numbers(String pattern, Chart chart) {
    return Pattern.compile(pattern)
        .matcher(SvgChart.render(chart))
        .results()
        .map(found -> Double.parseDouble(found.group(1)))
        .toList();
  }

  @Test
  void dotsStandBesideEachOtherAtANameAndAtTheirValueOnAnAxisOfNumbers() {
    Series[] two = {series("a", 0, BOUNDED), series("b", 1, BOUNDED)};
    String whisker = "\"whisker s\\d\" d=\"M([0-9.]+) ";

    assertThat(numbers(whisker, chart(PHASES, OPS, two))).hasSize(2).doesNotHaveDuplicates();
    assertThat(numbers(whisker, chart(Axis.linear("s"), OPS, two))).hasSize(2).containsOnly(64.0);
  }

  @Test
  void aDatabaseKeepsItsColourAndAPlaceItsShape() {
    String disk = SvgChart.swatch(new Swatch(false, Role.CONTENDER, new Look(2, 0)));
    String pmem = SvgChart.swatch(new Swatch(false, Role.CONTENDER, new Look(2, 1)));
    String other = SvgChart.swatch(new Swatch(true, Role.CONTENDER, new Look(3, 1)));

    assertThat(disk).contains("mark f2").doesNotContain("\"line");
    assertThat(pmem).contains("mark f2").isNotEqualTo(disk);
    assertThat(other)
        .contains("\"line")
        .endsWith(pmem.substring(pmem.indexOf("<path")).replace("f2", "f3"));
  }

  @Test
  void aCeilingIsDrawnOverTheStoreThatItBoundsOnly() {
    Chart two =
        chart(
            Axis.of("phase", List.of("A")),
            OPS,
            series("redis", 0, Point.of(0, 900)),
            series("pmemkv", 1, Point.of(0, 1000)),
            new Series(
                "ceiling", Role.BOUND, new Look(0, 0), List.of(Point.of(0, 1100)), "pmemkv"));

    double from = numbers("class=\"bound b0\" d=\"M([0-9.]+) ", two).get(0);
    double to = numbers("class=\"bound b0\" d=\"M[0-9. ]+H([0-9.]+)", two).get(0);
    assertThat(from).isGreaterThan(264);
    assertThat(to - from).isBetween(40.0, 50.0);
  }

  private static Chart ratios(Point... points) {
    return chart(
        Axis.of("phase", List.of("A", "B")),
        new Axis("times as fast", Scale.RATIO, List.of()),
        series("both", 1, points));
  }

  @Test
  void ratiosHaveALineAtOne() {
    assertThat(SvgChart.render(ratios(Point.of(0, 28), Point.of(1, 0.5))))
        .containsOnlyOnce("<path class=\"whisker ink\" d=\"M64 ");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.7 0.8 0.9 1 1.2",
    "2.5, 0.7 0.8 0.9 1 1.2 1.5 2",
    "30, 1 2 5 10 20",
    "0.04, 0.05 0.1 0.2 0.5 1",
    "2000, 1 10 100 1000"
  })
  void ratiosHaveRoundTicksWithOneAmongThem(double ratio, String ticks) {
    assertThat(ratios(Point.of(0, ratio)).upwards().ticks())
        .extracting(tick -> tick.text().replace(",", ""))
        .containsExactly(ticks.split(" "));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileNeedsNoStyleSheetAndBecomesPngAndPdf(boolean overNames) throws Exception {
    String svg = Plots.svg(chart(overNames));

    assertThat(parse(svg).getTextContent())
        .contains("A \"title\" & <more>", "noop (floor)", "tmpfs; commit");
    assertThat(svg).doesNotContain("class=", "url(");
    assertThat(ImageIO.read(new ByteArrayInputStream(Plots.png(svg))).getWidth()).isEqualTo(1000);
    assertThat(new String(Plots.pdf(svg), StandardCharsets.ISO_8859_1))
        .startsWith("%PDF")
        .contains("/MediaBox [0 0 375 ");
  }

  @Test
  void aPngNeedsNoTemporaryFile(@TempDir Path folder) throws Exception {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    ImageIO.setCacheDirectory(gone.toFile());
    Files.delete(gone);
    try {
      assertThat(Plots.png("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"))
          .isNotEmpty();
    } finally {
      ImageIO.setCacheDirectory(null);
    }
  }

  @Test
  void axesAreMarkedAtRoundFigures() {
    assertThat(Span.of(OPS, 0, 970).ticks())
        .extracting(Tick::text)
        .containsExactly("0", "200", "400", "600", "800", "1000");
    assertThat(Span.of(Axis.log("y"), 3, 25_000).ticks())
        .extracting(Tick::text)
        .containsExactly("1", "10", "100", "1000", "10 k", "100 k");
    assertThat(Span.of(Axis.log("y"), 10, 1000).place(100)).isEqualTo(0.5);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.25, 0.25", "1500, 1500", "40e3, 40 k", "1.5e6, 1.5 M", "2e9, 2 G"})
  void figuresAreWrittenBriefly(double figure, String text) {
    assertThat(Figures.brief(figure)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "17437.8, 35782, 17.4-35.8k",
    "980e3, 1204e3, 980k-1.20M",
    "512, 999.6, 512-1.00k",
    "1.5, 20, 1.50-20.0",
    "0, 0.25, 0.00-0.250",
    "3e9, 4e12, 3.00-4000G"
  })
  void intervalsAreWrittenFromLowToHighWithThreeDigits(double low, double high, String text) {
    assertThat(Figures.range(low, high)).isEqualTo(text);
  }
}
