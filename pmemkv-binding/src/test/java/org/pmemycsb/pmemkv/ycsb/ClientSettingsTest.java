package org.pmemycsb.pmemkv.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.adapter.inprocess.client.ClientProperties;
import site.ycsb.DBException;

class ClientSettingsTest {
  @Test
  void onlyThePathHasToBeGiven() throws DBException {
    ClientSettings settings = settings("pmemkv.dbpath=/pmem/pool");
    assertThat(settings.engine()).isEqualTo("cmap");
    assertThat(settings.path()).isEqualTo(Path.of("/pmem/pool"));
    assertThat(settings.bytes()).isZero();
    assertThat(settings.create()).isTrue();
    assertThat(settings.table()).isEqualTo("usertable");
    assertThat(ClientProperties.fieldNames(new Properties()))
        .hasSize(10)
        .contains("field0", "field9");
    assertThat(settings.records()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pmemkv.engine=cmap", "pmemkv.dbpath=", "pmemkv.dbpath=  "})
  void missingPathIsOneLineWithAnExample(String line) {
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(() -> settings(line))
        .withMessageContaining("pmemkv.dbpath is missing")
        .withMessageContaining("-p pmemkv.dbpath=")
        .withMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pmemkv.create=maybe",
        "pmemkv.dbsize=big",
        "fieldcount=ten",
        "fieldcount=-1",
        "recordcount=many",
        "fieldlength=4294967296",
        "zeropadding=x",
        "insertproportion=-1",
        "insertproportion=half",
      })
  void otherWrongPropertiesAreNamed(String line) {
    String[] more = {"pmemkv.dbpath=/p", "recordcount=10", line};
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(() -> settings(more))
        .withMessageContaining(line.split("=")[0])
        .withMessageContaining(line.split("=")[1]);
  }

  /** Inserts of the run count, too. Keys in order are as long as their numbers. */
  @ParameterizedTest
  @CsvSource({
    "recordcount=100000 fieldcount=1 fieldlength=1024 zeropadding=28, 100000, 32, 1036",
    "recordcount=1000 operationcount=2000 insertproportion=5 readproportion=95 updateproportion=0 fieldcount=0,"
        + " 1100, 23, 3",
    "insertstart=50 insertcount=100 insertorder=ordered fieldcount=0, 150, 7, 3",
  })
  void recordsToComeFollowFromTheWorkload(
      String properties, long count, int keyBytes, long valueBytes) throws DBException {
    assertThat(settings(("pmemkv.dbpath=/p " + properties).split(" ")).records())
        .contains(new ClientSettings.Records(count, keyBytes, valueBytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"workload=org.example.Own", "fieldlengthdistribution=histogram"})
  void nothingIsGuessedAboutRecordsOfUnknownLength(String line) throws DBException {
    assertThat(settings("pmemkv.dbpath=/p", "recordcount=1000", line).records()).isEmpty();
  }

  private static ClientSettings settings(String... lines) throws DBException {
    Properties properties = new Properties();
    for (String line : lines) {
      String[] parts = line.split("=", 2);
      properties.setProperty(parts[0], parts[1]);
    }
    return ClientSettings.of(properties);
  }
}
