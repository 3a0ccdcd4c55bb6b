package org.pmemycsb.adapter.support;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import site.ycsb.Status;

/** Failures of operations, as YCSB and messages want them. Thread-safe. */
public final class Failures {
  // YCSB counts two statuses of one name with different texts as different outcomes.
  private final Map<String, Status> statuses = new ConcurrentHashMap<>();

  /**
   * The one status of this name.
   *
   * @param name one of few
   * @param text describes the first failure of this name
   */
  public Status named(String name, Supplier<String> text) {
    return statuses.computeIfAbsent(name, made -> new Status(made, text.get()));
  }

  /** The message of a failure in one line, or else its class. */
  public static String oneLine(Throwable failure) {
    String message = failure.getMessage();
    return (message == null ? failure.getClass().getSimpleName() : message)
        .strip()
        .replaceAll("\\s*\\R\\s*", "; ");
  }
}
