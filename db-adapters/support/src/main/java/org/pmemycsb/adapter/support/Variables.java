package org.pmemycsb.adapter.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Environment variables that a server gets, and not the program that changes the user before it:
 * that program is root's, and would load the libraries of {@code LD_PRELOAD}.
 */
final class Variables {
  private static final String PRELOAD = "LD_PRELOAD";
  private static final String OF_LINKER = "LD_";

  // Becomes a program with a library in front of those that this environment preloads already, such
  // as the harness's stand-in for libpmem. Its arguments: the library, and those of env.
  private static final String PRELOADED =
      "exec env \"" + PRELOAD + "=$0${" + PRELOAD + ":+:$" + PRELOAD + "}\" \"$@\"";

  private Variables() {}

  /**
   * Puts variables into an environment, but for those of the dynamic linker. Gives a command that
   * sets these and becomes another command. Every user of the machine can read it.
   */
  static List<String> set(
      Map<String, String> variables, Map<String, String> environment, List<String> command) {
    Map<String, String> linker = new TreeMap<>();
    variables.forEach(
        (name, value) -> (name.startsWith(OF_LINKER) ? linker : environment).put(name, value));
    List<String> all = new ArrayList<>();
    String library = linker.remove(PRELOAD);
    if (library != null) {
      all.addAll(List.of("sh", "-c", PRELOADED, library));
    } else if (!linker.isEmpty()) {
      all.add("env");
    }
    linker.forEach((name, value) -> all.add(name + "=" + value));
    all.addAll(command);
    return all;
  }
}
