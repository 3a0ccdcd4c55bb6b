package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.result.FileColumn;
import org.pmemycsb.harness.result.FileColumns;

class FileColumnsTest {
  private static final Path PAGE = Path.of("../docs/reference/formats.md");
  private static final String BEGIN = "<!-- the columns -->\n";
  private static final String END = "<!-- end of the columns -->\n";

  /** The page for users has the list; {@code -Dgolden.update=true} writes it there. */
  @Test
  void thePageOnFormatsHasEachColumn() throws Exception {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, page.substring(0, begin) + table() + page.substring(end));
      return;
    }
    assertThat(page.substring(begin, end)).isEqualTo(table());
  }

  private static String table() {
    Map<List<String>, List<String>> rows = new LinkedHashMap<>();
    for (FileColumn column : FileColumns.ALL) {
      rows.computeIfAbsent(
              List.of(files(column), column.unit(), column.summary().says(), column.says()),
              none -> new ArrayList<>())
          .add("`" + column.name() + "`");
    }
    return rows.entrySet().stream()
        .map(row -> "| " + String.join(", ", row.getValue()) + cells(row.getKey()))
        .collect(
            Collectors.joining(
                "", "| column | file | unit | cell | meaning |\n|---|---|---|---|---|\n", ""));
  }

  private static String cells(List<String> texts) {
    return texts.stream()
        .map(text -> text.isEmpty() ? "" : " " + text)
        .collect(Collectors.joining(" |", " |", " |\n"));
  }

  private static String files(FileColumn column) {
    return Stream.of(column.run() == null ? "" : "runs", column.cell() == null ? "" : "summary")
        .filter(file -> !file.isEmpty())
        .collect(Collectors.joining(", "));
  }
}
