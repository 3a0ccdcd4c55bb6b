package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;

class DatabaseChoiceTest {
  private static DatabaseChoice choice(String id, String... options) {
    Map<String, String> all = new java.util.HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      all.put(options[i], options[i + 1]);
    }
    return new DatabaseChoice(id, all);
  }

  @Test
  void theLabelIsTheIdWithTheOptionsThatTellItFromOthers() {
    assertThat(choice("redis").label()).isEqualTo("redis");
    assertThat(choice("pmemkv", "size", "1GiB", "engine", "cmap").label())
        .isEqualTo("pmemkv{engine=cmap, size=1GiB}");
    assertThat(
            choice("redis", "url", "redis://h", "allowReset", "true", "claimedMedium", "dax")
                .label())
        .isEqualTo("redis{mode=external}");
    assertThat(choice("class:site.ycsb.db.RedisClient", "redis.host", "h").label())
        .isEqualTo("class:RedisClient{redis.host=h}");
    assertThat(choice("native", "name", "mine")).isEqualTo(choice("native", "label", "mine"));
    assertThat(choice("class:a.B", "name", "x").options()).containsEntry("name", "x");
    assertThat(choice("redis", "label", "my redis", "socket", "unix").label())
        .isEqualTo("my redis");
  }

  @Test
  void theLabelHoldsNoPasswordAndDoesNotChangeWithIt() {
    assertThat(choice("class:a.B", "a.password", "one").label())
        .isEqualTo(choice("class:a.B", "a.password", "***").label())
        .isEqualTo("class:B");
    assertThat(choice("class:a.B", "db.url", "jdbc:x://me:pw@h").label())
        .isEqualTo("class:B{db.url=jdbc:x://me:***@h}");
  }

  @Test
  void whatIsReservedIsNotGivenToTheAdapter() {
    DatabaseChoice all =
        choice(
            "redis",
            "label",
            "x",
            "url",
            "u",
            "allowReset",
            "true",
            "claimedMedium",
            "tmpfs",
            "socket",
            "unix");
    assertThat(all.ownOptions()).isEqualTo(Map.of("socket", "unix"));
    assertThat(all.allowReset()).isTrue();
    assertThat(all.claimedMedium()).contains(Medium.TMPFS);
    assertThat(choice("class:a.B", "claimedDurability", "commit").claimedDurability())
        .contains(Durability.COMMIT);
    assertThat(choice("class:a.B").scansInUnknownOrder()).isTrue();
    assertThat(choice("class:a.B", "claimedScanOrder", "key").scansInUnknownOrder()).isFalse();
    assertThat(choice("redis").scansInUnknownOrder()).isFalse();
    assertThatThrownBy(() -> choice("redis", "claimedScanOrder", "key"))
        .hasMessageContainingAll("redis:", "scans");
    assertThat(choice("mongodb", "url", "u", "claimedDurability", "periodic").claimedDurability())
        .contains(Durability.PERIODIC);
  }

  @Test
  void whatIsComparedOnResumeIsNeitherThePasswordNorTheRightToReset() {
    assertThat(choice("redis", "url", "redis://:a@h", "allowReset", "true").comparable())
        .isEqualTo(choice("redis", "url", "redis://:b@h").comparable())
        .isNotEqualTo(choice("redis", "url", "redis://:a@other").comparable());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redis     | claimedMedium     | DAX       | claimedMedium",
        "redis     | allowReset        | yes       | allowReset",
        "redis     | label             | a,b       | label",
        "class:a.B | claimedDurability | always    | claimedDurability",
        "class:a.B | url               | redis://h | url",
      })
  void whatIsImpossibleIsRefused(String id, String option, String value, String message) {
    assertThatThrownBy(() -> choice(id, option, value))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(id + ": ")
        .hasMessageContainingAll(message.split(" ~ "));
  }
}
