package org.pmemycsb.harness.measure.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.measure.TestAdapter;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

class PlacesOfDatabasesTest {
  private static final Map<String, PlaceFolder> DEFAULTS =
      Map.of("pmem", PlaceFolder.of("/dev/shm"), "disk", PlaceFolder.of("/tmp"));
  private static final Map<String, DatabaseAdapter> ADAPTERS =
      Map.of(
          "stock", new Stub("stock", false),
          "pm-stock", new Stub("pm-stock", true),
          "noop", new NoopAdapter());

  private record Stub(String name, boolean variant) implements TestAdapter {
    @Override
    public Traits traits(Map<String, String> options) {
      Traits stock = Traits.of(Durability.values());
      return variant ? stock.variantOf("stock").with(Trait.KEEPS_LOG_APART) : stock;
    }
  }

  private static Experiment decided(String db, Map<String, PlaceFolder> places) {
    ExperimentDraft draft = new ExperimentDraft().set(Settings.PLACES, places);
    Settings.DATABASES.parse(List.of(db), draft);
    return Places.decide(draft.finish(), ADAPTERS::get, DEFAULTS);
  }

  private static List<String> identities(Experiment experiment) {
    return experiment.databases().stream().map(DatabaseChoice::identity).toList();
  }

  @Test
  void persistentMemoryGoesToPmemAndAllOthersToEachPlace() {
    Experiment decided = decided("stock,pm-stock,noop", Map.of());
    assertThat(identities(decided))
        .containsExactly("stock@disk", "stock@pmem", "pm-stock@pmem", "noop");
    assertThat(decided.get(Settings.PLACES)).isEqualTo(DEFAULTS);
  }

  @Test
  void whereOnlyOnePlaceIsNamedAllGoThere() {
    Map<String, PlaceFolder> fast = Map.of("fast", PlaceFolder.parse("/mnt/x:model=optane-100"));
    Experiment decided = decided("stock,pm-stock", fast);
    assertThat(identities(decided)).containsExactly("stock@fast", "pm-stock@fast");
    assertThat(decided.get(Settings.PLACES)).isEqualTo(fast);
  }

  @Test
  void aDatabaseMayNameItsPlaceAndOnlyPlacesInUseAreKept() {
    Experiment decided = decided("stock@disk", Map.of());
    assertThat(identities(decided)).containsExactly("stock@disk");
    assertThat(decided.get(Settings.PLACES)).isEqualTo(Map.of("disk", PlaceFolder.of("/tmp")));
    assertThat(identities(decided("stock{label=s}@disk,stock{label=s}@pmem", Map.of())))
        .containsExactly("s@disk", "s@pmem");
  }

  @Test
  void aLogMayLieOnAnotherPlace() {
    Experiment decided = decided("pm-stock@disk+log@pmem,pm-stock{log=disk}", Map.of());
    assertThat(identities(decided))
        .containsExactly("pm-stock@disk+log@pmem", "pm-stock@pmem+log@disk");
    assertThat(decided.get(Settings.PLACES)).isEqualTo(DEFAULTS);
    assertThat(decided.databases()).extracting(DatabaseChoice::label).containsOnly("pm-stock");
    assertThat(identities(decided("pm-stock{log=pmem}", Map.of())))
        .containsExactly("pm-stock@pmem+log@pmem");
  }

  @Test
  void aDatabaseThatIsNotOursHasNoPlaceAndTheRunnersStillHaveOne() {
    Experiment decided = decided("stock{url=redis://127.0.0.1}", Map.of());
    assertThat(decided.databases().get(0).place()).isEmpty();
    assertThat(decided.get(Settings.PLACES)).isEqualTo(Map.of("pmem", PlaceFolder.of("/dev/shm")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stock@tape | tape ~ disk, pmem",
        "stock{url=redis://127.0.0.1}@disk | place disk",
        "stock@Disk | place",
        "stock@disk,stock@disk | stock@disk ~ twice",
        "stock@disk+log@pmem | stock: ~ log=pmem",
        "pm-stock@disk+log@disk | both disk",
        "pm-stock@disk+log@tape | tape",
        "pm-stock{url=redis://127.0.0.1,log=pmem} | place pmem",
      })
  void aWrongPlaceIsRefused(String db, String message) {
    assertThatThrownBy(() -> decided(db, Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(message.split(" ~ "));
  }

  @Test
  void variantsNameTheirStockDatabases() {
    assertThat(Places.variants(decided("stock,pm-stock", Map.of()), ADAPTERS::get))
        .isEqualTo(Map.of("pm-stock", List.of("stock")));
  }

  @Test
  void aPriceNeedsAPlace() {
    ExperimentDraft draft = new ExperimentDraft();
    Settings.DATABASES.parse(List.of("stock@pmem"), draft);
    Settings.PRICES.parse(List.of("disk=1 EUR/GiB"), draft);
    Places.decide(draft.finish(), ADAPTERS::get, DEFAULTS);
    Settings.PRICES.parse(List.of("wibble=5EUR/GiB"), draft);

    assertThatThrownBy(() -> Places.decide(draft.finish(), ADAPTERS::get, DEFAULTS))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("price:", "'wibble'", "disk, pmem", "--place wibble=DIR");
  }
}
