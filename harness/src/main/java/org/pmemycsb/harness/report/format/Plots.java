package org.pmemycsb.harness.report.format;

import com.kitfox.svg.SVGDiagram;
import com.kitfox.svg.SVGException;
import com.kitfox.svg.SVGUniverse;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.pdf.PDFProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.spi.SafeFolder;

/**
 * The folder {@code plots}: the charts of the report as PDF and PNG files for papers, dark on
 * white, with title and legend. Both are made from the SVG of the page with every style written
 * out.
 *
 * <p>Folded sections have none. Each question has at most {@value #MOST}, because a large grid has
 * hundreds of charts; the page shows all.
 */
public final class Plots {
  public static final String FOLDER = "plots";
  private static final int MOST = 24;
  private static final int MARGIN = 10;
  private static final int LINE = 16;
  private static final int SAMPLE = 38;
  private static final int WIDTH = SvgChart.WIDTH + 2 * MARGIN;
  // Pixels of the PNG for each unit of the SVG: enough for a column of a paper.
  private static final int SCALE = 2;
  // The PDF library counts in millimetres, the SVG in units of 1/96 inch.
  private static final double MILLIMETRES = 25.4 / 96;
  // Generous widths, because fonts differ between machines.
  private static final double LETTER = 7.5;
  private static final double BOLD_LETTER = 8.4;

  private static final Pattern CLASSES = Pattern.compile(" class=\"([^\"]*)\"");
  private static final Map<String, String> LOOKS = looks(Format.resource("page.css"));

  private Plots() {}

  /** The charts that become files, by file name without its ending. */
  private static Map<String, Chart> chosen(List<Section> sections) {
    Map<String, Chart> chosen = new TreeMap<>();
    for (Section section : sections.stream().filter(each -> !each.folded()).toList()) {
      section.groups().stream()
          .flatMap(group -> group.charts().stream())
          .limit(MOST)
          .forEach(chart -> chosen.put(chart.id(), chart));
    }
    return chosen;
  }

