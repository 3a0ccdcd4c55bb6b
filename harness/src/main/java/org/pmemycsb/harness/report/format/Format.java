package org.pmemycsb.harness.report.format;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;

/**
 * The formats of a report that are files. A format is an entry here, and a template of that name.
 *
 * <p>The template engine escapes {@code {{name}}}. Only drawings of this program are filled in as
 * they are. The page allows a single script, named by its hash, and loads nothing. So an unescaped
 * label could do no harm.
 */
public enum Format {
  /** One page without other files. */
  PAGE(Output.PAGE, "report.html", Escape::html, table -> List.of(table.brief())),
  DOCUMENT(Output.DOCUMENT, "report.md", Escape::markdown, List::of),
  /**
   * Tables in the style of booktabs. The file can be compiled as it is, or be given to {@code
   * \input} in a document that loads booktabs.
   */
  PAPER(Output.PAPER, "tables.tex", Escape::latex, Table::pages);

  private final Output output;
  private final String file;
  private final Mustache.Escaper escaper;
  private final Function<Table, List<Table>> tables;

  public record Part(Section section, List<Table> tables) {}

  Format(
      Output output, String file, Mustache.Escaper escaper, Function<Table, List<Table>> tables) {
    this.output = output;
    this.file = file;
    this.escaper = escaper;
    this.tables = tables;
  }

  public String file() {
    return file;
  }

  /**
   * @param subtitle of the page
   */
  public String render(String title, String subtitle, List<Section> sections) {
    List<Section> shown = Section.in(sections, output);
    String script = resource("page.js");
    Map<String, Object> content = new HashMap<>();
    content.put("title", title);
    content.put("subtitle", subtitle);
    content.put("parts", shown.stream().map(this::part).toList());
    content.put("chart", drawn(context -> SvgChart.render((Chart) context)));
    content.put("symbol", drawn(context -> symbol((Field) context)));
    content.put("folds", shown.stream().anyMatch(Section::folded));
    content.put("css", resource("page.css"));
    content.put("script", script);
    content.put("scriptHash", "sha256-" + sha256(script));
    return Mustache.compiler()
            .emptyStringIsFalse(true)
            .withEscaper(escaper)
            .withLoader(name -> new StringReader(resource(name + ".mustache")))
            .compile(resource(name().toLowerCase(Locale.ROOT) + ".mustache"))
            .execute(content)
            .stripTrailing()
        + "\n";
  }

  private Part part(Section section) {
    return new Part(section, section.table().map(tables).orElse(List.of()));
  }

  /** Fills in a drawing of whatever the template has come to. */
  private static Mustache.Lambda drawn(Function<Object, String> svg) {
    return (place, page) -> page.write(svg.apply(place.context()));
  }

  private static String symbol(Field field) {
    return field.swatch().map(SvgChart::swatch).orElse("");
  }

  private static String sha256(String text) {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static String resource(String name) {
    try (InputStream file = Format.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException("the program is incomplete: it lacks " + name);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
