package org.pmemycsb.harness.ycsb;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * First class of a child JVM: runs the main method of another class, and ends the JVM at once when
 * the harness is gone, however it went.
 */
public final class ChildMain {
  private static final int ORPHANED = 3;

  private ChildMain() {}

  public static void main(String[] arguments) throws Throwable {
    Thread watch = new Thread(ChildMain::endWithParent, "parent-watch");
    watch.setDaemon(true);
    watch.start();
    try {
      Class.forName(arguments[0])
          .getMethod("main", String[].class)
          .invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is ever sent; only the end matters.
      }
    } catch (IOException closed) {
      // As good as the end.
    }
    Runtime.getRuntime().halt(ORPHANED);
  }
}
