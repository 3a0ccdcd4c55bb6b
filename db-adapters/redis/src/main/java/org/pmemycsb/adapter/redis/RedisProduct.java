package org.pmemycsb.adapter.redis;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The product that runs, by its own description.
 *
 * @param version the product's own
 * @param compatibility the version of Redis that it behaves like
 */
record RedisProduct(String name, String version, String compatibility) {
  /** The oldest version in a supported distribution, and the first with users. */
  static final int OLDEST_MAJOR = 6;

  private static final String REDIS = "Redis";
  // The system may print warnings before, as for a missing library in LD_PRELOAD.
  private static final Pattern PROGRAM =
      Pattern.compile("^(\\w+) server v=(\\S+)", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

  /** From the fields of {@code INFO server}; empty if it is no Redis. */
  static Optional<RedisProduct> ofInfo(Map<String, String> info) {
    String compatibility = info.get("redis_version");
    if (compatibility == null) {
      return Optional.empty();
    }
    String valkey = info.get("valkey_version");
    return Optional.of(
        valkey == null
            ? new RedisProduct(REDIS, compatibility, compatibility)
            : new RedisProduct("Valkey", valkey, compatibility));
  }

  /** From what {@code redis-server --version} prints; empty if it is no Redis. */
  static Optional<RedisProduct> ofProgram(String printed) {
    Matcher found = PROGRAM.matcher(printed);
    if (!found.find()) {
      return Optional.empty();
    }
    String name = found.group(1);
    return Optional.of(
        new RedisProduct(
            name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
            found.group(2),
            found.group(2)));
  }

  /** The objection to a product older than that version of Redis; empty if it is not older. */
  Optional<String> olderThan(int oldestMajor) {
    String major = compatibility.replaceFirst("\\..*", "");
    boolean old = !major.matches("\\d{1,6}") || Integer.parseInt(major) < oldestMajor;
    return old
        ? Optional.of(this + " is too old; " + oldestMajor + ".0 or later is needed")
        : Optional.empty();
  }

  /** The product's name if it is not Redis but stands in for it. */
  Optional<String> standIn() {
    return name.equals(REDIS) ? Optional.empty() : Optional.of(name);
  }

  /** Splits the answer to {@code INFO} into its fields. */
  static Map<String, String> fields(String info) {
    Map<String, String> fields = new TreeMap<>();
    info.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
              }
            });
    return fields;
  }

  @Override
  public String toString() {
    return name + " " + version;
  }
}
