package org.pmemycsb.harness.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
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
import org.pmemycsb.harness.report.model.Chart.Tick;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Span;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class SvgChartTest {
  private static final Axis PHASES =
      new Axis("phase", Scale.CATEGORIES, List.of(new Tick(0, "<load>"), new Tick(1, "A")));

  private static Chart chart(boolean overNames) {
    return new Chart(
        "id",
        "A \"title\" & <more>",
        overNames ? PHASES : Axis.linear("threads"),
        Axis.linear("ops"),
        List.of(
            new Series(
                "redis'",
                Role.CONTENDER,
                new Look(0, 0),
                List.of(
                    new Point(0, 1000, OptionalDouble.of(900), OptionalDouble.of(1200)),
                    Point.invalid(1))),
            new Series("noop (floor)", Role.BOUND, new Look(0, 0), List.of(Point.of(0, 1100)))));
  }

  private static Element parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)))
        .getDocumentElement();
  }

  @Test
  void everyMarkTellsItsFigure() throws Exception {
    Element svg = parse(SvgChart.render(chart(true)));

    assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("A \"title\" & <more>");
    assertThat(svg.getElementsByTagName("desc").item(0).getTextContent())
        .contains("redis': <load> 1,000 [900 to 1,200]; A INVALID");
    assertThat(svg.getTextContent()).contains("redis', <load>: 1,000 [900 to 1,200]");
  }

  private static List<Double> whiskers(Chart chart) {
    return Pattern.compile("\"whisker s\\d\" d=\"M([0-9.]+) ")
        .matcher(SvgChart.render(chart))
        .results()
        .map(found -> Double.parseDouble(found.group(1)))
        .toList();
  }

  private static Series bounded(String name, Look look) {
    Point point = new Point(0, 1000, OptionalDouble.of(900), OptionalDouble.of(1200));
    return new Series(name, Role.CONTENDER, look, List.of(point));
  }

  @Test
  void dotsStandBesideEachOtherAtANameAndAtTheirValueOnAnAxisOfNumbers() {
    List<Series> two = List.of(bounded("a", new Look(0, 0)), bounded("b", new Look(1, 0)));
    Chart overNames = new Chart("id", "t", PHASES, Axis.linear("ops"), two);
    Chart overValues = new Chart("id", "t", Axis.linear("s"), Axis.linear("ops"), two);

    assertThat(whiskers(overNames)).hasSize(2).doesNotHaveDuplicates();
    assertThat(whiskers(overValues)).hasSize(2).containsOnly(64.0);
  }

  @Test
  void aDatabaseKeepsItsColourAndAPlaceItsShape() {
    String disk = SvgChart.swatch(false, Role.CONTENDER, new Look(2, 0));
    String pmem = SvgChart.swatch(false, Role.CONTENDER, new Look(2, 1));
    String other = SvgChart.swatch(false, Role.CONTENDER, new Look(3, 1));

    assertThat(disk).contains("mark f2");
    assertThat(pmem).contains("mark f2").isNotEqualTo(disk);
    assertThat(other).isEqualTo(pmem.replace("mark f2", "mark f3"));
  }

  @Test
  void aFileHasItsCaption() throws Exception {
    Chart captioned = chart(true).captioned("tmpfs; commit");

    assertThat(parse(PlotFile.svg(captioned)).getTextContent()).contains("tmpfs; commit");
  }

  @Test
  void aCeilingIsDrawnOverTheStoreThatItBoundsOnly() {
    Chart two =
        new Chart(
            "id",
            "t",
            new Axis("phase", Scale.CATEGORIES, List.of(new Tick(0, "A"))),
            Axis.linear("ops"),
            List.of(
                new Series("redis", Role.CONTENDER, new Look(0, 0), List.of(Point.of(0, 900))),
                new Series("pmemkv", Role.CONTENDER, new Look(1, 0), List.of(Point.of(0, 1000))),
                new Series(
                    "ceiling", Role.BOUND, new Look(0, 0), List.of(Point.of(0, 1100)), "pmemkv")));
    Matcher line =
        Pattern.compile("class=\"bound b0\" d=\"M([0-9.]+) [0-9.]+H([0-9.]+)")
            .matcher(SvgChart.render(two));

    assertThat(line.find()).isTrue();
    assertThat(Double.parseDouble(line.group(1))).isGreaterThan(264);
    assertThat(Double.parseDouble(line.group(2)) - Double.parseDouble(line.group(1)))
        .isBetween(40.0, 50.0);
  }

  private static final Axis RATIO = new Axis("times as fast", Scale.RATIO, List.of());

  private static Chart ratios(Point... points) {
    return new Chart(
        "id",
        "t",
        new Axis("phase", Scale.CATEGORIES, List.of(new Tick(0, "A"), new Tick(1, "B"))),
        RATIO,
        List.of(new Series("both", Role.CONTENDER, new Look(1, 0), List.of(points))));
  }

  @Test
  void ratiosHaveALineAtOne() {
    Point bounded = new Point(0, 28, OptionalDouble.of(22), OptionalDouble.of(30));
    String both = SvgChart.render(ratios(bounded, Point.of(1, 0.5)));

    assertThat(both).containsOnlyOnce("<path class=\"whisker ink\" d=\"M64 ");
    assertThat(both).contains("both, A: 28 [22 to 30]");
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
    assertThat(
            ratios(Point.of(0, ratio)).upwards().ticks().stream()
                .map(tick -> tick.text().replace(",", "")))
        .containsExactly(ticks.split(" "));
  }

  @Test
  void aLegendShowsASeriesAsItsChartDoes() {
    assertThat(SvgChart.swatch(false, Role.CONTENDER, new Look(1, 0)))
        .contains("mark")
        .doesNotContain("\"line");
    assertThat(SvgChart.swatch(true, Role.CONTENDER, new Look(1, 0))).contains("\"line", "mark");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileNeedsNoStyleSheetAndBecomesPngAndPdf(boolean overNames) throws Exception {
    String svg = PlotFile.svg(chart(overNames));

    assertThat(parse(svg).getTextContent()).contains("A \"title\" & <more>", "noop (floor)");
    assertThat(svg).doesNotContain("class=", "url(");
    assertThat(ImageIO.read(new ByteArrayInputStream(PlotFile.png(svg))).getWidth())
        .isEqualTo(1000);
    assertThat(new String(PlotFile.pdf(svg), StandardCharsets.ISO_8859_1))
        .startsWith("%PDF")
        .contains("/MediaBox [0 0 375 ");
  }

  @Test
  void aPngNeedsNoTemporaryFile(@TempDir Path folder) throws Exception {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    ImageIO.setCacheDirectory(gone.toFile());
    Files.delete(gone);
    try {
      assertThat(PlotFile.png("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"))
          .isNotEmpty();
    } finally {
      ImageIO.setCacheDirectory(null);
    }
  }

  @Test
  void axesAreMarkedAtRoundFigures() {
    assertThat(Span.of(Axis.linear("y"), 0, 970).ticks())
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
