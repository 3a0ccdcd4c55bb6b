package org.pmemycsb.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.WorkerGroup;

/** The workers of one run. After the loss of a machine, the group can only be closed. */
final class SparkWorkers implements WorkerGroup {
  private final SparkFleet fleet;
  private final List<Report> machines;
  private final List<List<String>> untold = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private Optional<String> failure = Optional.empty();

  SparkWorkers(SparkFleet fleet, List<Report> machines) {
    this.fleet = fleet;
    this.machines = List.copyOf(machines);
    forget();
  }

  private void forget() {
    untold.clear();
    machines.forEach(each -> untold.add(new ArrayList<>()));
  }

  /** Keeps the lines for the next phase, which spares a job. */
  @Override
  public void tell(List<String> lines) {
    if (lines.size() != machines.size()) {
      throw new IllegalArgumentException(
          "%d lines for %d machines".formatted(lines.size(), machines.size()));
    }
    IntStream.range(0, lines.size()).forEach(i -> untold.get(i).add(lines.get(i)));
  }

  @Override
  public List<Answer> phase(List<String> lines, Runner.Listener listener)
      throws InterruptedException {
    tell(lines);
    if (failure.isEmpty()) {
      try {
        List<Report> reports =
            fleet.run(new MachineTask.RunPhase(untold), listener::operations, null);
        forget();
        long first = reports.get(0).clockMicros();
        return reports.stream()
            .map(
                each ->
                    new Answer(
                        each.machine(),
                        each.host(),
                        Optional.of(each.answer()),
                        Optional.empty(),
                        each.clockMicros() - first,
                        each.lateMicros()))
            .toList();
      } catch (SparkFleet.LostException lost) {
        failure = Optional.of(lost.getMessage());
      }
    }
    return machines.stream()
        .map(each -> new Answer(each.machine(), each.host(), Optional.empty(), failure, 0, 0))
        .toList();
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      fleet.killWorkers();
    }
  }
}
