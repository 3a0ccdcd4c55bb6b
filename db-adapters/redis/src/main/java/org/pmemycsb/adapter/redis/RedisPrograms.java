package org.pmemycsb.adapter.redis;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.pmemycsb.adapter.support.Account;
import org.pmemycsb.adapter.support.Programs;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;

final class RedisPrograms {
  /** The option that names the program of a stock server. */
  static final String PROGRAM = "program";

  static final String REMEDY = "apt-get install -y redis-server";

  private RedisPrograms() {}

  /** The named server, or that of this machine: Redis, or Valkey where there is no Redis. */
  private static Optional<Path> find(Host host, Map<String, String> options) {
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
            () ->
                new DatabaseException(
                    database + ": redis-server is not installed; run: " + REMEDY));
  }

  /** The user that the programs run as. Redis would run as root, and so would all its commands. */
  static Account account(Host host) throws DatabaseException {
    return Account.choose("Redis", "redis", host);
  }

  /**
   * Whether the server to start can take part.
   *
   * @param verdict the adapter's judgement of the program and its product
   */
  static Availability judge(
      Host host,
      Map<String, String> options,
      BiFunction<Path, RedisProduct, Availability> verdict) {
    Optional<Path> program = find(host, options);
    if (program.isEmpty()) {
      return Availability.no("redis-server is not installed", REMEDY);
    }
    return version(program.get())
        .map(product -> verdict.apply(program.get(), product))
        .orElseGet(
            () ->
                options.containsKey(PROGRAM)
                    ? Availability.no(
                        "option program=" + program.get() + " names no server of Redis or Valkey")
                    : Availability.no(program.get() + " does not say its version", REMEDY));
  }

  /** A server can take part, under its own name if it is no Redis. */
  static Availability yes(RedisProduct product, String detail) {
    return product
        .standIn()
        .map(other -> Availability.standIn(other, detail))
        .orElseGet(() -> Availability.yes(detail));
  }

  /** The product that a program is; empty if it is no Redis, or does not run. */
  static Optional<RedisProduct> version(Path program) {
    try {
      return RedisProduct.ofProgram(Programs.output(program, "--version"));
    } catch (DatabaseException broken) {
      return Optional.empty();
    }
  }
}
