package org.pmemycsb.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts a main class of the tests in a JVM of its own. */
public final class ChildJvm {
  private ChildJvm() {}

  public static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  public static Process start(Class<?> main, String... args) throws IOException {
    return start(classPath(), main, Map.of(), args);
  }

  public static Process start(
      String classPath, Class<?> main, Map<String, String> env, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-cp", classPath, main.getName()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(env);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return builder.start();
  }
}
