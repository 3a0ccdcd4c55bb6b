package org.pmemycsb.harness.plan.design;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;

/**
 * A database of an experiment with what the experiment says about it.
 *
 * @param id the adapter's id, or {@code class:} and the name of a YCSB client class
 * @param options the adapter's own options, or the properties of the client class; and, by the
 *     reserved names below, how the database is reached and shown
 */
public record DatabaseChoice(String id, Map<String, String> options) {
  /** Does nothing: its figures show the cost of the harness itself. */
  public static final DatabaseChoice NOOP = new DatabaseChoice("noop", Map.of());

  /** The beginning of the id of a bare YCSB client. */
  public static final String CLASS = "class:";

  // Reserved options. The user claims what the harness cannot find out: the medium and the
  // durability of a database that is not ours, and the order of the rows of a bare client's scans.
  public static final String LABEL = "label";
  public static final String URL = "url";
  public static final String ALLOW_RESET = "allowReset";
  public static final String PLACE = "place";
  public static final String LOG = "log";
  public static final String CLAIMED_MEDIUM = "claimedMedium";
  public static final String CLAIMED_DURABILITY = "claimedDurability";
  public static final String CLAIMED_SCAN_ORDER = "claimedScanOrder";

  /** The form of a label, as a regular expression. */
  public static final String LABEL_FORM = "[A-Za-z0-9][A-Za-z0-9 ._+-]{0,59}";

  // A shorter word for the label. A property of a bare client may have this name.
  private static final String NAME = "name";
  private static final String PLACE_NAME = "[a-z][a-z0-9-]{0,29}";

  // Each with the texts that it may have, as a regular expression.
  private static final Map<String, String> RESERVED =
      Map.of(
          LABEL, LABEL_FORM,
          URL, "(?s).*",
          ALLOW_RESET, "true|false",
          PLACE, PLACE_NAME,
          LOG, PLACE_NAME,
          CLAIMED_MEDIUM, "dax|tmpfs|disk",
          CLAIMED_DURABILITY, "none|periodic|commit",
          CLAIMED_SCAN_ORDER, "key");

  /**
   * @throws ConfigurationException if a reserved option has an impossible value
   */
  public DatabaseChoice {
    Map<String, String> given = new TreeMap<>(options);
    if (!id.startsWith(CLASS) && given.containsKey(NAME)) {
      given.putIfAbsent(LABEL, given.remove(NAME));
    }
    options = Map.copyOf(given);
    if (!id.startsWith(CLASS) && options.containsKey(CLAIMED_SCAN_ORDER)) {
      throw new ConfigurationException(
          id + ": its adapter knows the order of its scans; leave out " + CLAIMED_SCAN_ORDER);
    }
    if (id.startsWith(CLASS) && options.containsKey(URL)) {
      throw new ConfigurationException(
          id
              + ": the harness does not attach to a bare client's database, so it has no url; give"
              + " the properties of its own binding");
    }
    for (Map.Entry<String, String> option : new TreeMap<>(options).entrySet()) {
      String form = RESERVED.getOrDefault(option.getKey(), "(?s).*");
      if (!option.getValue().matches(form)) {
        throw new ConfigurationException(
            "%s: %s must be %s, not '%s'"
                .formatted(id, option.getKey(), words(option.getKey(), form), option.getValue()));
      }
    }
  }

  private static String words(String name, String form) {
    return name.equals(LABEL)
        ? "letters, digits and . _ + -"
        : form.equals(PLACE_NAME)
            ? "lower-case letters, digits and hyphens"
            : form.replaceFirst("\\|(?=[^|]*$)", " or ").replace("|", ", ");
  }

  /** Whether it is a bare YCSB client; the harness knows nothing of its database. */
  public boolean isClass() {
    return id.startsWith(CLASS);
  }

  /** Whether the harness attaches to a server that runs, rather than to start one. */
  public boolean isExternal() {
    return options.containsKey(URL);
  }

  /** The URL as it was written: not resolved, and perhaps with a password in it. */
  public Optional<String> url() {
    return Optional.ofNullable(options.get(URL));
  }

  public boolean allowReset() {
    return "true".equals(options.get(ALLOW_RESET));
  }

  /** The place of its data; empty until it is decided, and where the data is not ours. */
  public Optional<String> place() {
    return Optional.ofNullable(options.get(PLACE));
  }

  public Optional<String> logPlace() {
    return Optional.ofNullable(options.get(LOG));
  }

  public String where() {
    return where(place().orElse(""), logPlace().orElse(""));
  }

  /**
   * The places of data and log as they are shown, and as {@code --db} has them after the first
   * {@code @}.
   */
  public static String where(String place, String logPlace) {
    return logPlace.isEmpty() ? place : place + "+log@" + logPlace;
  }

  public Optional<Medium> claimedMedium() {
    return Optional.ofNullable(options.get(CLAIMED_MEDIUM))
        .map(text -> Words.named(Medium.class, text));
  }

  public Optional<Durability> claimedDurability() {
    return Optional.ofNullable(options.get(CLAIMED_DURABILITY)).map(Durability::of);
  }

  /** Whether it is a bare client without a claim about the order of its scans. */
  public boolean scansInUnknownOrder() {
    return isClass() && !options.containsKey(CLAIMED_SCAN_ORDER);
  }

  public Map<String, String> ownOptions() {
    return options.entrySet().stream()
        .filter(option -> !RESERVED.containsKey(option.getKey()))
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  public DatabaseChoice with(String option, String value) {
    Map<String, String> more = new TreeMap<>(options);
    more.put(option, value);
    return new DatabaseChoice(id, more);
  }

  /** As it may be stored and shown: without passwords. */
  public DatabaseChoice redacted() {
    return new DatabaseChoice(id, Secrets.redacted(options));
  }

  public Object written() {
    return options.isEmpty() ? id : Map.of(id, new TreeMap<>(options));
  }

  /**
   * The part that must not change when an experiment is resumed: without passwords, and without the
   * right to remove data, which may be given later.
   */
  public DatabaseChoice comparable() {
    Map<String, String> fewer = new TreeMap<>(Secrets.redacted(options));
    fewer.remove(ALLOW_RESET);
    return new DatabaseChoice(id, fewer);
  }

  /** What tells it from all others of the experiment: label and places. */
  public String identity() {
    String places = where();
    return places.isEmpty() ? label() : label() + "@" + places;
  }

  /**
   * The name in tables: the one given, or else the id, and the options where there are any. Where
   * passwords come from does not change it.
   */
  public String label() {
    if (options.containsKey(LABEL)) {
      return options.get(LABEL);
    }
    Map<String, String> shown = new TreeMap<>();
    ownOptions().entrySet().stream()
        .filter(option -> !Secrets.isSecret(option.getKey()))
        .forEach(
            option ->
                shown.put(option.getKey(), Secrets.redacted(option.getKey(), option.getValue())));
    if (isExternal()) {
      shown.put("mode", "external");
    }
    String name = isClass() ? CLASS + id.substring(id.lastIndexOf('.') + 1) : id;
    return shown.isEmpty() ? name : name + shown;
  }
}
