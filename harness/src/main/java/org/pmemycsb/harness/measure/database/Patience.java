package org.pmemycsb.harness.measure.database;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.pmemycsb.harness.BoundedCall;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;

/**
 * The patience with one database. Each question to it ends within this time, with the name of the
 * question in the message. A database that gave no answer once gets {@link #MOMENT} for each
 * further question. A server of ours is then killed before it is closed.
 *
 * <p>A question that was given up may go on in its thread. Starts are no questions: adapters limit
 * them.
 */
final class Patience {
  /** For a question to a database that is known to hang. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  /** A server of ours is stopped, and killed where it does not stop, in less. */
  private static final Duration END = Duration.ofSeconds(60);

  /** The questions by their methods, as a sentence goes on after "the database did not". */
  private static final Map<String, String> QUESTIONS =
      Map.of(
          "open", "let the harness attach",
          "reset", "become empty",
          "version", "tell its version",
          "standIn", "tell its product",
          "effectiveDurability", "tell its durability",
          "statesDurability", "tell whether it states its durability",
          "durabilitySettings", "tell its settings of durability",
          "recordCount", "count its records",
          "statistics", "tell its counters",
          "lossWindow", "tell its loss window");

  private static final String CLOSE = "close";

  private final Duration most;
  private final boolean external;
  private volatile boolean silent;

  private Patience(Duration most, boolean external) {
    this.most = most;
    this.external = external;
  }

  static Patience of(ServerSettings settings) {
    return new Patience(settings.patience(), settings.external().isPresent());
  }

  /**
   * Calls a method of the database, or the one that opens it.
   *
   * @throws TimeoutException if it does not return in time; the message is for the user
   */
  Object call(Object called, Method method, BoundedCall<Object, ReflectiveOperationException> call)
      throws ReflectiveOperationException, TimeoutException {
    String name = method.getName();
    if (name.equals(CLOSE)) {
      return close(called, call);
    }
    if (!QUESTIONS.containsKey(name) || name.equals("open") && !external) {
      try {
        return call.make();
      } catch (InterruptedException impossible) { // reflection wraps it
        throw new IllegalStateException(impossible);
      }
    }
    return ask(QUESTIONS.get(name), silent ? shorter(MOMENT) : most, call);
  }

  private Duration shorter(Duration other) {
    return most.compareTo(other) < 0 ? most : other;
  }

  private Object close(Object server, BoundedCall<Object, ReflectiveOperationException> call)
      throws ReflectiveOperationException, TimeoutException {
    boolean interrupted = Thread.interrupted(); // a server that is left running is worse
    try {
      if (external) {
        return ask("let the harness remove its records", silent ? shorter(MOMENT) : most, call);
      }
      if (silent) {
        kill((DatabaseServer) server);
      }
      return ask("end", most.plus(END), call);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void kill(DatabaseServer server) {
    try {
      if (server instanceof Restartable killed) {
        killed.crash();
      }
    } catch (DatabaseException | RuntimeException cannot) {
      return; // it is closed all the same
    }
  }

  private Object ask(
      String question, Duration patience, BoundedCall<Object, ReflectiveOperationException> call)
      throws ReflectiveOperationException, TimeoutException {
    try {
      return BoundedCall.make("question", patience, call);
    } catch (TimeoutException late) {
      silent = true;
      throw new TimeoutException(
          "the database did not %s within %s s; if it only needs longer, raise --patience"
              .formatted(question, patience.toSeconds()));
    } catch (InterruptedException stopped) {
      silent = true;
      Thread.currentThread().interrupt();
      throw new TimeoutException("the database did not %s: interrupted".formatted(question));
    }
  }
}
