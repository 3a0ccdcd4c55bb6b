package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.pmemycsb.spi.ProcessStarter;

/** The processes of one run, which start as its features want them. Thread-safe. */
public final class RunProcesses {
  private final List<Feature> features;
  private final ProcessStarter starter;
  private final Map<Feature.Role, Queue<Process>> processes =
      Map.of(
          Feature.Role.SERVER, new ConcurrentLinkedQueue<>(),
          Feature.Role.CLIENTS, new ConcurrentLinkedQueue<>());

  public RunProcesses(List<Feature> features, ProcessStarter starter) {
    this.features = features;
    this.starter = starter;
  }

  public Process start(ProcessBuilder command, Feature.Role role) throws IOException {
    features.forEach(each -> each.prepare(command, role));
    Process process = starter.start(command);
    processes.get(role).add(process);
    for (Feature each : features) {
      each.started(process, role);
    }
    return process;
  }

  public List<Process> running(Feature.Role role) {
    return processes.get(role).stream().filter(Process::isAlive).toList();
  }
}
