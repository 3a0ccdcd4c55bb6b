package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.ConfigurationException;

class OwnAddressTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "127.0.0.1", "localhost", "::1"})
  void theUsualLoopbackNeedsNoMention(String given) {
    assertThat(OwnAddress.of(given)).isEmpty();
  }

  @Test
  void anAddressOfThisMachineIsTaken() {
    assertThat(OwnAddress.of("127.0.0.2")).contains("127.0.0.2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"203.0.113.7", "0.0.0.0", "224.0.0.1", "10.0.0.5:6379"})
  void anAddressAtWhichNoServerCanListenIsRefused(String given) {
    assertThatThrownBy(() -> OwnAddress.of(given))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("listen '" + given + "': ")
        .hasMessageContaining("'ip address'");
  }
}
