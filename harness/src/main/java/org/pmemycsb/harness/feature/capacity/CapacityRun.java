package org.pmemycsb.harness.feature.capacity;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.plan.design.Goal;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.result.Capacity;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.statistics.CapacitySearch;
import org.pmemycsb.harness.statistics.Interval;
import org.pmemycsb.spi.SafeFolder;

/**
 * Searches the capacity of a phase: a closed loop gives the scale, then trials at fixed rates.
 *
 * <p>Each trial is appended to {@code steps.jsonl} and synced. A search that was killed reads its
 * trials back, runs the closed loop again to warm up, and goes on where it was.
 */
public final class CapacityRun implements Feature {
  static final String FILE = "steps.jsonl";

  private static final ObjectMapper JSON = new ObjectMapper();

  private record Line(
      String run, String phase, @JsonProperty("scale_ops_s") double scale, Capacity.Step step) {}

  private final Path file;

  CapacityRun(Path results) {
    file = results.resolve(FILE);
  }

  public static Optional<Feature> of(Opening run) {
    return run.experiment().goal().isPresent() && run.spec().purpose() == Purpose.COMPARISON
        ? Optional.of(new CapacityRun(run.folders().results()))
        : Optional.empty();
  }

  @Override
  public Optional<Measurement> make(
      RunTask task, Runner.Session session, Phase phase, long records, Runner.Listener listener)
      throws IOException, InterruptedException {
    return task.experiment().searches(phase)
        ? Optional.of(run(task, session, phase, records, listener))
        : Optional.empty();
  }

  /**
   * Runs the phase and its search.
   *
   * @return the measurement of the closed loop, with the capacity; with the first failure of a
   *     trial, which ends the search
   */
  Measurement run(
      RunTask task, Runner.Session session, Phase phase, long records, Runner.Listener listener)
      throws IOException, InterruptedException {
    Measurement closed = session.run(phase, records, listener);
    if (!closed.valid() || closed.work().good() == 0) {
      return closed;
    }
    Goal goal = task.experiment().goal().orElseThrow();
    List<Line> before = read(task.spec().id(), phase.id());
    double scale = before.isEmpty() ? closed.throughputOpsS() : before.get(0).scale();
    CapacitySearch search = new CapacitySearch(scale);
    List<Capacity.Step> steps = new ArrayList<>();
    Runner.Listener searching = listener.during(RunPart.SEARCH);
    for (Line line : before) {
      steps.add(line.step());
      search.add(line.step().holds());
    }
    while (search.next().isPresent()) {
      double rate = search.next().getAsDouble();
      Measurement trial =
          session.run(phase, records, Runner.Variant.trial(steps.size() + 1, rate), searching);
      if (!trial.valid()) {
        return closed.judged(
            trial
                .failure()
                .map(why -> String.format("at %.0f operations per second: %s", rate, why)));
      }
      Capacity.Step step = step(goal, rate, trial);
      append(new Line(task.spec().id(), phase.id(), scale, step));
      steps.add(step);
      search.add(step.holds());
    }
    return closed.withCapacity(capacity(goal, search.capacity(), steps));
  }

  private static Capacity.Step step(Goal goal, double rate, Measurement trial) {
    boolean sustained = Boolean.TRUE.equals(trial.pace().sustained());
    Double latency = trial.pace().goalUs();
    boolean holds = sustained && (latency == null || latency <= goal.micros());
    return new Capacity.Step(rate, trial.throughputOpsS(), latency, sustained, holds);
  }

  private static Capacity capacity(Goal goal, Optional<Interval> found, List<Capacity.Step> steps) {
    Interval rate = found.orElse(new Interval(0, 0, 0));
    return new Capacity(
        rate.figure(), rate.low(), rate.high(), goal.subject(), goal.micros(), List.copyOf(steps));
  }

  private void append(Line line) throws IOException {
    // A torn line is ended by the next one, so that only the torn one is lost.
    FileFailure.append(file, "\n" + JSON.writeValueAsString(line) + "\n");
  }

  private List<Line> read(String run, String phase) throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    String text = new String(SafeFolder.readFile(file), StandardCharsets.UTF_8);
    return text.lines()
        .flatMap(CapacityRun::parse)
        .filter(line -> line.run().equals(run) && line.phase().equals(phase))
        .toList();
  }

  private static Stream<Line> parse(String line) {
    try {
      return line.isEmpty() ? Stream.empty() : Stream.of(JSON.readValue(line, Line.class));
    } catch (JsonProcessingException torn) {
      return Stream.empty();
    }
  }
}
