package org.pmemycsb.harness.plan.design;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.KeyDistribution.Stock;

/** What the clients do in a phase. */
@JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
public sealed interface Work {
  /** The shares of its operations; nothing where they are not drawn. */
  default Mix mix() {
    return Mix.NOTHING;
  }

  /** The properties by which YCSB knows it. */
  default Map<String, String> properties() {
    return Map.of();
  }

  /** The same where no operation waits for its time. */
  default Work untimed() {
    return this;
  }

  record Load(FillOrder order) implements Work {}

  record Draw(Mix mix, KeyDistribution keys) implements Work {
    private static final List<Stock> WITH_DELETES =
        List.of(Stock.UNIFORM, Stock.LATEST, Stock.EXPONENTIAL);
    private static final List<Stock> FROM_NEWEST = List.of(Stock.LATEST, Stock.EXPONENTIAL);

    /**
     * Refuses deletes beside a distribution in which a deleted record has no place.
     *
     * @throws ConfigurationException naming those that would be possible
     */
    public Draw {
      if (mix.deleteShare() > 0 && !WITH_DELETES.contains(keys.stock())) {
        throw new ConfigurationException(
            "a workload that deletes the oldest records cannot ask for them by '%s'; take one of: %s"
                .formatted(
                    keys.requested(),
                    String.join(
                        ", ",
                        WITH_DELETES.stream()
                            .map(each -> KeyDistribution.of(each).text())
                            .toList())));
      }
    }

    /**
     * Whether keys are chosen by their distance from the newest one: by the distribution, or
     * because any other number may have been deleted when the operation is replayed.
     */
    public boolean isRelative() {
      return FROM_NEWEST.contains(keys.stock()) || mix.deleteShare() > 0;
    }

    @Override
    public Map<String, String> properties() {
      Map<String, String> all = new TreeMap<>(mix.properties());
      all.putAll(keys.properties());
      return all;
    }
  }

  /**
   * @param file its absolute path
   * @param pace empty if nothing waits for its times
   */
  record Replay(String file, Optional<Pace> pace) implements Work {
    @Override
    public Work untimed() {
      return new Replay(file, Optional.empty());
    }
  }

  /**
   * The times of a recorded trace.
   *
   * @param speed by how much they shrink
   * @param nanos from the first operation to the last, at this speed
   */
  record Pace(double speed, long nanos) {}
}
