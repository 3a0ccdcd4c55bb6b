package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Experiments;
import org.pmemycsb.harness.plan.settings.Settings;

class PlacementTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "none|none",
        "split|split",
        "0|0",
        "2,1,0,8|0-2,8",
        "0-3,2|0-3",
        "0-1/2-3|0-1/2-3",
        "0,2/1,3|0,2/1,3"
      })
  void isWrittenAsItIsRead(String text, String written) throws Exception {
    Experiment experiment = Experiments.of("placement: " + text);

    assertThat(experiment.get(Settings.PLACEMENT).text()).isEqualTo(written);
    assertThat(Experiments.of("placement: " + written).get(Settings.PLACEMENT))
        .isEqualTo(experiment.get(Settings.PLACEMENT));
    assertThat(Placement.parse(text)).isEqualTo(experiment.get(Settings.PLACEMENT));
  }

  @Test
  void oneListIsForClientsAndServers() {
    Placement.Given given = Placement.parse("0-3").given().orElseThrow();

    assertThat(given.clients()).isEqualTo(given.servers());
    assertThat(given.clients().numbers()).containsExactly(0, 1, 2, 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "placement|apart|'apart'",
        "placement|3-1|'3-1'",
        "placement|``|''",
        "placement|0-1/|''",
        "placement|0,,1|'0,,1'",
        "placement|0-1/1-2|'0-1/1-2' ~ 1",
        "price|pmem=9.21|'9.21'",
        "price|pmem=9.21 EUR/GB|'9.21 EUR/GB'",
        "price|pmem=-1 EUR/GiB|'-1 EUR/GiB'",
        "price|pmem=0 EUR/GiB|'0 EUR/GiB'",
        "price|9.21 EUR/GiB|'9.21 EUR/GiB' ~ NAME=VALUE",
      })
  void refusesOthers(String setting, String text, String message) {
    assertThatThrownBy(
            () ->
                (setting.equals("price") ? Settings.PRICES : Settings.PLACEMENT)
                    .parse(List.of(text)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("--" + setting + ": ")
        .hasMessageContainingAll(message.split(" ~ "));
  }

  @Test
  void forbidsToResumeWithAnotherAndIsWrittenOnlyIfSet() throws Exception {
    Experiment none = Experiments.of("");
    Experiment split = Experiments.of("placement: split");

    assertThat(none.differences(split)).containsExactly("placement: none -> split");
    assertThat(none.differencesOfFigures(split)).hasSize(1);
    assertThat(none.toString()).doesNotContain("placement");
    assertThat(split.toString()).contains("placement: split");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9.21 EUR/GiB", "9.21EUR/GiB", "9.21 eur/GiB"})
  void aPriceIsAnAmountForAGiB(String text) throws Exception {
    Experiment experiment = Experiments.of("price: {pmem: " + text + "}");
    Price price = experiment.get(Settings.PRICES).get("pmem");

    assertThat(price.text()).isEqualTo("9.21 EUR/GiB");
    assertThat(price.of(1L << 29)).isEqualTo(4.605);
    assertThat(experiment.toString()).contains("pmem: 9.21 EUR/GiB");
    assertThat(experiment.differences(Experiments.of(""))).as("prices may change").isEmpty();
  }

  @Test
  void pricesHaveOneCurrency() {
    assertThatThrownBy(() -> Settings.PRICES.parse(List.of("a=1 EUR/GiB", "b=1 USD/GiB")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("--price:", "EUR", "USD");
  }
}
