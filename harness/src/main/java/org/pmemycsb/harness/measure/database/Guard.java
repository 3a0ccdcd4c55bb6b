package org.pmemycsb.harness.measure.database;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.pmemycsb.harness.BoundedCall;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;

/**
 * Stands between the harness and an adapter. The author of an adapter makes mistakes, too: a method
 * throws something that the SPI does not allow, or returns null. Such a mistake becomes an
 * exception that the harness expects, whose message names the adapter and the method in one line.
 * So it makes a run INVALID, and does not end the harness. A server may also hang: {@link Patience}
 * ends each wait for it.
 *
 * @param guarded the adapter, or its database
 * @param adapter names the adapter in messages
 * @param patience with an open database; null for the adapter
 */
public record Guard(Object guarded, String adapter, Patience patience)
    implements InvocationHandler {
  /** The exceptions of the harness, which come back through an adapter that calls it. */
  private static final String HARNESS = "org.pmemycsb.harness.";

  /**
   * A mistake in a method that may throw no {@link DatabaseException}. A database that has opened
   * makes its run INVALID by it.
   */
  public static final class Mistake extends ConfigurationException {
    private static final long serialVersionUID = 1L;

    Mistake(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** The same adapter; the databases that it opens are guarded as well. */
  public static DatabaseAdapter of(DatabaseAdapter adapter) {
    Class<?> type = adapter.getClass();
    return guard(DatabaseAdapter.class, adapter, type.getName() + Databases.place(type), null);
  }

  /** The class of an adapter, which may be guarded. */
  public static Class<?> typeOf(DatabaseAdapter adapter) {
    return Proxy.isProxyClass(adapter.getClass())
            && Proxy.getInvocationHandler(adapter) instanceof Guard guard
        ? guard.guarded.getClass()
        : adapter.getClass();
  }

  private static <T> T guard(
      Class<? extends T> type, T guarded, String adapter, Patience patience) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, new Guard(guarded, adapter, patience)));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return method.getName().equals("equals")
          ? (Object) (proxy == arguments[0])
          : method.invoke(guarded);
    }
    boolean opens = method.getName().equals("open");
    Patience most = opens ? Patience.of((ServerSettings) arguments[0]) : patience;
    try {
      Object answer =
          most == null
              ? method.invoke(guarded, arguments)
              : most.call(guarded, method, () -> method.invoke(guarded, arguments));
      return answered(method, answer, most);
    } catch (InvocationTargetException failed) {
      return instead(method, expected(method, failed.getCause()));
    } catch (TimeoutException silent) {
      throw allowed(method, silent.getMessage(), silent);
    }
  }

  private Object answered(Method method, Object answer, Patience most) throws Throwable {
    if (method.getReturnType() != void.class && holdsNull(answer)) {
      String what = answer == null ? "returned null" : "returned a null in it";
      return instead(method, mistake(method, what, null));
    }
    return answer instanceof DatabaseServer server
        ? guard(
            server instanceof Restartable ? Restartable.class : DatabaseServer.class,
            server,
            adapter,
            most)
        : answer instanceof String text
            ? oneLine(text)
            : answer instanceof Availability found ? oneLine(found) : answer;
  }

  /** A failed probe tells why the database cannot run. The others can, so {@code list} goes on. */
  private static Object instead(Method method, Throwable failure) throws Throwable {
    if (method.getReturnType() == Availability.class) {
      return Availability.no(failure.getMessage());
    }
    throw failure;
  }

  private static Availability oneLine(Availability found) {
    return new Availability(
        found.available(), oneLine(found.detail()), found.standIn(), found.remedy());
  }

  private static boolean holdsNull(Object answer) {
    // Many collections refuse to be asked whether they contain null.
    return answer == null
        || answer instanceof Collection<?> all && all.stream().anyMatch(Objects::isNull)
        || answer instanceof Map<?, ?> map && (holdsNull(map.keySet()) || holdsNull(map.values()));
  }

  private Throwable expected(Method method, Throwable failure) {
    if (failure.getClass().getName().startsWith(HARNESS)) {
      return failure;
    }
    if (failure instanceof DatabaseException told && told.getMessage() != null) {
      return told.getMessage().lines().count() < 2
          ? told
          : new DatabaseException(oneLine(told.getMessage()), told);
    }
    if (failure instanceof LinkageError incomplete) {
      return allowed(method, ClassAdapter.describe("the adapter " + adapter, incomplete), failure);
    }
    StackTraceElement[] stack = failure.getStackTrace();
    // Without the name of the class loader, which is no place in a source.
    String where = stack.length == 0 ? "" : ", at " + stack[0].toString().replaceFirst("^.*/", "");
    return mistake(method, "threw " + oneLine(failure.toString()) + where, failure);
  }

  private Exception mistake(Method method, String what, Throwable cause) {
    String message =
        "the adapter %s has a mistake: %s() %s".formatted(adapter, method.getName(), what);
    return allowed(method, message, cause);
  }

  private static Exception allowed(Method method, String message, Throwable cause) {
    return List.of(method.getExceptionTypes()).contains(DatabaseException.class)
        ? new DatabaseException(message, cause)
        : new Mistake(message, cause);
  }

  static String oneLine(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /**
   * The patience with one database. Each question to it ends within this time, with the name of the
   * question in the message. A database that gave no answer once gets {@link #MOMENT} for each
   * further question. A server of ours is then killed before it is closed.
   *
   * <p>A question that was given up may go on in its thread. Starts are no questions: adapters
   * limit them.
   */
  static final class Patience {
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
    private static final String THREAD = "question";

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
    Object call(
        Object called, Method method, BoundedCall<Object, ReflectiveOperationException> call)
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

    /** An interrupt does not end it: a server that is left running is worse. */
    private Object close(Object server, BoundedCall<Object, ReflectiveOperationException> call)
        throws ReflectiveOperationException, TimeoutException {
      String question = external ? "let the harness remove its records" : "end";
      Duration patience = !external ? most.plus(END) : silent ? shorter(MOMENT) : most;
      boolean kill = silent && !external;
      try {
        return BoundedCall.insist(
            THREAD,
            patience,
            () -> {
              if (kill) {
                kill((DatabaseServer) server);
              }
              return call.make();
            });
      } catch (TimeoutException late) {
        throw silent(question, patience);
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

    /** Gives back a server of others that let the harness attach too late. */
    private static void end(Object answer) {
      if (answer instanceof DatabaseServer server) {
        try {
          BoundedCall.<Void, DatabaseException>insist(
              THREAD,
              END,
              () -> {
                server.close();
                return null;
              });
        } catch (DatabaseException | TimeoutException | RuntimeException left) {
          return; // the harness has reported that it cannot attach
        }
      }
    }

    private TimeoutException silent(String question, Duration patience) {
      silent = true;
      return new TimeoutException(
          "the database did not %s within %s s; if it only needs longer, raise --patience"
              .formatted(question, patience.toSeconds()));
    }

    private Object ask(
        String question, Duration patience, BoundedCall<Object, ReflectiveOperationException> call)
        throws ReflectiveOperationException, TimeoutException {
      try {
        return BoundedCall.make(THREAD, patience, () -> 0, Patience::end, call);
      } catch (TimeoutException late) {
        throw silent(question, patience);
      } catch (InterruptedException stopped) {
        silent = true;
        Thread.currentThread().interrupt();
        throw new TimeoutException("the database did not %s: interrupted".formatted(question));
      }
    }
  }
}
