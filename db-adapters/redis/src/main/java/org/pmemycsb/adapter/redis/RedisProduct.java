package org.pmemycsb.adapter.redis;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.adapter.support.Programs;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;

/**
 * A product with Redis's protocol, by the description that its server or its program gives.
 *
 * @param version the product's own
 * @param compatibility the version of Redis that it behaves like
 */
record RedisProduct(String name, String version, String compatibility) {
  static final String PROGRAM = "program";

  static final String MISSING = "redis-server is not installed";
  static final String REMEDY = "apt-get install -y redis-server";

  /** The oldest version in a supported distribution, and the first with users. */
  static final int OLDEST_MAJOR = 6;

  private static final String REDIS = "Redis";
  // The system may print warnings before, as for a missing library in LD_PRELOAD.
  private static final Pattern PRINTED =
      Pattern.compile("^(\\w+) server v=(\\S+)", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

  /** From the fields of {@code INFO server}; empty if it is no Redis. */
  static Optional<RedisProduct> ofInfo(Map<String, String> info) {
    String compatibility = info.get("redis_version");
    String valkey = info.get("valkey_version");
    return Optional.ofNullable(compatibility)
        .map(
            redis ->
                valkey == null
                    ? new RedisProduct(REDIS, redis, redis)
                    : new RedisProduct("Valkey", valkey, redis));
  }

  /**
   * The product that a program is.
   *
   * @param what the program in messages
   * @throws DatabaseException if it is none, or too old
   */
  static RedisProduct ofProgram(Object what, Path program, int oldestMajor)
      throws DatabaseException {
    RedisProduct product =
        ofPrinted(Programs.output(program, "--version"))
            .orElseThrow(
                () ->
                    new DatabaseException(
                        what + " names no server of Redis or Valkey: it does not say its version"));
    product.refuseOlder(what, oldestMajor);
    return product;
  }

  static Optional<RedisProduct> ofPrinted(String printed) {
    Matcher found = PRINTED.matcher(printed);
    if (!found.find()) {
      return Optional.empty();
    }
    String name = found.group(1).substring(0, 1).toUpperCase(Locale.ROOT);
    return Optional.of(
        new RedisProduct(name + found.group(1).substring(1), found.group(2), found.group(2)));
  }

  /** Refuses a product older than that version of Redis. */
  void refuseOlder(Object what, int oldestMajor) throws DatabaseException {
    String major = compatibility.replaceFirst("\\..*", "");
    if (!major.matches("\\d{1,6}") || Integer.parseInt(major) < oldestMajor) {
      throw new DatabaseException(
          "%s: %s is too old; %d.0 or later is needed".formatted(what, this, oldestMajor));
    }
  }

  /** The product's name if it is not Redis but stands in for it. */
  Optional<String> standIn() {
    return name.equals(REDIS) ? Optional.empty() : Optional.of(name);
  }

  /** Splits the answer to {@code INFO} into its fields. */
  static Map<String, String> fields(String info) {
    Map<String, String> fields = new TreeMap<>();
    info.lines()
        .filter(line -> line.indexOf(':') > 0 && !line.startsWith("#"))
        .map(line -> line.split(":", 2))
        .forEach(field -> fields.put(field[0], field[1].strip()));
    return fields;
  }

  /** The named server, or that of this machine: Redis, or Valkey where there is no Redis. */
  static Optional<Path> find(Host host, Map<String, String> options) {
    return Optional.ofNullable(options.get(PROGRAM))
        .map(Path::of)
        .or(
            () ->
                Stream.of("redis-server", "valkey-server")
                    .flatMap(name -> host.executable(name).stream())
                    .findFirst());
  }

  /** The server to start, or else a failure that says how to install one. */
  static Path require(Host host, Map<String, String> options, String database)
      throws DatabaseException {
    return find(host, options)
        .orElseThrow(
            () -> new DatabaseException("%s: %s; run: %s".formatted(database, MISSING, REMEDY)));
  }

  /** It can take part, under its own name if it is no Redis. */
  Availability yes(String detail) {
    return standIn()
        .map(other -> Availability.standIn(other, detail))
        .orElseGet(() -> Availability.yes(detail));
  }

  @Override
  public String toString() {
    return name + " " + version;
  }
}
