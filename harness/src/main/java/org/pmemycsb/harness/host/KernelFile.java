package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The files in which the kernel states facts, and their lines {@code name value}. */
final class KernelFile {
  static final Path PROC = Path.of("/proc");

  private KernelFile() {}

  /** The text of a file; empty if it cannot be read. */
  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException absent) {
      return "";
    }
  }

  /** The text behind a name in the first line that begins with it; a colon may stand between. */
  static String value(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()))
        .filter(rest -> rest.startsWith(":") || rest.startsWith(" ") || rest.startsWith("\t"))
        .map(rest -> rest.strip().replaceFirst("^:", "").strip())
        .findFirst()
        .orElse("");
  }

  /** The number behind a name, without its unit; empty if the name is missing. */
  static OptionalLong number(String text, String name) {
    String value = value(text, name);
    return value.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(value.split(" ")[0]));
  }
}
