package org.pmemycsb.harness.host;

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
import org.pmemycsb.spi.SafeFolder;

/**
 * Watches the machine during runs, and appends a line to {@code load.jsonl} every {@value #SECONDS}
 * seconds. A sample takes a few milliseconds of one processor. Without information from the kernel,
 * or on a failure to write, the runs go on without samples.
 */
public final class LoadSampler implements AutoCloseable {
  public static final String FILE = "load.jsonl";

  private static final int SECONDS = 5;
  private static final long GLANCE_MILLIS = 500;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final Thread thread;

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
    Optional<ProcessorTime> before = ProcessorTime.now(self);
    try {
      Thread.sleep(GLANCE_MILLIS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    Optional<ProcessorTime> after = ProcessorTime.now(self);
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    double seconds = GLANCE_MILLIS / 1000.0;
    return LoadSummary.of(List.of(LoadSample.between(before.get(), after.get(), stamp(), seconds)));
  }

  /** The samples of a result folder, torn lines left out; empty when there are none. */
  public static List<LoadSample> read(Path resultFolder) throws IOException {
    Path file = resultFolder.resolve(FILE);
    return Files.exists(file)
        ? new String(SafeFolder.readFile(file), StandardCharsets.ISO_8859_1)
            .lines()
            .map(LoadSampler::parse)
            .filter(Objects::nonNull)
            .toList()
        : List.of();
  }

  private static LoadSample parse(String line) {
    try {
      return JSON.readValue(line, LoadSample.class);
    } catch (JsonProcessingException torn) {
      return null;
    }
  }

  private void watch() {
    long self = ProcessHandle.current().pid();
    Optional<ProcessorTime> before = ProcessorTime.now(self);
    long since = System.nanoTime();
    while (before.isPresent()) {
      boolean last = false;
      try {
        Thread.sleep(SECONDS * 1000L);
      } catch (InterruptedException closed) {
        last = true;
      }
      Optional<ProcessorTime> now = ProcessorTime.now(self);
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

  private boolean written(ProcessorTime from, ProcessorTime to, double seconds) {
    try {
      String line = JSON.writeValueAsString(LoadSample.between(from, to, stamp(), seconds)) + "\n";
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
    thread.interrupt();
    try {
      thread.join(2000);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
