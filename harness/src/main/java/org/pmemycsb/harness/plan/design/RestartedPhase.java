package org.pmemycsb.harness.plan.design;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/** A workload whose database is killed and started again. */
public sealed interface RestartedPhase extends Phase {
  /** The workload on a database that is not restarted. */
  Phase workload();

  @Override
  default Work work(Map<String, String> said) {
    return workload().work(said);
  }

  @Override
  default Map<String, String> defaults(Path workloads) throws IOException {
    return workload().defaults(workloads);
  }

  @Override
  default Map<String, String> said() {
    return workload().said();
  }

  @Override
  default Map<String, String> properties() {
    return workload().properties();
  }

  @Override
  default Mix mix(Map<String, String> others) {
    return workload().mix(others);
  }

  @Override
  default boolean choosesKeys() {
    return workload().choosesKeys();
  }

  @Override
  default Optional<Sizes> values() {
    return workload().values();
  }

  @Override
  default Optional<String> beyondStock(Map<String, String> others) {
    return workload().beyondStock(others);
  }

  /**
   * The restart is the figure. Workload A shows the throughput before the kill and after the
   * restart. Its updates also leave work to a database that reads a log when it starts.
   */
  record Restart() implements RestartedPhase {
    private static final Phase A = Phase.of("A");

    @Override
    public String id() {
      return "restart";
    }

    @Override
    public Phase workload() {
      return A;
    }
  }

  /** The workload is the figure; it begins with a restarted server and without the page cache. */
  record Cold(Phase workload) implements RestartedPhase {
    /**
     * @throws ConfigurationException if it is no workload
     */
    public Cold {
      if (!workload.isWarmWorkload()) {
        throw new ConfigurationException(
            "'%s' cannot start cold; only a workload can".formatted(workload.id()));
      }
    }

    @Override
    public Phase warm() {
      return workload;
    }

    /** Another than that of the workload, so that no cell has cold and warm phases. */
    @Override
    public String id() {
      return workload.id() + "-cold";
    }

    @Override
    public String words() {
      return workload.words() + " cold";
    }

    @Override
    public Object written() {
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
}
