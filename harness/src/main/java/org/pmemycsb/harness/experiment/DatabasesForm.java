package org.pmemycsb.harness.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;

/**
 * Databases: in a file a list of names, or of maps from a name to its options; on the command line
 * as tables show them: {@code redis{socket=unix},noop}.
 */
final class DatabasesForm extends Form<List<DatabaseChoice>> {
  private static final Pattern ON_COMMAND_LINE = Pattern.compile("([^{}]+?)\\s*(?:\\{(.*)\\})?");
  // A comma that no "name=" follows belongs to the value before it: url=mongodb://one,two.
  private static final Pattern NEXT_OPTION = Pattern.compile(",(?=\\s*[A-Za-z][\\w.-]*=)");

  @Override
  List<DatabaseChoice> read(YamlNode node) {
    List<DatabaseChoice> all = new ArrayList<>();
    for (YamlNode entry : node.list()) {
      if (!entry.isMap()) {
        all.add(new DatabaseChoice(entry.text(), Map.of()));
        continue;
      }
      entry
          .map()
          .forEach(
              (id, options) -> {
                for (Map<String, String> each : combinations(options)) {
                  try {
                    all.add(new DatabaseChoice(id, each));
                  } catch (ConfigurationException impossible) {
                    throw options.wrongKey(impossible.getMessage());
                  }
                }
              });
    }
    return node.make(() -> checked(all));
  }

  /** Options whose values are lists are dimensions of the grid: all their combinations. */
  private static List<Map<String, String>> combinations(YamlNode options) {
    List<Map<String, String>> all = List.of(Map.of());
    for (Map.Entry<String, YamlNode> option :
        options.named("the options of a database").map().entrySet()) {
      List<String> values = option.getValue().list().stream().map(YamlNode::text).toList();
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> before : all) {
        for (String value : values) {
          Map<String, String> with = new TreeMap<>(before);
          with.put(option.getKey(), value);
          more.add(with);
        }
      }
      all = more;
    }
    return all;
  }

  @Override
  List<DatabaseChoice> parse(List<String> texts, List<DatabaseChoice> before) {
    return texts.stream()
        .flatMap(text -> splitOutsideBraces(text).stream())
        .map(text -> one(text.strip()))
        .toList();
  }

  private static DatabaseChoice one(String text) {
    Matcher form = ON_COMMAND_LINE.matcher(text);
    if (!form.matches()) {
      throw new ConfigurationException(
          "'" + text + "' is not of the form NAME or NAME{option=value,option=value}");
    }
    String options = form.group(2);
    return new DatabaseChoice(
        form.group(1),
        options == null || options.isBlank()
            ? Map.of()
            : map(text())
                .parse(NEXT_OPTION.splitAsStream(options).map(String::strip).toList(), Map.of()));
  }

  @Override
  boolean isRepeatable() {
    return true;
  }

  @Override
  Object written(List<DatabaseChoice> value) {
    return value.stream().map(DatabaseChoice::redacted).map(DatabasesForm::written).toList();
  }

  private static Object written(DatabaseChoice database) {
    return database.options().isEmpty()
        ? database.id()
        : Map.of(database.id(), new TreeMap<>(database.options()));
  }

  @Override
  Object compared(List<DatabaseChoice> value) {
    return value.stream().map(DatabaseChoice::comparable).map(DatabasesForm::written).toList();
  }

  @Override
  List<DatabaseChoice> checked(List<DatabaseChoice> value) {
    refuseDouble(value.stream().map(DatabaseChoice::label).toList());
    return List.copyOf(value);
  }
}
