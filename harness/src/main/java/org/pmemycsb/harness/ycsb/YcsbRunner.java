package org.pmemycsb.harness.ycsb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.run.ChildJvm;
import org.pmemycsb.harness.run.PhaseOutcome;
import org.pmemycsb.harness.run.RunTask;
import org.pmemycsb.harness.run.Runner;
import org.pmemycsb.harness.run.Watchdog;

/** Runs each phase with the stock client, in a JVM of its own. */
public final class YcsbRunner implements Runner {
  private static final String CLIENT = "site.ycsb.Client";
  private static final Pattern STATUS = Pattern.compile(" sec: (\\d+) operations;");
  private static final Pattern THROWN = Pattern.compile("^[\\w.$]+(Exception|Error)\\b.*");
  private static final int LAST_LINES = 40;
  // "user" and the zeros in front of the hashed key number.
  private static final int KEY_PREFIX = 4;

  private final ChildJvm jvm;
  private final Path workloads;
  private final Duration patience;

  /**
   * @param workloads folder with the workload files
   * @param patience how long may pass without an operation finished before a phase is given up
   */
  public YcsbRunner(ChildJvm jvm, Path workloads, Duration patience) {
    this.jvm = jvm;
    this.workloads = workloads;
    this.patience = patience;
  }

  @Override
  public PhaseOutcome run(RunTask task, Phase phase, long recordCount, LongConsumer progress)
      throws IOException, InterruptedException {
    Experiment experiment = task.experiment();
    long asked = phase.isLoad() ? recordCount : experiment.operations();
    Path export = task.scratch().resolve(phase.id() + ".txt");
    Path output = task.scratch().resolve(phase.id() + ".out");
    Path properties = task.scratch().resolve(phase.id() + ".properties");
    try (OutputStream file = Files.newOutputStream(properties)) {
      properties(task, phase, recordCount, export).store(file, null);
    }
    Watchdog watchdog = new Watchdog(patience);
    Deque<String> lastLines = new ArrayDeque<>();
    int status =
        jvm.run(
            CLIENT,
            List.of(
                phase.isLoad() ? "-load" : "-t",
                "-s",
                "-db",
                task.clientClass(),
                "-P",
                properties.toString()),
            heapMiB(task),
            task.environment(),
            output,
            line -> {
              finishedOperations(line)
                  .ifPresent(
                      operations -> {
                        watchdog.finished(operations);
                        progress.accept(operations);
                      });
              synchronized (lastLines) {
                lastLines.addLast(line);
                if (lastLines.size() > LAST_LINES) {
                  lastLines.removeFirst();
                }
              }
            },
            watchdog);
    List<String> tail;
    synchronized (lastLines) {
      tail = List.copyOf(lastLines);
    }
    if (watchdog.bitten()) {
      return PhaseOutcome.failed(
          asked,
          "no operation finished for "
              + patience.toSeconds()
              + " s, so the client was killed"
              + because(tail));
    }
    if (status != 0 || !Files.exists(export)) {
      return PhaseOutcome.failed(
          asked, "the YCSB client ended with status " + status + because(tail));
    }
    return judge(asked, YcsbOutput.parse(Files.readAllLines(export)), tail);
  }

  private Properties properties(RunTask task, Phase phase, long recordCount, Path export)
      throws IOException {
    Experiment experiment = task.experiment();
    Properties properties = new Properties();
    try (InputStream file = Files.newInputStream(workloads.resolve(phase.workloadFile()))) {
      properties.load(file);
    }
    properties.putAll(experiment.properties());
    properties.putAll(task.clientProperties());
    properties.setProperty("recordcount", Long.toString(recordCount));
    properties.setProperty("operationcount", Long.toString(experiment.operations()));
    properties.setProperty("threadcount", Integer.toString(task.spec().threads()));
    properties.setProperty("fieldcount", Integer.toString(experiment.fieldCount()));
    properties.setProperty("fieldlength", Integer.toString(task.spec().valueSize()));
    properties.setProperty("zeropadding", Integer.toString(experiment.keyLength() - KEY_PREFIX));
    properties.setProperty("measurementtype", "hdrhistogram");
    properties.setProperty("hdrhistogram.percentiles", "50,95,99");
    properties.setProperty("status.interval", "1");
    properties.setProperty("exportfile", export.toString());
    return properties;
  }

  private static int heapMiB(RunTask task) {
    long record = (long) task.experiment().fieldCount() * task.spec().valueSize();
    return (int) Math.min(1024 + ((8 * record * task.spec().threads()) >> 20), 1 << 20);
  }

  private static Optional<Long> finishedOperations(String line) {
    Matcher status = STATUS.matcher(line);
    return status.find() ? Optional.of(Long.parseLong(status.group(1))) : Optional.empty();
  }

  private static String because(List<String> lines) {
    return lines.stream()
        .filter(line -> THROWN.matcher(line).matches())
        .findFirst()
        .map(line -> ": " + line)
        .orElse("");
  }

  /** Turns the client's summary into an outcome, and says so when it hides a failure. */
  static PhaseOutcome judge(long asked, YcsbOutput output, List<String> lastLines) {
    long good = output.good();
    var failures = output.failures();
    long errors = failures.values().stream().mapToLong(x -> x).sum();
    Optional<String> failure = Optional.empty();
    if (output.seconds().isEmpty()) {
      failure = Optional.of("the YCSB client wrote no run time" + because(lastLines));
    } else if (errors > 0) {
      failure =
          Optional.of(
              errors
                  + " operations failed ("
                  + failures.entrySet().stream()
                      .map(entry -> entry.getKey() + ": " + entry.getValue())
                      .collect(Collectors.joining(", "))
                  + ")"
                  + because(lastLines));
    } else if (good != asked) {
      failure = Optional.of("only " + good + " of " + asked + " operations" + because(lastLines));
    }
    return new PhaseOutcome(
        asked,
        good,
        errors,
        output.good("INSERT"),
        output.seconds().orElse(0.0),
        output.reads(),
        output.writes(),
        failure);
  }
}
