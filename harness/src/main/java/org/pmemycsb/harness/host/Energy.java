package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The energy that all processors of the machine and their main memory took, by RAPL (Running
 * Average Power Limit) of Intel and AMD, as the kernel shows it to root. The counters change about
 * once in a millisecond. Immutable.
 */
public final class Energy {
  private static final Path ZONES = Path.of("/sys/class/powercap");
  // A processor does not contain its memory. Zones of cores are parts of their processor's.
  private static final String COUNTED = "package-\\d+|dram";

  private final List<Counter> counters;

  /**
   * @param file microjoules since some moment
   * @param range the counter begins again at 0 behind this number of microjoules
   */
  private record Counter(Path file, long range) {}

  private Energy(List<Counter> counters) {
    this.counters = List.copyOf(counters);
  }

  /** The counters of this machine. A virtual machine has none. */
  public static Energy find() {
    return find(ZONES);
  }

  static Energy find(Path zones) {
    List<Counter> counters = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(zones, "intel-rapl:*")) {
      for (Path zone : all) {
        OptionalLong range = number(zone.resolve("max_energy_range_uj"));
        if (Inventory.text(zone.resolve("name")).strip().matches(COUNTED) && range.isPresent()) {
          counters.add(new Counter(zone.resolve("energy_uj"), range.getAsLong()));
        }
      }
    } catch (IOException untold) {
      return new Energy(List.of());
    }
    return new Energy(counters);
  }

  private static OptionalLong number(Path file) {
    String text = Inventory.text(file).strip();
    return text.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
  }

  /** A reading of all counters; empty if the kernel does not tell. */
  public List<Long> now() {
    List<Long> all = new ArrayList<>();
    for (Counter counter : counters) {
      OptionalLong reading = number(counter.file());
      if (reading.isEmpty()) {
        return List.of();
      }
      all.add(reading.getAsLong());
    }
    return all;
  }

  /**
   * The microjoules from one reading to another; empty if one of them is. A counter may have begun
   * again once.
   */
  public OptionalLong between(List<Long> earlier, List<Long> later) {
    if (earlier.isEmpty() || later.isEmpty()) {
      return OptionalLong.empty();
    }
    long sum = 0;
    for (int i = 0; i < counters.size(); i++) {
      long taken = later.get(i) - earlier.get(i);
      sum += taken < 0 ? taken + counters.get(i).range() + 1 : taken;
    }
    return OptionalLong.of(sum);
  }
}
