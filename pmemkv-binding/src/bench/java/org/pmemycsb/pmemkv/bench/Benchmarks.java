package org.pmemycsb.pmemkv.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.pmemycsb.adapter.inprocess.client.RecordCodec;

/**
 * Runs each benchmark in turn with a native loop that does the same, a quarter of a second each,
 * and prints the median of the ratios: machines are noisy, and two neighbouring moments are alike.
 *
 * <pre>
 * mvn -pl pmemkv-binding -Pbench verify [-Dbench.folder=/mnt/pmem] [-Dbench.pairs=40]
 * </pre>
 *
 * <p>The folder has to lie on persistent memory or tmpfs: PMEM_IS_PMEM_FORCE=1 is set.
 */
public final class Benchmarks {
  private static final int WARMUP = 10;

  private final String nativeLoop;
  private final String folder;
  private final String engine;
  private final int pairs;

  private Benchmarks(String nativeLoop, String folder, String engine, int pairs) {
    this.nativeLoop = nativeLoop;
    this.folder = folder;
    this.engine = engine;
    this.pairs = pairs;
  }

  /** Arguments: the native loop's program, the folder for pools, the engine, the pairs. */
  public static void main(String[] arguments) throws IOException, RunnerException {
    Benchmarks benchmarks =
        new Benchmarks(arguments[0], arguments[1], arguments[2], Integer.parseInt(arguments[3]));
    System.out.println(
        "operations per second, medians of " + arguments[3] + " pairs, 1 thread, " + arguments[2]);
    System.out.println("benchmark        op   bytes       java     native  ratio  (quartiles)");
    for (Class<?> benchmark : List.of(StoreBenchmark.class, ClientBenchmark.class)) {
      for (String operation : List.of("get", "put")) {
        for (int valueBytes : new int[] {64, 1024, 8192}) {
          System.out.println(benchmarks.measure(benchmark, operation, valueBytes));
        }
      }
    }
  }

  private String measure(Class<?> benchmark, String operation, int valueBytes)
      throws IOException, RunnerException {
    // What the native loop stores is what the pool holds in the end: a record, for the client.
    long stored =
        benchmark == ClientBenchmark.class
            ? RecordCodec.encodedSize(1, "field", valueBytes)
            : valueBytes;
    Path results = Pool.results(folder);
    Files.deleteIfExists(results);
    TimeValue slice = TimeValue.milliseconds(Pool.SLICE_MILLISECONDS);
    RunResult run =
        new Runner(
                new OptionsBuilder()
                    .include(benchmark.getName() + "\\." + operation + "$")
                    .param("valueBytes", Integer.toString(valueBytes))
                    .param("nativeValueBytes", Long.toString(stored))
                    .param("nativeLoop", nativeLoop)
                    .param("operation", operation)
                    .param("folder", folder)
                    .param("engine", engine)
                    .forks(1)
                    .threads(1)
                    .warmupIterations(WARMUP)
                    .warmupTime(slice)
                    .measurementIterations(pairs)
                    .measurementTime(slice)
                    .jvmArgs("-Xms512m", "-Xmx512m", "-XX:+UseParallelGC")
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .runSingle();
    List<String> lines = Files.readAllLines(results);
    Files.delete(results);
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (BenchmarkResult fork : run.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        ours.add(iteration.getPrimaryResult().getScore());
        theirs.add(Double.valueOf(lines.get(WARMUP + theirs.size())));
        ratios.add(ours.get(ours.size() - 1) / theirs.get(theirs.size() - 1));
      }
    }
    return String.format(
        Locale.ROOT,
        "%-15s %4s %7d %10.0f %10.0f  %5.2f  (%.2f .. %.2f)",
        benchmark.getSimpleName(),
        operation,
        valueBytes,
        quantile(ours, 0.5),
        quantile(theirs, 0.5),
        quantile(ratios, 0.5),
        quantile(ratios, 0.25),
        quantile(ratios, 0.75));
  }

  private static double quantile(List<Double> numbers, double share) {
    return numbers.stream().sorted().toList().get((int) (share * (numbers.size() - 1)));
  }
}
