package org.pmemycsb.pmemkv;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts a main class of the tests in a JVM of its own, with the same native library. */
final class ChildJvm {
  private ChildJvm() {}

  static Process start(Class<?> main, List<String> options, Map<String, String> env, String... args)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    String override = System.getProperty(NativeLibrary.OVERRIDE);
    if (override != null) {
      command.add("-D" + NativeLibrary.OVERRIDE + "=" + override);
    }
    command.addAll(options);
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(env);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return builder.start();
  }

  static Process start(Class<?> main, String... args) throws IOException {
    return start(main, List.of(), Map.of(), args);
  }
}
