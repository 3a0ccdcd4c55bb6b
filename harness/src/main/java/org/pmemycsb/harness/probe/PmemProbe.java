package org.pmemycsb.harness.probe;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.probe.MediumFigure.Sample;
import org.pmemycsb.harness.probe.ProbedPlace.Impossible;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ProcessStarter;

/**
 * Measures persistent memory and tmpfs with the native program {@code pmem_probe}.
 *
 * @param program gives its file, or a {@link ConfigurationException}
 * @param libraries files of {@code libpmem}, {@code libpmem2} and {@code libpmemobj}; one that is
 *     missing is left to the dynamic linker
 * @param users variables that may tell libpmem to leave flushes out; none in a run, in which the
 *     databases always flush
 */
public record PmemProbe(
    ProcessStarter starter,
    Supplier<Path> program,
    Map<String, Path> libraries,
    Map<String, String> users) {
  private static final String PROGRAM = "pmem_probe";
  private static final ObjectMapper JSON = new ObjectMapper();
  // Twice the processor's caches, or else loads would be answered by them.
  private static final int TIMES_THE_CACHES = 2;
  private static final long LEAST = 64L << 20;
  private static final long FEWEST = 8L << 20;
  private static final long MOST = 512L << 20;
  private static final int SHARE_OF_FREE = 4;
  private static final long WHOLE = 2L << 20;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration PATIENCE_FOR_ONE = Duration.ofMillis(100);
  // A larger exit status means a signal.
  private static final int KILLED = 128;

  public PmemProbe {
    libraries = Map.copyOf(libraries);
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Begun(
      long bytes,
      @JsonProperty("is_pmem") boolean isPmem,
      @JsonProperty("auto_flush") int autoFlush,
      @JsonProperty("clock_ns") long clockNs) {}

  /**
   * @param scratch a folder on it that may be written to
   * @param cacheBytes size of the processor's largest cache
   * @param instruction by which libpmem flushes there
   */
  public Probe probe(
      ProbedPlace place, Path scratch, Plan plan, long cacheBytes, String instruction)
      throws InterruptedException {
    Map<String, String> environment = environment(place.medium());
    Process process = null;
    try {
      long bytes = workingSet(cacheBytes, place.free(scratch, FEWEST * SHARE_OF_FREE));
      ProcessBuilder builder = new ProcessBuilder(command(scratch, bytes, place.modelled()));
      builder.environment().putAll(environment);
      process = starter.start(builder);
      endAtLast(process, plan);
      try (BufferedReader answers = process.inputReader();
          Writer requests = process.outputWriter()) {
        Begun begun = JSON.readValue(answer(answers, process), Begun.class);
        Process running = process;
        List<MediumFigure> figures =
            plan.measure(
                some -> {
                  List<Sample> samples = new ArrayList<>();
                  for (Request request : some) {
                    samples.add(ask(request, plan, requests, answers, running));
                  }
                  return samples;
                });
        Probe.Method method =
            new Probe.Method(
                plan.name(),
                PROGRAM,
                Probe.Flushing.of(instruction, begun.isPmem(), begun.autoFlush(), environment),
                begun.bytes(),
                cacheBytes,
                begun.clockNs(),
                plan.rounds());
        return Probe.of(place, method, figures);
      }
    } catch (Impossible | ConfigurationException | IOException | UncheckedIOException failure) {
      return Probe.impossible(place, plan, failure.getMessage());
    } finally {
      if (process != null) {
        process.destroyForcibly();
        process.waitFor();
      }
    }
  }

  /** Kills a process that hangs, for example on a dead device. */
  private static void endAtLast(Process process, Plan plan) {
    long measurements = (long) plan.rounds() * plan.requests().size();
    Duration most =
        plan.time()
            .multipliedBy(10)
            .plus(PATIENCE)
            .plus(PATIENCE_FOR_ONE.multipliedBy(measurements));
    CompletableFuture<Process> end = process.onExit();
    end.orTimeout(most.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(late -> process.destroyForcibly());
  }

  /**
   * The variables that databases get, too (docs/guide/persistent-memory.md), except those of the
   * user.
   */
  private Map<String, String> environment(Medium medium) {
    String noFlush = users.getOrDefault("PMEM_NO_FLUSH", "0");
    return medium == Medium.TMPFS
        ? Map.of("PMEM_IS_PMEM_FORCE", "1", "PMEM_NO_FLUSH", noFlush)
        : Map.of("PMEM_NO_FLUSH", noFlush);
  }

  /** The size of the file: larger than the caches, and a fraction of the free space. */
  static long workingSet(long cacheBytes, long freeBytes) {
    long wanted = Math.min(MOST, Math.max(LEAST, TIMES_THE_CACHES * cacheBytes));
    return Math.min(wanted, freeBytes / SHARE_OF_FREE) / WHOLE * WHOLE;
  }

  private List<String> command(Path scratch, long bytes, MediumReads reads) {
    List<String> command =
        new ArrayList<>(
            List.of(
                program.get().toString(),
                "--dir",
                scratch.toString(),
                "--bytes",
                Long.toString(bytes),
                "--pool-bytes",
                Long.toString(Math.min(128L << 20, Math.max(bytes, 64L << 20)))));
    if (!reads.none()) {
      List<Double> times = new ArrayList<>();
      for (String memory : List.of(MediumReads.OF_MEDIUM, MediumReads.OF_DRAM)) {
        times.add(reads.nanos().get(memory));
        times.add(reads.nextByteNanos(memory));
      }
      command.add("--reads");
      command.add(times.stream().map(Object::toString).collect(Collectors.joining(",")));
    }
    Map.of("libpmem", "--pmem", "libpmem2", "--pmem2", "libpmemobj", "--pmemobj")
        .forEach(
            (library, option) -> {
              if (libraries.containsKey(library)) {
                command.addAll(List.of(option, libraries.get(library).toString()));
              }
            });
    return command;
  }

  /** The message of the program, with a remedy if a library is missing. */
  private static String mended(String said) {
    if (!said.startsWith("libpmem") || !said.contains(".so")) {
      return said;
    }
    return said.startsWith("libpmem2")
        ? said + "; run bin/install-packages probe as root"
        : said + "; run bin/install-packages pmemkv, or add its folder to LD_LIBRARY_PATH";
  }

  private static Sample ask(
      Request request, Plan plan, Writer requests, BufferedReader answers, Process process)
      throws Impossible {
    try {
      requests.write(
          "%s %d %s %d %d\n"
              .formatted(
                  request.operation(),
                  request.sizeBytes(),
                  request.pattern().id(),
                  request.threads(),
                  plan.each().toMillis()));
      requests.flush();
      Sample sample = JSON.readValue(answer(answers, process), Sample.class);
      return sample.error() == null ? sample : Sample.failed(mended(sample.error()));
    } catch (JsonProcessingException nonsense) {
      throw new Impossible(PROGRAM + " answered nonsense: " + nonsense.getOriginalMessage());
    } catch (IOException gone) {
      throw new Impossible(lastWords(process));
    }
  }

  private static String answer(BufferedReader answers, Process process)
      throws IOException, Impossible {
    String line = answers.readLine();
    if (line == null) {
      throw new Impossible(lastWords(process));
    }
    return line;
  }

  private static String lastWords(Process process) {
    String said = "";
    try {
      said = process.errorReader().lines().findFirst().orElse("").replaceFirst("pmem_probe: ", "");
    } catch (UncheckedIOException closed) {
      // The process was killed.
    }
    int status = process.onExit().join().exitValue();
    return !said.isEmpty()
        ? mended(said)
        : status > KILLED
            ? PROGRAM + " was killed, perhaps because it did not answer in time"
            : PROGRAM + " ended with status " + status;
  }
}
