package org.pmemycsb.harness.probe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.pmemycsb.harness.probe.MediumFigure.Sample;
import org.pmemycsb.harness.probe.ProbedPlace.Impossible;
import org.pmemycsb.harness.probe.Request.Pattern;
import org.pmemycsb.spi.Medium;

/**
 * The measurements of a probe, and their times.
 *
 * @param name {@code short}, {@code quick}, {@code full}, or that of an experiment
 * @param requests each once
 * @param rounds how often each request is measured; a round has all of them
 * @param each the time of one measurement; percentiles take half of it in addition
 */
public record Plan(String name, List<Request> requests, int rounds, Duration each) {
  // The same order on each machine.
  private static final long SEED = 42;
  // More threads tell little, and each needs its share of the file.
  private static final int MOST_THREADS = 32;
  // Many short ones: another program disturbs only few of them.
  private static final int ROUNDS = 7;
  private static final List<String> PERSISTS =
      List.of("pmem_persist", "pmem_flush", "pmem_flush_drain", "pmem_persist_twice");
  private static final List<String> SYNCS = List.of("msync", "pmem_deep_persist");
  private static final List<String> COPIES =
      List.of("", "_persist").stream()
          .flatMap(end -> Stream.of("memcpy" + end, "memset" + end))
          .toList();
  private static final List<String> PMEM_COPIES =
      Stream.of("", "_nodrain", "_temporal", "_nontemporal")
          .flatMap(end -> Stream.of("pmem_memcpy" + end, "pmem_memset" + end))
          .toList();
  private static final List<String> OBJECTS =
      List.of("tx_add_range", "pmemobj_alloc", "pmemobj_free", "tx_alloc", "tx_free");
  private static final List<String> LOCKS =
      List.of(
          "pthread_mutex",
          "pmemobj_mutex",
          "pthread_rdlock",
          "pmemobj_rdlock",
          "pthread_wrlock",
          "pmemobj_wrlock");
  private static final List<String> READS = List.of("load", "read", Fio.READ);
  private static final List<Integer> FEW_SIZES = List.of(8, 64, 256, 4096, 8192);
  private static final List<Integer> THREADED_SIZES = List.of(64, 256, 4096);
  private static final List<Integer> ALL_SIZES = powersOfTwo(8, 8192);

  public Plan {
    requests = List.copyOf(requests);
  }

  /**
   * The same without the operations that the model does not delay: single reads, those without
   * libpmem, which the shim does not see, and chains if its reads are not slower.
   *
   * @param slowsReads whether a chain waits for the medium
   */
  public Plan modelled(boolean slowsReads) {
    return new Plan(
        name,
        requests.stream()
            .filter(request -> request.isChain() ? slowsReads : isModelled(request.operation()))
            .toList(),
        rounds,
        each);
  }

  private static boolean isModelled(String operation) {
    return !READS.contains(operation)
        && !operation.startsWith("pmem2_")
        && !operation.contains("_clwb")
        && !operation.contains("_clflushopt");
  }

  /** The time of all measurements, without preparations. */
  public Duration time() {
    return each.multipliedBy(3L * rounds * requests.size()).dividedBy(2);
  }

  public enum Scale {
    SHORT,
    QUICK,
    FULL
  }

  /**
   * The plan for a medium, with as many threads as there are processors. On persistent memory, a
   * short plan takes about a second, a quick one half a minute, and a full one about ten minutes.
   */
  public static Plan of(Medium medium, Scale scale) {
    return medium == Medium.DISK
        ? onDisk(scale)
        : of(scale, Runtime.getRuntime().availableProcessors());
  }

  /**
   * The plan of an experiment: all combinations, without chains of sequential addresses.
   *
   * @param patterns by their ids
   */
  public static Plan of(
      String name,
      List<String> operations,
      List<String> patterns,
      List<Integer> sizes,
      List<Integer> threads,
      int rounds,
      Duration each) {
    List<Request> all = new ArrayList<>();
    for (String operation : operations) {
      for (int number : threads) {
        for (int size : sizes) {
          for (String id : patterns) {
            Pattern pattern = Pattern.valueOf(id.toUpperCase(Locale.ROOT));
            Request request = new Request(operation, size, pattern, number);
            if (pattern == Pattern.RANDOM || !request.isChain()) {
              all.add(request);
            }
          }
        }
      }
    }
    return new Plan(name, all, rounds, each);
  }

  @FunctionalInterface
  interface Tool {
    /** One sample for each request, in the same order. */
    List<Sample> measure(List<Request> requests) throws Impossible, InterruptedException;
  }

