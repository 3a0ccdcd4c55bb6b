package org.pmemycsb.cluster;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/**
 * Starts another main class in a JVM that ends by itself after a time: a worker whose executor
 * hangs is told by nobody that the run is over.
 */
public final class Watched {
  private static final int OVERDUE = 4;

  private Watched() {}

  /**
   * Runs a main class.
   *
   * @param arguments milliseconds until the end, the main class, its arguments
   */
  public static void main(String[] arguments) throws Throwable {
    long millis = Long.parseLong(arguments[0]);
    Thread watch =
        new Thread(
            () -> {
              try {
                Thread.sleep(millis);
              } catch (InterruptedException never) {
                return;
              }
              Runtime.getRuntime().halt(OVERDUE);
            },
            "deadline");
    watch.setDaemon(true);
    watch.start();
    MethodHandles.publicLookup()
        .findStatic(
            Class.forName(arguments[1]), "main", MethodType.methodType(void.class, String[].class))
        .invokeExact(Arrays.copyOfRange(arguments, 2, arguments.length));
  }
}
