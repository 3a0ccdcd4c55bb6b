package org.pmemycsb.harness.host;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.pmemycsb.spi.SafeFolder;

/**
 * Watches the machine during runs, and appends a line to {@code load.jsonl} every {@value #SECONDS}
 * seconds. A sample takes a few milliseconds of one processor. Without information from the kernel,
 * or on a failure to write, the runs go on without samples.
 */
public final class LoadSampler implements AutoCloseable {
  public static final String FILE = "load.jsonl";

  /**
   * The use of the processors over a few seconds, as shares of all their time, from 0 to 1: a line
   * of {@code load.jsonl}.
   *
   * @param at when it ended: ISO 8601, UTC
   * @param seconds how long it was
   * @param own the harness and all that it started
   * @param others all other programs
   * @param steal the share that a hypervisor gave to other machines
   * @param throttled no share of processor time, but of the periods in which the harness and its
   *     databases waited, because their control group had used up its limit
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Sample(
      String at, double seconds, double own, double others, double steal, double throttled) {}

  /**
   * The time of this machine's processors since it started, in milliseconds.
   *
   * @param total of all processors, idle ones included
   * @param busy in which programs ran, or the kernel on their behalf. Interrupts are left out: the
   *     kernel does not charge them to any process
   * @param steal that the hypervisor gave to others
   * @param own of a process, of those that it started, and so on; those that have ended too
   * @param periods (usually of 0.1 s) of limits of processor time, as containers have them: those
   *     of the control group of this process and of the groups above it
   * @param stopped those periods in which the time was used up. The kernel stops the processes of
   *     the group until the next one
   */
  record Times(long total, long busy, long steal, long own, long periods, long stopped) {
    /** Of this machine and of a process; empty if unknown. */
    static Optional<Times> now(long process, Path proc) {
      try {
        // The own time first: time between the two readings counts for other programs.
        long own =
            ProcessHandle.of(process).stream()
                .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                .map(each -> KernelFile.text(KernelFile.PROC.resolve(each.pid() + "/stat")))
                .filter(text -> !text.isEmpty())
                .mapToLong(text -> ProcessUsage.Stat.of(text).millis())
                .sum();
        // user, nice, system, idle, iowait, irq, softirq, steal: proc_stat(5)
        long[] millis =
            Stream.of(KernelFile.value(KernelFile.text(proc.resolve("stat")), "cpu").split(" "))
                .limit(8)
                .mapToLong(ticks -> Long.parseLong(ticks) * ProcessUsage.Stat.MILLIS_PER_TICK)
                .toArray();
        List<Path> limits =
            ControlGroups.first(proc, "cpu").or(() -> ControlGroups.second(proc)).stream()
                .flatMap(ControlGroups::upwards)
                .map(group -> group.resolve("cpu.stat"))
                .toList();
        return Optional.of(
            new Times(
                LongStream.of(millis).sum(),
                millis[0] + millis[1] + millis[2],
                millis[7],
                own,
                sum(limits, "nr_periods"),
                sum(limits, "nr_throttled")));
      } catch (RuntimeException untold) {
        return Optional.empty();
      }
    }

    private static long sum(List<Path> statistics, String name) {
      return statistics.stream().mapToLong(file -> ControlGroups.count(file, name)).sum();
    }

    Sample since(Times from, String at, double seconds) {
      long passed = total - from.total;
      return new Sample(
          at,
          LoadSummary.rounded(seconds),
          share(own - from.own, passed),
          share(busy - from.busy - Math.max(0, own - from.own), passed),
          share(steal - from.steal, passed),
          share(stopped - from.stopped, periods - from.periods));
    }

    private static double share(long part, long whole) {
      return LoadSummary.rounded(Math.max(0, part) / (double) Math.max(1, whole));
    }
  }

  private static final int SECONDS = 5;
  private static final long GLANCE_MILLIS = 500;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);

  private LoadSampler(Path file) {
    this.file = file;
    this.thread = new Thread(this::watch, "load-sampler");
    thread.setDaemon(true);
  }

  public static LoadSampler start(Path resultFolder) {
    LoadSampler sampler = new LoadSampler(resultFolder.resolve(FILE));
    sampler.thread.start();
    return sampler;
  }

  /** The load over half a second; empty if unknown. */
  static Optional<LoadSummary> glance() {
    long self = ProcessHandle.current().pid();
    Optional<Times> before = Times.now(self, KernelFile.PROC);
    try {
      Thread.sleep(GLANCE_MILLIS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    Optional<Times> after = Times.now(self, KernelFile.PROC);
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    double seconds = GLANCE_MILLIS / 1000.0;
    return LoadSummary.of(List.of(after.get().since(before.get(), stamp(), seconds)));
  }

  /** The samples of a result folder, torn lines left out; empty when there are none. */
  public static List<Sample> read(Path resultFolder) throws IOException {
    Path file = resultFolder.resolve(FILE);
    return Files.exists(file)
        ? new String(SafeFolder.readFile(file), StandardCharsets.ISO_8859_1)
            .lines()
            .map(LoadSampler::parse)
            .filter(Objects::nonNull)
            .toList()
        : List.of();
  }

  private static Sample parse(String line) {
    try {
      return JSON.readValue(line, Sample.class);
    } catch (JsonProcessingException torn) {
      return null;
    }
  }

  private void watch() {
    long self = ProcessHandle.current().pid();
    Optional<Times> before = Times.now(self, KernelFile.PROC);
    long since = System.nanoTime();
    while (before.isPresent()) {
      boolean last;
      try {
        // Not an interrupt: it would end the reading and writing of files, too.
        last = closing.await(SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException impossible) {
        return; // this class alone holds the thread
      }
      Optional<Times> now = Times.now(self, KernelFile.PROC);
      long until = System.nanoTime();
      double seconds = (until - since) / 1e9;
      // A short last sample means little, unless it is the only one.
      boolean enough = !last || seconds >= 1 || !Files.exists(file);
      if (now.isEmpty() || enough && !written(before.get(), now.get(), seconds) || last) {
        return;
      }
      before = now;
      since = until;
    }
  }

  private boolean written(Times from, Times to, double seconds) {
    try {
      String line = JSON.writeValueAsString(to.since(from, stamp(), seconds)) + "\n";
      SafeFolder.appendToFile(file, line.getBytes(StandardCharsets.UTF_8));
      return true;
    } catch (IOException full) {
      return false;
    }
  }

  private static String stamp() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** Takes the last sample and ends. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(SECONDS));
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
