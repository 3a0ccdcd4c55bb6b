package org.pmemycsb.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts a main class of the tests in a JVM of its own. */
public final class ChildJvm {
  private ChildJvm() {}

  public static Process start(
      Class<?> main, List<String> options, Map<String, String> env, String... args)
      throws IOException {
    return startOn(classPath(), main, options, env, args);
  }

  public static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** On a class path of its own, and with no native library but the one that lies there. */
  public static Process startOn(
      String classPath,
      Class<?> main,
      List<String> options,
      Map<String, String> env,
      String... args)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.addAll(options);
    command.add("-cp");
    command.add(classPath);
    command.add(main.getName());
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(env);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return builder.start();
  }

  public static Process start(Class<?> main, String... args) throws IOException {
    return start(main, List.of(), Map.of(), args);
  }
}
