package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.Placement;
import org.pmemycsb.spi.Medium;

class ModelsTest {
  private static final String MINE = "title: t\nsync: {microseconds: {p50: 5}, source: s}\n";

  @TempDir private Path folder;

  @Test
  void eachModelOfTheHarnessCanBeReadAndNamesASourceForEachSection() {
    assertThat(Models.all())
        .extracting(MediumModel::name)
        .containsExactly(
            "cxl-dram",
            "nv-cmm",
            "nvme",
            "nvme-plp",
            "optane-100",
            "optane-200",
            "remote-numa",
            "sata-ssd");
    assertThat(Models.all())
        .allSatisfy(
            model -> {
              assertThat(model.sources().keySet().contains("persist"))
                  .isEqualTo(!model.persistNanos().isEmpty());
              assertThat(model.sources().keySet().contains("write"))
                  .isEqualTo(!model.writeGigabytes().isEmpty());
              assertThat(model.sources().keySet().contains("read")).isEqualTo(!model.read().none());
              assertThat(model.sources().keySet().contains("sync")).isEqualTo(model.ofDisk());
            });
  }

  @Test
  void aFileOfOnesOwnIsFoundAndMustNotHaveTheNameOfOurs() throws Exception {
    Path mine = Files.writeString(folder.resolve("mine.yaml"), MINE);
    Path other = Files.writeString(folder.resolve("nvme.yaml"), MINE);

    assertThat(Models.find(mine.toString()).medium()).isEqualTo("model:mine");
    assertThatThrownBy(() -> Models.find(other.toString()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(other + ": ")
        .hasMessageContaining(" nvme");
  }

  @Test
  void aPlaceOfAModelOfADiskIsADiskForDatabases() {
    Place place =
        Place.open(
            "p", new PlaceFolder(folder.toString(), Optional.of("nvme-plp")), Placement.NONE);

    assertThat(place.medium()).isEqualTo(Medium.DISK);
    assertThat(place.mediumId()).isEqualTo("model:nvme-plp");
  }

  @Test
  void persistentMemoryIsNotModelledOnADisk() throws Exception {
    Path disk = Media.diskFolder().orElseThrow();

    assertThatThrownBy(
            () ->
                Place.open(
                    "p",
                    new PlaceFolder(disk.toString(), Optional.of("optane-100")),
                    Placement.NONE))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("place p: model optane-100 ", disk.toString())
        .hasMessageNotContaining("\n");
  }
}
