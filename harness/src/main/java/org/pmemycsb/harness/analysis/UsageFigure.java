package org.pmemycsb.harness.analysis;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.result.Usage;

/** A cost of an operation, for the client or for the server. */
public enum UsageFigure {
  CPU("cpu_us_per_op", 1e3, usage -> usage.userMillis() + usage.systemMillis()),
  SYSTEM("system_us_per_op", 1e3, ProcessUsage::systemMillis),
  SWITCHES("switches_per_op", 1, ProcessUsage::switches),
  FAULTS("faults_per_op", 1, ProcessUsage::faults),
  READ("read_bytes_per_op", 1, ProcessUsage::deviceReadBytes),
  WRITTEN("written_bytes_per_op", 1, ProcessUsage::deviceWrittenBytes),
  RESIDENT("resident_mib", 1.0 / (1 << 20), ProcessUsage::residentBytes);

  private final String column;
  private final double unit;
  private final ToDoubleFunction<ProcessUsage> total;

  UsageFigure(String column, double unit, ToDoubleFunction<ProcessUsage> total) {
    this.column = column;
    this.unit = unit;
    this.total = total;
  }

  /** The name of the column behind {@code client_} or {@code server_}. */
  public String column() {
    return column;
  }

  /**
   * The figure of a cell; empty where it is not known. Memory is that of the whole phase.
   *
   * @param side the client or the server; null where there is none
   */
  public OptionalDouble of(Optional<Usage> usage, Function<Usage, ProcessUsage> side) {
    return usage.stream()
        .filter(known -> known.operations() > 0 && side.apply(known) != null)
        .mapToDouble(
            known ->
                total.applyAsDouble(side.apply(known))
                    * unit
                    / (this == RESIDENT ? 1 : known.operations()))
        .findFirst();
  }
}
