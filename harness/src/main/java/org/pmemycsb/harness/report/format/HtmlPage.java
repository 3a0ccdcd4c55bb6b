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
import java.util.Map;

/**
 * Fills the template of a page. The template engine escapes {@code {{name}}}. Only drawings of this
 * program are filled in by {@code {{{name}}}}.
 *
 * <p>The page allows a single script, named by its hash, and loads nothing. So an unescaped label
 * could do no harm.
 */
public final class HtmlPage {
  private HtmlPage() {}

  public static String render(String template, Map<String, Object> content) {
    String script = resource("page.js");
    Map<String, Object> all = new HashMap<>(content);
    all.put("css", resource("page.css"));
    all.put("script", script);
    all.put("scriptHash", "sha256-" + sha256(script));
    return Mustache.compiler()
        .emptyStringIsFalse(true)
        .withFormatter(value -> Escape.visible(String.valueOf(value)))
        .withLoader(name -> new StringReader(resource(name + ".mustache")))
        .compile(resource(template))
        .execute(all);
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

  private static String resource(String name) {
    try (InputStream file = HtmlPage.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException("the program is incomplete: it lacks " + name);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
