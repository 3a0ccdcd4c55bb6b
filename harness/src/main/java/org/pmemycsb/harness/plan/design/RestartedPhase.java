package org.pmemycsb.harness.plan.design;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/**
 * A workload whose database is killed and started again. The figure is the {@code restart}, or a
 * workload that begins with a restarted server and without the page cache.
 *
 * @param workload the workload on a database that is not restarted
 */
record RestartedPhase(String id, Phase workload) implements Phase {
  /**
   * Workload A shows the throughput before the kill and after the restart. Its updates also leave
   * work to a database that reads a log when it starts.
   */
  static Phase restart() {
    return new RestartedPhase("restart", Phase.of("A"));
  }

  /** Has another id than the workload, so that no cell has cold and warm phases. */
  static Phase cold(Phase workload) {
    if (!workload.isWarmWorkload()) {
      throw new ConfigurationException(
          "'%s' cannot start cold; only a workload can".formatted(workload.id()));
    }
    return new RestartedPhase(workload.id() + "-cold", workload);
  }

  @Override
  public Work work(Map<String, String> said) {
    return workload.work(said);
  }

  @Override
  public Map<String, String> defaults(Path workloads) throws IOException {
    return workload.defaults(workloads);
  }

  @Override
  public Map<String, String> said() {
    return workload.said();
  }

  @Override
  public Map<String, String> properties() {
    return workload.properties();
  }

  @Override
  public Mix mix(Map<String, String> others) {
    return workload.mix(others);
  }

  @Override
  public boolean choosesKeys() {
    return workload.choosesKeys();
  }

  @Override
  public Optional<Sizes> values() {
    return workload.values();
  }

  @Override
  public Optional<String> beyondStock(Map<String, String> others) {
    return workload.beyondStock(others);
  }

  @Override
  public Phase warm() {
    return isCold() ? workload : this;
  }

  @Override
  public String words() {
    return isCold() ? workload.words() + " cold" : id;
  }

  @Override
  public Object written() {
    if (!isCold()) {
      return id;
    }
    Map<String, Object> all = new LinkedHashMap<>();
    if (workload.written() instanceof Map<?, ?> own) {
      own.forEach((key, value) -> all.put(key.toString(), value));
    } else {
      all.put(NAME, workload.written());
    }
    all.put(COLD, true);
    return all;
  }
}
