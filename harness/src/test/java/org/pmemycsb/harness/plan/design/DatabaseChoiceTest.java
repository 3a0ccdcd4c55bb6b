package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;

class DatabaseChoiceTest {
  private static DatabaseChoice choice(String text) {
    return Settings.DATABASES.parse(List.of(text)).get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redis | redis",
        "pmemkv{size=1GiB,engine=cmap} | pmemkv{engine=cmap, size=1GiB}",
        "redis{url=redis://h,allowReset=true,claimedMedium=dax} | redis{mode=external}",
        "redis{label=my redis,socket=unix} | my redis",
        "native{name=mine} | mine",
        "class:site.ycsb.BasicDB{claimedDurability=commit,hosts=a,b} | class:BasicDB{hosts=a,b}",
        "class:site.ycsb.db.RedisClient{redis.host=h,name=x} | class:RedisClient{name=x, redis.host=h}",
        "class:a.B{a.password=one} | class:B",
        "class:a.B{a.password=***} | class:B",
        "class:a.B{db.url=jdbc:x://me:pw@h} | class:B{db.url=jdbc:x://me:***@h}",
      })
  void theLabelIsTheIdWithTheOptionsThatTellItFromOthers(String text, String label) {
    assertThat(choice(text).label()).isEqualTo(label);
  }

  @Test
  void whatIsReservedIsNotGivenToTheAdapter() {
    DatabaseChoice all =
        choice("redis{label=x,url=u,allowReset=true,claimedMedium=tmpfs,socket=unix}");
    assertThat(all.ownOptions()).isEqualTo(Map.of("socket", "unix"));
    assertThat(all.allowReset()).isTrue();
    assertThat(all.claimedMedium()).contains(Medium.TMPFS);
    assertThat(choice("class:a.B{claimedDurability=commit}").claimedDurability())
        .contains(Durability.COMMIT);
    assertThat(choice("class:a.B").scansInUnknownOrder()).isTrue();
    assertThat(choice("class:a.B{claimedScanOrder=key}").scansInUnknownOrder()).isFalse();
    assertThat(choice("redis").scansInUnknownOrder()).isFalse();
  }

  @Test
  void whatIsComparedOnResumeIsNeitherThePasswordNorTheRightToReset() {
    assertThat(choice("redis{url=redis://:a@h,allowReset=true}").comparable())
        .isEqualTo(choice("redis{url=redis://:b@h}").comparable())
        .isNotEqualTo(choice("redis{url=redis://:a@other}").comparable());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redis{claimedMedium=DAX}            | redis: claimedMedium",
        "redis{allowReset=yes}               | redis: allowReset",
        "redis{label=a:b}                    | redis: label",
        "redis{claimedScanOrder=key}         | redis: ~ scans",
        "class:a.B{claimedDurability=always} | class:a.B: claimedDurability",
        "class:a.B{url=redis://h}            | class:a.B: ~ url",
      })
  void whatIsImpossibleIsRefused(String text, String message) {
    assertThatThrownBy(() -> choice(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(message.split(" ~ "));
  }
}