  /**
   * Measures the requests, in each round in another order. The tool is asked once for all rounds:
   * its start may take longer than a request.
   */
  List<MediumFigure> measure(Tool tool) throws Impossible, InterruptedException {
    List<Request> order = new ArrayList<>(requests);
    List<Request> asked = new ArrayList<>();
    Random random = new Random(SEED);
    for (int round = 0; round < rounds; round++) {
      asked.addAll(order);
      Collections.shuffle(order, random);
    }
    List<Sample> found = tool.measure(asked);
    Map<Request, List<Sample>> samples = new LinkedHashMap<>();
    requests.forEach(request -> samples.put(request, new ArrayList<>()));
    for (int i = 0; i < asked.size(); i++) {
      samples.get(asked.get(i)).add(found.get(i));
    }
    return samples.entrySet().stream()
        .map(each -> MediumFigure.of(each.getKey(), each.getValue()))
        .toList();
  }

  static Plan of(Scale scale, int processors) {
    return switch (scale) {
      case SHORT -> new Plan("short", few(processors), ROUNDS, Duration.ofMillis(6));
      case QUICK -> new Plan("quick", whole(FEW_SIZES, processors), ROUNDS, Duration.ofMillis(8));
      case FULL -> new Plan("full", whole(ALL_SIZES, processors), 10, Duration.ofMillis(50));
    };
  }

  /** On a disk, a short plan takes about two seconds. */
  static Plan onDisk(Scale scale) {
    return switch (scale) {
      case SHORT ->
          new Plan(
              "short",
              List.of(Request.sequential(Fio.FDATASYNC, 4096), Request.random(Fio.READ, 4096)),
              3,
              Duration.ofMillis(200));
      case QUICK -> new Plan("quick", onDisk(List.of(512, 4096, 8192)), 5, Duration.ofMillis(500));
      case FULL -> new Plan("full", onDisk(powersOfTwo(512, 8192)), 10, Duration.ofSeconds(2));
    };
  }

  private static List<Request> few(int processors) {
    int most = threads(processors).stream().max(Integer::compare).orElseThrow();
    Set<Request> all = new LinkedHashSet<>();
    all.add(Request.random("load", 8));
    all.add(Request.sequential("read", 4096));
    all.addAll(Limit.requests());
    for (int size : new int[] {64, 256, 4096}) {
      all.add(Request.random(Limit.PERSIST, size));
    }
    all.add(Request.random(Limit.COPY, 1024));
    all.add(Request.random(Limit.PERSIST, 64).by(most));
    all.add(Request.sequential(Limit.COPY, 4096).by(most));
    all.add(Request.sequential("read", 4096).by(most));
    return List.copyOf(all);
  }

  private static List<Request> whole(List<Integer> sizes, int processors) {
    Set<Request> all = new LinkedHashSet<>();
    List<String> stores =
        Stream.of(PERSISTS, SYNCS, COPIES, PMEM_COPIES).flatMap(List::stream).toList();
    all.add(Request.random("load", 8));
    all.addAll(Limit.requests());
    for (int size : sizes) {
      for (String operation : stores) {
        all.add(Request.random(operation, size));
        all.add(Request.sequential(operation, size));
      }
      OBJECTS.forEach(operation -> all.add(Request.sequential(operation, size)));
    }
    LOCKS.forEach(operation -> all.add(Request.sequential(operation, 8)));
    for (int threads : threads(processors)) {
      all.add(Request.random("load", 8).by(threads));
      all.add(Request.sequential("read", 4096).by(threads));
      all.add(Request.sequential("pmem_memcpy_nontemporal", 4096).by(threads));
      for (int size : THREADED_SIZES) {
        stores.forEach(operation -> all.add(Request.random(operation, size).by(threads)));
        OBJECTS.forEach(operation -> all.add(Request.sequential(operation, size).by(threads)));
      }
    }
    return List.copyOf(all);
  }

  private static List<Request> onDisk(List<Integer> sizes) {
    List<Request> all = new ArrayList<>();
    for (int size : sizes) {
      all.add(Request.sequential(Fio.FDATASYNC, size));
      all.add(Request.sequential(Fio.DSYNC, size));
    }
    all.add(Request.random(Fio.READ, 4096));
    return all;
  }

  /** 1, 2, 4 and so on, and as many as there are processors. */
  static Set<Integer> threads(int processors) {
    int most = Math.min(processors, MOST_THREADS);
    Set<Integer> all = new TreeSet<>(Set.of(most));
    all.addAll(powersOfTwo(1, most));
    return all;
  }

  private static List<Integer> powersOfTwo(int from, int to) {
    return IntStream.iterate(from, power -> power <= to, power -> 2 * power).boxed().toList();
  }
}