  /**
   * Draws the files, and removes those of an earlier report.
   *
   * @return the reason if nothing could be drawn; empty otherwise
   */
  public static String write(Path folder, List<Section> sections) throws IOException {
    Files.createDirectories(folder);
    Map<String, Chart> chosen = chosen(sections);
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "*.{svg,png,pdf}")) {
      for (Path file : old) {
        if (!chosen.containsKey(file.getFileName().toString().replaceFirst("\\.[a-z]+$", ""))) {
          SafeFolder.delete(file);
        }
      }
    }
    // Drawing into files needs no display.
    System.setProperty("java.awt.headless", "true");
    try {
      for (var each : chosen.entrySet()) {
        String svg = svg(each.getValue());
        FileFailure.write(folder.resolve(each.getKey() + ".png"), png(svg));
        FileFailure.write(folder.resolve(each.getKey() + ".pdf"), pdf(svg));
      }
      return "";
    } catch (LinkageError | InternalError | RuntimeException lacking) {
      // This Java lacks fonts or its graphics library. The other reports need neither.
      return "plots are missing, for this Java cannot draw: " + lacking.getMessage();
    }
  }

  static String svg(Chart chart) {
    StringBuilder svg = new StringBuilder();
    int y = MARGIN;
    for (String line : PlainText.wrapped(chart.title(), (int) (SvgChart.WIDTH / BOLD_LETTER), "")) {
      y += LINE;
      svg.append(text("chart-title", "middle", WIDTH / 2.0, y - 3, line));
    }
    for (String line : PlainText.wrapped(chart.caption(), (int) (SvgChart.WIDTH / LETTER), "")) {
      y += line.isEmpty() ? 0 : LINE;
      svg.append(text("tick", "middle", WIDTH / 2.0, y - 3, line));
    }
    SvgChart drawing = new SvgChart(chart);
    svg.append("<g transform=\"translate(%d %d)\">".formatted(MARGIN, y))
        .append(drawing.draw())
        .append("</g>");
    y = legend(svg, chart, y + SvgChart.HEIGHT) + MARGIN;
    String head =
        ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d"
                + " %2$d\" font-family=\"sans-serif\" stroke-width=\"1\"><title>%3$s</title>"
                + "<desc>%4$s</desc><rect width=\"%1$d\" height=\"%2$d\" fill=\"#fff\"/>")
            .formatted(WIDTH, y, Escape.html(chart.title()), Escape.html(drawing.description()));
    return head + CLASSES.matcher(svg).replaceAll(Plots::look) + "</svg>\n";
  }

  private static String look(MatchResult classes) {
    return Stream.of(classes.group(1).split(" "))
        .map(name -> LOOKS.getOrDefault(name, ""))
        .collect(Collectors.joining(" ", " style=\"", "\""));
  }

  /** The rules of classes in a style sheet. Those of the light page come first in it. */
  private static Map<String, String> looks(String css) {
    Map<String, String> colours = first(css, "(--[\\w-]+): ([^;]+);");
    Map<String, String> rules = first(css, "(?<!\\w)[.]([\\w-]+) \\{ ([^}]*)\\}");
    rules.replaceAll(
        (name, rule) ->
            Pattern.compile("var\\(([^)]*)\\)")
                .matcher(rule)
                .replaceAll(used -> colours.get(used.group(1))));
    return rules;
  }

  private static Map<String, String> first(String css, String pattern) {
    return Pattern.compile(pattern)
        .matcher(css)
        .results()
        .collect(
            Collectors.toMap(each -> each.group(1), each -> each.group(2), (one, other) -> one));
  }

  /** Entries in as many lines as they need. Returns the lower end. */
  private static int legend(StringBuilder svg, Chart chart, int top) {
    double x = MARGIN;
    int y = top;
    for (Series series : chart.series().stream().filter(chart::drawn).toList()) {
      double width = SAMPLE + series.name().length() * LETTER + LINE;
      if (x > MARGIN && x + width > WIDTH) {
        x = MARGIN;
        y += LINE + 2;
      }
      String sample = SvgChart.sample(chart.swatch(series));
      svg.append(Figures.text("<g transform=\"translate(%.1f %d)\">%s</g>", x, y, sample))
          .append(text("label", "start", x + SAMPLE, y + 12, series.name()));
      x += width;
    }
    return y + LINE;
  }

  private static String text(String look, String anchor, double x, int y, String text) {
    return Figures.text(
        "<text class=\"%s\" x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>",
        look, x, y, anchor, Escape.html(text));
  }

  static byte[] png(String svg) throws IOException {
    SVGDiagram diagram = read(svg);
    BufferedImage image =
        new BufferedImage(
            SCALE * (int) diagram.getWidth(),
            SCALE * (int) diagram.getHeight(),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.scale(SCALE, SCALE);
    render(diagram, graphics);
    graphics.dispose();
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    // ImageIO would make a temporary file to write to this stream.
    try (ImageOutputStream memory = new MemoryCacheImageOutputStream(png)) {
      ImageIO.write(image, "png", memory);
    }
    return png.toByteArray();
  }

  static byte[] pdf(String svg) throws IOException {
    SVGDiagram diagram = read(svg);
    VectorGraphics2D graphics = new VectorGraphics2D();
    graphics.scale(MILLIMETRES, MILLIMETRES);
    render(diagram, graphics);
    ByteArrayOutputStream pdf = new ByteArrayOutputStream();
    new PDFProcessor(true)
        .getDocument(
            graphics.getCommands(),
            new PageSize(0, 0, MILLIMETRES * diagram.getWidth(), MILLIMETRES * diagram.getHeight()))
        .writeTo(pdf);
    return pdf.toByteArray();
  }

  private static SVGDiagram read(String svg) {
    SVGUniverse universe = new SVGUniverse();
    URI name = universe.loadSVG(new StringReader(svg), "chart");
    return universe.getDiagram(name);
  }

  private static void render(SVGDiagram diagram, Graphics2D graphics) throws IOException {
    try {
      diagram.setIgnoringClipHeuristic(true);
      diagram.render(graphics);
    } catch (SVGException broken) {
      throw new IOException("cannot draw the chart: " + broken.getMessage(), broken);
    }
  }
}
