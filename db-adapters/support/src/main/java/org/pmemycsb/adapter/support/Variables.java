package org.pmemycsb.adapter.support;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Environment variables that a server gets, and not the program that changes the user before it:
 * that program is root's, and would load the libraries of {@code LD_PRELOAD}.
 */
public final class Variables {
  private static final String PRELOAD = "LD_PRELOAD";
  private static final String OF_LINKER = "LD_";

  // Becomes a program with a library in front of those that this environment preloads already, such
  // as the harness's stand-in for libpmem. Its arguments: the library, and those of env.
  private static final String PRELOADED =
      "exec env \"" + PRELOAD + "=$0${" + PRELOAD + ":+:$" + PRELOAD + "}\" \"$@\"";

  private Variables() {}

  /**
   * A command that sets variables and becomes another command. Every user of the machine can read
   * it: no secrets.
   */
  public static List<String> before(Map<String, String> variables, List<String> command) {
    List<String> all = new ArrayList<>();
    Map<String, String> others = new TreeMap<>(variables);
    String library = others.remove(PRELOAD);
    if (library != null) {
      all.addAll(List.of("sh", "-c", PRELOADED, library));
    } else if (!others.isEmpty()) {
      all.add("env");
    }
    others.forEach((name, value) -> all.add(name + "=" + value));
    all.addAll(command);
    return all;
  }

  /**
   * Takes the dynamic linker's variables out of an environment, where they differ from an earlier
   * one.
   */
  static Map<String, String> takeLinker(
      Map<String, String> environment, Map<String, String> earlier) {
    Map<String, String> taken = new HashMap<>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(OF_LINKER) && !value.equals(earlier.get(name))) {
            taken.put(name, value);
          }
        });
    for (String name : taken.keySet()) {
      environment.remove(name);
      if (earlier.containsKey(name)) {
        environment.put(name, earlier.get(name));
      }
    }
    return taken;
  }
}
