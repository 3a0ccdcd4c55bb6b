package org.pmemycsb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.measure.Fleet;

/** URLs of clusters, and the settings that they ask for. */
class MasterTest {
  /** The file of the service has the name of the interface. */
  @Test
  void theHarnessFindsTheProvider() {
    assertThat(Fleet.provider()).isInstanceOf(SparkProvider.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "local|THREADS|1|true",
        "local[3]|THREADS|3|true",
        "spark://127.0.0.1:7077|STANDALONE|2147483647|true",
        "spark://localhost:7077,[::1]:7078|STANDALONE|2147483647|true",
        "spark://127.0.0.1:7077,192.0.2.1:7077|STANDALONE|2147483647|false",
        "yarn|OTHER|2147483647|false",
        "k8s://https://192.0.2.1:6443|OTHER|2147483647|false",
      })
  void aUrlTellsWhoStartsTheMachines(
      String url, Master.Deployment deployment, int most, boolean loopback) {
    Master master = Master.of(url);
    assertThat(master.deployment()).isEqualTo(deployment);
    assertThat(master.most()).isEqualTo(most);
    assertThat(master.loopback()).isEqualTo(loopback);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "spark://",
        "spark://host",
        "spark://host:99999",
        "spark://a:1,",
        "local[]",
        "local-cluster[2,1,1024]",
        "redis://a:1"
      })
  void aWrongUrlIsOneLine(String url) {
    assertThatThrownBy(() -> Master.of(url))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("cluster '" + url + "': ")
        .hasMessageContaining("spark://");
  }

  @Test
  void aUrlWithTooFewMachinesIsRefused() {
    assertThatThrownBy(() -> Master.of("local[2]").check(3))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("cluster local[2]: ")
        .hasMessageContaining(" 2 of 3 machines");
  }

  @Test
  void aMasterThatIsNotThereIsRefusedAndOneOfTwoIsEnough() throws Exception {
    String dead;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      dead = "127.0.0.1:" + gone.getLocalPort();
    }
    assertThatThrownBy(() -> Master.of("spark://" + dead).check(1))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("cluster spark://" + dead + ": no master ");
    try (ServerSocket there = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Master.of("spark://" + dead + ",127.0.0.1:" + there.getLocalPort()).check(1);
    }
  }

  private static Fleet.Terms terms(String url, String listen) {
    return new Fleet.Terms(
        url, 2, List.of(), Path.of("scratch"), Optional.ofNullable(listen), System.out::println);
  }

  @Test
  void loopbackNeedsNoSecretAndListensThereAlone() {
    var conf =
        Settings.of(terms("spark://127.0.0.1:7077", null), Master.of("spark://127.0.0.1:7077"));
    assertThat(conf.get("spark.driver.bindAddress")).isEqualTo("127.0.0.1");
    assertThat(conf.contains("spark.authenticate")).isFalse();
  }

  @Test
  void ourOwnMachinesHaveASecretOfEachStart() {
    Set<String> secrets = new HashSet<>();
    for (int start = 0; start < 2; start++) {
      var conf = Settings.of(terms("local[2]", null), Master.of("local[2]"));
      assertThat(conf.get("spark.authenticate")).isEqualTo("true");
      secrets.add(conf.get("spark.authenticate.secret"));
    }
    assertThat(secrets).hasSize(2);
  }

  @Test
  void otherMachinesNeedASecret() {
    for (String listen : new String[] {null, "192.0.2.7"}) {
      String url = listen == null ? "spark://192.0.2.1:7077" : "spark://127.0.0.1:7077";
      assertThatThrownBy(() -> Settings.of(terms(url, listen), Master.of(url)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("secret")
          .hasMessageContaining(Settings.FILE);
    }
    var conf = Settings.of(terms("yarn", "192.0.2.7"), Master.of("yarn"));
    assertThat(conf.get("spark.authenticate")).isEqualTo("true");
    assertThat(conf.get("spark.network.crypto.enabled")).isEqualTo("true");
    assertThat(conf.get("spark.driver.bindAddress")).isEqualTo("192.0.2.7");
  }
}
