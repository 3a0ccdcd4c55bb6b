package org.pmemycsb.harness.report.notes;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.PhaseResult;

/** Notes on figures that several machines measured. */
final class MachineNotes {
  // More would push the other notes off the screen.
  private static final int NAMED = 5;

  private MachineNotes() {}

  static void add(NoteList notes, Results results) {
    List<PhaseResult> phases =
        results.phases().stream()
            .filter(phase -> phase.valid() && phase.measurement().onMachines() != null)
            .toList();
    if (phases.isEmpty()) {
      return;
    }
    lagging(notes, phases);
    notes.explain(
        "The machines of a cluster began each phase at an agreed instant. By its own clock, the"
            + " latest began %.1f ms after it. The clocks differed by at most %.1f ms, as far as the"
            + " cluster can tell.",
        most(phases, Machine::startUs) / 1e3,
        most(phases, machine -> Math.abs(machine.clockOffsetUs())) / 1e3);
    Experiment experiment = results.experiment();
    if (experiment.phases().stream()
        .anyMatch(
            phase -> !phase.isLoad() && phase.mix(experiment.properties()).insertShare() > 0)) {
      notes.explain(
          "In workloads that insert records, a machine asks for its own new records only: the"
              + " newest record is the newest one that this machine knows.");
    }
    long repeated =
        phases.stream()
            .filter(phase -> !phase.phase().equals(Phase.LOAD.id()))
            .filter(phase -> phase.measurement().replay().segments() != null)
            .count();
    if (repeated > 0) {
      notes.explain(
          "In %d of %d phases a machine made more operations than were recorded for it at once. It made"
              + " the recorded ones again, or recorded more.",
          repeated, phases.size());
    }
  }

  private static void lagging(NoteList notes, List<PhaseResult> phases) {
    Set<String> named = new LinkedHashSet<>();
    long lagging = 0;
    for (PhaseResult phase : phases) {
      List<Machine> all = phase.measurement().onMachines();
      List<Integer> slow = Machine.lagging(all);
      lagging += slow.isEmpty() ? 0 : 1;
      slow.forEach(i -> named.add(Machine.name(i, all.get(i).host())));
    }
    if (lagging > 0) {
      notes.warn(
          "In %d of %d phases a machine made less than %s of the median throughput of the machines: %s%s.",
          lagging,
          phases.size(),
          Figures.percent(Machine.LAGS_BELOW),
          named.stream().limit(NAMED).collect(Collectors.joining(", ")),
          named.size() > NAMED ? " and others" : "");
    }
  }

  private static double most(List<PhaseResult> phases, ToDoubleFunction<Machine> figure) {
    return phases.stream()
        .flatMap(phase -> phase.measurement().onMachines().stream())
        .mapToDouble(figure)
        .max()
        .orElse(0);
  }
}
