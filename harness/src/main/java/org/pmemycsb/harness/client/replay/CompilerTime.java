package org.pmemycsb.harness.client.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * For how many nanoseconds the threads of this JVM's compiler worked, or waited for a processor, so
 * far. The kernel counts this. The JVM's own figure grows only when a method is done, and one may
 * take 0.3 s. Threads that begin later are not in it. For one thread.
 */
final class CompilerTime implements LongSupplier {
  private static final Path THREADS = Path.of("/proc/self/task");

  private final List<Path> counters = counters();
  private final long[] nanos = new long[counters.size()];

  private static List<Path> counters() {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> threads = Files.list(THREADS)) {
      for (Path thread : threads.toList()) {
        // The kernel cuts the name: C1 CompilerThread0.
        if (Files.readString(thread.resolve("comm")).contains("CompilerThre")) {
          found.add(thread.resolve("schedstat"));
        }
      }
      return found;
    } catch (IOException untold) {
      return List.of();
    }
  }

  @Override
  public long getAsLong() {
    for (int i = 0; i < nanos.length; i++) {
      try {
        String[] fields = Files.readString(counters.get(i)).split(" ");
        nanos[i] = Long.parseLong(fields[0]) + Long.parseLong(fields[1]);
      } catch (IOException ended) {
        // An idle thread of the compiler may end. Its last figure stands.
      }
    }
    return LongStream.of(nanos).sum();
  }
}
