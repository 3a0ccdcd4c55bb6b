package org.pmemycsb.harness.measure.ycsb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.host.workspace.Conversation;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.Pace;
import org.pmemycsb.harness.result.RunPart;

/**
 * Runs each phase with the stock client, in a JVM of its own. A phase that ends by time gets {@code
 * maxexecutiontime}, which the client counts in whole seconds.
 *
 * @param patience how long may pass without an operation finished before a phase is given up
 */
public record YcsbRunner(ChildJvm jvm, Duration patience) implements Runner {
  private static final String CLIENT = "site.ycsb.Client";
  private static final long LOOK_MILLIS = 200;
  private static final Pattern STATUS = Pattern.compile(" sec: (\\d+) operations;");

  @Override
  public Session start(RunTask task) {
    return new Session() {
      @Override
      public Measurement run(Phase phase, long recordCount, Listener listener)
          throws IOException, InterruptedException {
        return phase(task, phase, recordCount, listener);
      }

      @Override
      public void close() {}
    };
  }

  private Measurement phase(RunTask task, Phase phase, long recordCount, Listener listener)
      throws IOException, InterruptedException {
    listener.enter(RunPart.PROCESS);
    long asked = task.endsByTime(phase) ? 0 : task.operations(phase, recordCount);
    Path export = task.folders().scratch().resolve(phase.id() + ".txt");
    AtomicLong finished = new AtomicLong();
    ProcessBuilder command =
        jvm.command(
            ChildMain.class.getName(),
            List.of(
                CLIENT, phase.isLoad() ? "-load" : "-t", "-s", "-db", task.client().className()),
            task.client().jars(),
            ChildJvm.heap(task.heapMiB()),
            task.client().environment());
    command.redirectOutput(task.folders().scratch().resolve(phase.id() + ".out").toFile());
    Process child = task.processes().start(command);
    Consumer<String> status =
        line ->
            finishedOperations(line)
                .ifPresent(
                    operations -> {
                      finished.set(operations);
                      listener.operations(operations);
                    });
    Conversation client = new Conversation(child, status);
    client.say(ChildMain.line(properties(task, phase, recordCount, export)));
    task.database().servers().watchTheLiving();
    listener.enter(RunPart.PHASE);
    Optional<String> killed = end(child, finished, task.database().servers());
    if (killed.isPresent()) {
      return Measurement.failed(asked, killed.get() + client.because());
    }
    int ended = child.waitFor();
    if (ended != 0 || !Files.exists(export)) {
      return Measurement.failed(
          asked, "the YCSB client ended with status " + ended + client.because());
    }
    YcsbOutput output = YcsbOutput.parse(Files.readAllLines(export));
    Measurement measured =
        judge(
            task.endsByTime(phase) ? output.ended() : asked,
            phase.isLoad() ? 0 : task.experiment().target(),
            output);
    String because = measured.valid() ? "" : client.because();
    return measured.judged(measured.failure().map(why -> why + because));
  }

  /**
   * Waits for the client to end. Kills it if a server has ended, or if no operation finishes for a
   * long time: a client thread that cannot start, or a database that hangs, blocks it for ever.
   *
   * @return the reason for the kill; empty if it ended by itself
   */
  private Optional<String> end(Process child, AtomicLong finished, ServerProcesses servers)
      throws InterruptedException {
    long seen = 0;
    long since = System.nanoTime();
    while (!child.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      Optional<String> dead = servers.ownEnd();
      if (dead.isPresent()) {
        child.destroyForcibly().waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        return dead;
      }
      if (finished.get() != seen) {
        seen = finished.get();
        since = System.nanoTime();
      } else if (System.nanoTime() - since > patience.toNanos()) {
        child.destroyForcibly().waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        return Optional.of(
            "no operation finished for " + patience.toSeconds() + " s, so the client was killed");
      }
    }
    return Optional.empty();
  }

  static Properties properties(RunTask task, Phase phase, long recordCount, Path export)
      throws IOException {
    Experiment experiment = task.experiment();
    Properties properties = new Properties();
    properties.putAll(task.workload(phase).properties());
    properties.putAll(task.client().properties());
    properties.setProperty("recordcount", Long.toString(recordCount));
    long operations =
        phase.isLoad() ? experiment.operations() : task.operations(phase, recordCount);
    // YCSB keeps counts as int, also that of records and operations together.
    properties.setProperty(
        "operationcount", Long.toString(Math.min(operations, Integer.MAX_VALUE - recordCount)));
    if (task.endsByTime(phase)) {
      properties.setProperty("maxexecutiontime", Long.toString(experiment.duration().toSeconds()));
    }
    properties.setProperty("threadcount", Integer.toString(task.spec().threads()));
    if (experiment.target() > 0 && !phase.isLoad()) {
      properties.setProperty("target", Long.toString(Math.round(experiment.target())));
      properties.setProperty("measurement.interval", "both");
    }
    properties.setProperty("measurementtype", "hdrhistogram");
    properties.setProperty("hdrhistogram.percentiles", "50,95,99,99.9");
    properties.setProperty("status.interval", "1");
    properties.setProperty("exportfile", export.toString());
    return properties;
  }

  private static OptionalLong finishedOperations(String line) {
    Matcher status = STATUS.matcher(line);
    return status.find() ? OptionalLong.of(Long.parseLong(status.group(1))) : OptionalLong.empty();
  }

  /**
   * Turns the client's summary into an outcome. Names a failure that the summary hides.
   *
   * @param target operations per second; 0 for none
   */
  static Measurement judge(long asked, double target, YcsbOutput output) {
    long good = output.good();
    Map<String, Long> failures = output.failures();
    long errors = failures.values().stream().mapToLong(x -> x).sum();
    double seconds = output.seconds().orElse(0.0);
    Measurement.Work work =
        new Measurement.Work(asked, good, errors, output.good("INSERT"), seconds);
    Optional<String> none = Optional.of("no operation finished in its time");
    Optional<String> failure =
        output.seconds().isEmpty()
            ? Optional.of("the YCSB client wrote no run time")
            : work.shortfall(failures, "")
                .or(() -> good == 0 && target == 0 ? none : Optional.empty());
    return Measurement.timed(
        work,
        new Measurement.Latencies(
            output.latency(CallKind.READ), output.latency(CallKind.WRITE), null, null),
        target == 0 ? Pace.NONE : Pace.of(target, seconds > 0 ? good / seconds : 0),
        failure);
  }
}
