package org.pmemycsb.harness.plan.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.DatabaseChoice;

/**
 * Databases: in a file a list of names, or of maps from a name to its options; on the command line
 * as tables show them: {@code redis{socket=unix},noop}. A name after {@code @} is a place: {@code
 * redis@disk}; the log may lie on another one: {@code postgres@disk+log@pmem}.
 */
final class DatabasesForm {
  private static final Pattern ON_COMMAND_LINE =
      Pattern.compile("([^{}@]+?)\\s*(?:\\{(.*)\\})?\\s*(?:@([^@{}+]*))?(?:\\+log@([^@{}+]*))?");
  // A comma that no "name=" follows belongs to the value before it: url=mongodb://one,two.
  private static final Pattern NEXT_OPTION = Pattern.compile(",(?=\\s*[A-Za-z][\\w.-]*=)");

  private DatabasesForm() {}

  static Form<List<DatabaseChoice>> form() {
    return new Form<>(
        DatabasesForm::read,
        (texts, before) ->
            texts.stream()
                .flatMap(text -> Form.parts(text).stream())
                .map(DatabasesForm::one)
                .toList(),
        true,
        value -> value.stream().map(DatabaseChoice::redacted).map(DatabaseChoice::written).toList(),
        DatabasesForm::checked);
  }

  private static List<DatabaseChoice> checked(List<DatabaseChoice> value) {
    Form.refuseDouble(value.stream().map(DatabaseChoice::identity).toList());
    return List.copyOf(value);
  }

  private static List<DatabaseChoice> read(YamlNode node) {
    List<DatabaseChoice> all =
        node.list().stream()
            .flatMap(
                entry ->
                    entry.isMap()
                        ? entry.map().entrySet().stream()
                            .flatMap(each -> combinations(each.getKey(), each.getValue()))
                        : Stream.of(new DatabaseChoice(entry.text(), Map.of())))
            .toList();
    if (all.isEmpty()) {
      throw node.wrong("name a database, or leave 'db' out for all that are available");
    }
    return node.make(() -> checked(all));
  }

  /** Options whose values are lists are dimensions of the grid: all their combinations. */
  private static Stream<DatabaseChoice> combinations(String id, YamlNode options) {
    List<Map<String, String>> all = List.of(Map.of());
    for (Map.Entry<String, YamlNode> option :
        options.named("the options of a database").map().entrySet()) {
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> before : all) {
        for (YamlNode value : option.getValue().list()) {
          Map<String, String> with = new TreeMap<>(before);
          with.put(option.getKey(), value.text());
          more.add(with);
        }
      }
      all = more;
    }
    return all.stream()
        .map(
            each -> {
              try {
                return new DatabaseChoice(id, each);
              } catch (ConfigurationException impossible) {
                throw options.wrongKey(impossible.getMessage());
              }
            });
  }

  private static DatabaseChoice one(String text) {
    Matcher form = ON_COMMAND_LINE.matcher(text.strip());
    if (!form.matches()) {
      throw new ConfigurationException(
          "'"
              + text
              + "' is not of the form NAME, NAME@PLACE, NAME@PLACE+log@PLACE or NAME{option=value}@PLACE");
    }
    String options = form.group(2) == null ? "" : form.group(2);
    List<String> each = NEXT_OPTION.splitAsStream(options).map(String::strip).toList();
    DatabaseChoice database =
        new DatabaseChoice(
            form.group(1),
            options.isBlank() ? Map.of() : Form.map(Form.text()).parse().apply(each, Map.of()));
    return with(
        with(database, DatabaseChoice.PLACE, form.group(3)), DatabaseChoice.LOG, form.group(4));
  }

  private static DatabaseChoice with(DatabaseChoice database, String option, String value) {
    return value == null ? database : database.with(option, value.strip());
  }
}
