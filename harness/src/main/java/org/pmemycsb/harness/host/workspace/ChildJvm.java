package org.pmemycsb.harness.host.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.host.Installation;

/**
 * Makes the commands of JVMs for the measured work. Each gets the same flags, so that databases are
 * compared under equal conditions, and a pipe from us as its standard input, whose end tells it
 * that the harness is gone.
 */
public record ChildJvm(Installation installation) {
  private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
  private static final List<String> FLAGS = flags(HUGE_PAGES);
  // In MiB. What a heap has beyond is for values, and so is some of what is new.
  private static final int PLAIN_HEAP = 1024;
  private static final int PLAIN_NEW = 32;
  private static final int VALUES_IN_NEW = 4;

  /** The flags that every child gets, beside those of its heap. */
  public static List<String> flags() {
    return FLAGS;
  }

  /**
   * The parallel collector stops the world, without the barriers of G1 in every read and write: a
   * store that answers in a microsecond is otherwise measured with the collector's costs in every
   * operation. Huge pages for the heap spare address translation: on a busy machine the processor
   * time of operations on cmap was lower with them, by 3 % to 17 %, within the noise on some
   * phases. They are asked for only where the kernel gives them, for a JVM that is refused them
   * warns. What the JVM itself has to say must not come between the lines of a worker's replies.
   * JDK 24 and later warn unless native access is allowed. The JVM's own counters would wake it 20
   * times a second while other databases are measured.
   */
  static List<String> flags(Path hugePages) {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "-XX:+UseParallelGC",
                "-Xms512m",
                "-XX:+DisplayVMOutputToStderr",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED"));
    try {
      if (!Files.readString(hugePages).contains("[never]")) {
        flags.add("-XX:+UseTransparentHugePages");
      }
    } catch (IOException none) {
      // A system without them.
      return List.copyOf(flags);
    }
    return List.copyOf(flags);
  }

  /**
   * The flags for a heap. New objects are in few pages, which the practice has touched and the
   * processor's cache may hold: a phase would else wait for new pages. Median gains of pmemkv over
   * the JVM's own choice, three pairs: C 38 %, B -5 %, D -4 % with 5,000 records of 1 KiB in phases
   * of 1.5 s; B 13 %, D 8 %, C 1 % with 100,000.
   *
   * @param heapMiB largest heap
   */
  public static List<String> heap(int heapMiB) {
    int forValues = VALUES_IN_NEW * Math.max(0, heapMiB - PLAIN_HEAP);
    return List.of(
        "-Xmx" + heapMiB + "m", "-Xmn" + Math.min(heapMiB / 2, PLAIN_NEW + forValues) + "m");
  }

  /** The same for a JVM that takes all memory of its heap at its start. */
  public static List<String> wholeHeap(int heapMiB) {
    List<String> flags = new ArrayList<>(heap(heapMiB));
    flags.addAll(List.of("-Xms" + heapMiB + "m", "-XX:+AlwaysPreTouch"));
    return flags;
  }

  /**
   * The command for a main class that ends by itself when its standard input does.
   *
   * @param arguments seen by every user of the machine: no secrets
   * @param jars further jars for the class path, put in front
   * @param heap as {@link #heap}
   */
  public ProcessBuilder command(
      String mainClass,
      List<String> arguments,
      List<Path> jars,
      List<String> heap,
      Map<String, String> environment) {
    List<String> command = new ArrayList<>();
    command.add(Installation.java().toString());
    command.addAll(FLAGS);
    command.addAll(heap);
    command.addAll(List.of("-cp", installation.classPathWith(jars), mainClass));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return builder;
  }
}
