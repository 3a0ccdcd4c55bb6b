package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnergyTest {
  @TempDir private Path zones;

  private void zone(String id, String name, String microjoules) throws IOException {
    Path folder = Files.createDirectories(zones.resolve(id));
    Files.writeString(folder.resolve("name"), name + "\n");
    Files.writeString(folder.resolve("max_energy_range_uj"), "999\n");
    Files.writeString(folder.resolve("energy_uj"), microjoules + "\n");
  }

  @Test
  void addsProcessorsAndMemoryAndNoPartOfThemTwice() throws IOException {
    zone("intel-rapl:0", "package-0", "100");
    zone("intel-rapl:0:0", "core", "60");
    zone("intel-rapl:0:1", "dram", "20");
    zone("intel-rapl:1", "psys", "500");
    Energy energy = Energy.find(zones);
    List<Long> before = energy.now();
    zone("intel-rapl:0", "package-0", "130");
    zone("intel-rapl:0:0", "core", "80");
    zone("intel-rapl:0:1", "dram", "25");
    zone("intel-rapl:1", "psys", "900");

    assertThat(energy.between(before, energy.now())).hasValue(35);
  }

  @Test
  void aCounterThatBeganAgainIsRight() throws IOException {
    zone("intel-rapl:0", "package-0", "990");
    Energy energy = Energy.find(zones);
    List<Long> before = energy.now();
    zone("intel-rapl:0", "package-0", "10");

    assertThat(energy.between(before, energy.now())).hasValue(20);
  }

  @Test
  void isUnknownWithoutZonesAndWhereACounterCannotBeRead() throws IOException {
    Energy none = Energy.find(zones.resolve("gone"));
    assertThat(none.between(none.now(), none.now())).isEmpty();

    zone("intel-rapl:0", "package-0", "990");
    Energy energy = Energy.find(zones);
    List<Long> before = energy.now();
    Files.delete(zones.resolve("intel-rapl:0/energy_uj"));
    assertThat(energy.between(before, energy.now())).isEmpty();
  }
}
