package org.pmemycsb.adapter.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.Host;

/** Finds server programs. */
final class RedisPrograms {
  /** Brings one to a machine without. */
  static final String REMEDY = "apt-get install -y redis-server";

  private static final int VERSION_SECONDS = 10;

  private RedisPrograms() {}

  /** The server of this machine: Redis, or Valkey where there is no Redis. */
  static Optional<Path> find(Host host) {
    return Stream.of("redis-server", "valkey-server")
        .flatMap(name -> host.executable(name).stream())
        .findFirst();
  }

  /**
   * Whether this machine's server will do.
   *
   * @param verdict of the adapter, on the program and what it says that it is
   */
  static Availability judge(Host host, BiFunction<Path, RedisProduct, Availability> verdict) {
    Optional<Path> program = find(host);
    if (program.isEmpty()) {
      return Availability.no("redis-server is not installed", REMEDY);
    }
    return version(program.get())
        .map(product -> verdict.apply(program.get(), product))
        .orElseGet(() -> Availability.no(program.get() + " does not say its version", REMEDY));
  }

  /** That a server will do, under its own name if it is no Redis. */
  static Availability yes(RedisProduct product, String detail) {
    return product
        .standIn()
        .map(other -> Availability.standIn(other, detail))
        .orElseGet(() -> Availability.yes(detail));
  }

  /** What a program says that it is; empty if it is no Redis, or does not run. */
  static Optional<RedisProduct> version(Path program) {
    try {
      Process process =
          new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
      try {
        // One short line: it fits into the pipe, so that nobody waits for us to read.
        if (!process.waitFor(VERSION_SECONDS, TimeUnit.SECONDS)) {
          return Optional.empty();
        }
        byte[] printed = process.getInputStream().readAllBytes();
        return RedisProduct.ofProgram(new String(printed, StandardCharsets.UTF_8));
      } finally {
        process.destroyForcibly();
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (IOException broken) {
      return Optional.empty();
    }
  }
}
