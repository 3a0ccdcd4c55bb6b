package org.pmemycsb.harness.plan.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.DatabaseChoice;

/**
 * Databases: names, as tables show them with their options: {@code redis{socket=unix},noop}; in a
 * file also maps from a name to its options. A name after {@code @} is a place: {@code redis@disk};
 * the log may lie on another one: {@code postgres@disk+log@pmem}.
 */
final class DatabasesForm {
  private static final Pattern NAME =
      Pattern.compile("([^{}@]+?)\\s*(?:\\{(.*)\\})?\\s*(?:@([^@{}+]*))?(?:\\+log@([^@{}+]*))?");
  // A comma that no "name=" follows belongs to the value before it: url=mongodb://one,two.
  private static final Pattern NEXT_OPTION = Pattern.compile(",(?=\\s*[A-Za-z][\\w.-]*=)");

  private DatabasesForm() {}

  static Form<List<DatabaseChoice>> form() {
    return new Form<>(
        DatabasesForm::read,
        true,
        value -> value.stream().map(DatabaseChoice::redacted).map(DatabaseChoice::written).toList(),
        DatabasesForm::checked);
  }

  private static List<DatabaseChoice> checked(List<DatabaseChoice> value) {
    Form.refuseDouble(value.stream().map(DatabaseChoice::identity).toList());
    return List.copyOf(value);
  }

  private static List<DatabaseChoice> read(Given given) {
    List<DatabaseChoice> all =
        given.list().stream()
            .flatMap(
                each ->
                    each.isMap()
                        ? each.map().entrySet().stream()
                            .flatMap(one -> combinations(one.getKey(), one.getValue()))
                        : Stream.of(named(each)))
            .toList();
    if (all.isEmpty()) {
      throw given.wrong("name a database, or leave 'db' out for all that are available");
    }
    return all;
  }

  /** Options whose values are lists are dimensions of the grid: all their combinations. */
  private static Stream<DatabaseChoice> combinations(String id, Given options) {
    List<Map<String, String>> all = List.of(Map.of());
    for (Map.Entry<String, Given> option :
        options.named("the options of a database").map().entrySet()) {
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> before : all) {
        for (String value : option.getValue().texts()) {
          Map<String, String> with = new TreeMap<>(before);
          with.put(option.getKey(), value);
          more.add(with);
        }
      }
      all = more;
    }
    return all.stream().map(each -> options.make(() -> new DatabaseChoice(id, each)));
  }

  private static DatabaseChoice named(Given given) {
    Matcher form = NAME.matcher(given.text());
    if (!form.matches()) {
      throw given.wrong(
          "'%s' is not of the form NAME, NAME@PLACE, NAME@PLACE+log@PLACE or NAME{option=value}@PLACE"
              .formatted(given.text()));
    }
    String options = form.group(2) == null ? "" : form.group(2);
    Map<String, String> all = new TreeMap<>();
    if (!options.isBlank()) {
      given
          .pairs(given.name(), NEXT_OPTION.splitAsStream(options).toList())
          .map()
          .forEach((option, value) -> all.put(option, value.text()));
    }
    put(all, DatabaseChoice.PLACE, form.group(3));
    put(all, DatabaseChoice.LOG, form.group(4));
    return given.make(() -> new DatabaseChoice(form.group(1), all));
  }

  private static void put(Map<String, String> options, String option, String value) {
    if (value != null) {
      options.put(option, value.strip());
    }
  }
}
