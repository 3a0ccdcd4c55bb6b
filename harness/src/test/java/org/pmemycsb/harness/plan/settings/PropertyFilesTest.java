package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Sizes;
import site.ycsb.Client;
import site.ycsb.DBWrapper;
import site.ycsb.Workload;
import site.ycsb.generator.ExponentialGenerator;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

class PropertyFilesTest {
  @TempDir private Path folder;

  private final ExperimentDraft draft =
      new ExperimentDraft().set(Settings.DATABASES, List.of(DatabaseChoice.NOOP));

  private Phase file(String name, String text) throws IOException {
    return Phase.of(Files.writeString(folder.resolve(name), text).toString());
  }

  private Experiment of(Phase... workloads) {
    List<Phase> all = new ArrayList<>(List.of(Phase.LOAD));
    all.addAll(List.of(workloads));
    return draft.set(Settings.PHASES, all).finish();
  }

  private Experiment of(String text) throws IOException {
    return of(file("mine.properties", text.replace("; ", "\n")));
  }

  private void assertRefused(String text, String message) {
    assertThatThrownBy(() -> of(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(message.split(" ~ "))
        .hasMessageNotContaining("\n");
  }

  @Test
  void theTableHasEachKeyOfYcsb() throws Exception {
    List<String> keys =
        new ArrayList<>(
            List.of("spin.sleep", "status.interval", "hdrhistogram.fileoutput", "htrace.x"));
    List<Class<?>> classes =
        new ArrayList<>(
            List.of(
                Client.class,
                DBWrapper.class,
                Workload.class,
                CoreWorkload.class,
                ExponentialGenerator.class,
                Measurements.class));
    for (String measuring : List.of("HdrHistogram", "Histogram", "Raw", "TimeSeries")) {
      classes.add(Class.forName("site.ycsb.measurements.OneMeasurement" + measuring));
    }
    for (Class<?> each : classes) {
      for (Field field : each.getDeclaredFields()) {
        if (field.getType() == String.class
            && Modifier.isStatic(field.getModifiers())
            && field.getName().matches("[A-Z_]+")
            && !field.getName().matches(".*_DEFAULT|DEFAULT_.*|.*_SPAN|.*_PREFIX|SIMPLE_.*")) {
          field.setAccessible(true);
          keys.add((String) field.get(null));
        }
      }
    }
    keys.add(CoreWorkload.FIELD_NAME_PREFIX);

    assertThat(keys).hasSizeGreaterThan(50).allMatch(PropertyKeys::isKnown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "B", "C", "D", "E", "F"})
  void aCoreWorkloadIsThatOfItsFile(String id) throws IOException {
    Phase core = Phase.of(id);
    Map<String, String> file = core.defaults(Installation.find().workloads());

    assertThat(Mix.of(file)).isEqualTo(core.mix(core.said()));
    for (String key : List.of("requestdistribution", "maxscanlength", "minscanlength")) {
      assertThat(core.said().get(key)).as(key).isEqualTo(file.get(key));
    }
  }

  @Test
  void sizesAndCountsAreThoseOfTheExperiment() throws IOException {
    String text =
        "recordcount=1000; operationcount=7; fieldcount=10; fieldlength=100000; threadcount=2;"
            + " target=50; maxexecutiontime=3; zeropadding=24";
    Experiment mine = of(text);
    assertThat(mine.records()).isEqualTo(1000);
    assertThat(mine.operations()).isEqualTo(7);
    assertThat(mine.get(Settings.FIELD_COUNT)).isEqualTo(10);
    assertThat(mine.valueSizes()).containsExactly(100_000);
    assertThat(mine.threads()).containsExactly(2);
    assertThat(mine.target()).isEqualTo(50);
    assertThat(mine.duration()).isEqualTo(Duration.ofSeconds(3));
    assertThat(mine.get(Settings.KEY_LENGTH)).isEqualTo(Sizes.constant(28));
  }

  @Test
  void anExperimentFileGoesBeforeAPropertyFile() throws IOException {
    Phase mine = file("mine", "recordcount=1000\nthreadcount=3\n");
    Path yaml =
        Files.writeString(
            folder.resolve("a.yaml"),
            "db: [noop]\nrecords: 77\nworkloads: [load, " + mine.file() + "]\n");
    Experiment experiment = ExperimentFile.read(yaml).finish();

    assertThat(experiment.records()).isEqualTo(77);
    assertThat(experiment.threads()).containsExactly(3);
  }

  @Test
  void timeAloneEndsAWorkloadWithoutANumberOfOperations() throws IOException {
    assertThat(of("maxexecutiontime=3").endsByTimeAlone()).isTrue();
    assertThat(of("maxexecutiontime=3; operationcount=0").endsByTimeAlone()).isTrue();
    assertThat(of("maxexecutiontime=0; operationcount=9").operations()).isEqualTo(9);
    assertRefused("operationcount=0", "mine.properties: operationcount: 0");
  }

  @Test
  void atQuickScaleAPropertyFileIsSmallToo() throws IOException {
    draft.quick();
    Experiment mine = of("recordcount=1000; operationcount=500; maxexecutiontime=60");
    assertThat(mine.records()).isEqualTo(100);
    assertThat(mine.operations()).isEqualTo(50);
    assertThat(mine.duration()).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void filesThatContradictEachOtherAreRefused() throws IOException {
    Phase one = file("one", "recordcount=5\ninsertorder=ordered\n");
    Phase two = file("two", "recordcount=6\ninsertorder=hashed\n");
    assertThatThrownBy(() -> of(one, two))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("5 in " + folder.resolve("one"))
        .hasMessageContaining("6 in " + folder.resolve("two"))
        .hasMessageEndingWith("give --records");
    draft.set(Settings.RECORDS, 7L);
    assertThatThrownBy(() -> of(one, two)).hasMessageEndingWith("give -p insertorder");
    draft.set(Settings.PROPERTIES, Map.of("insertorder", "ordered"));
    assertThat(of(one, two).records()).isEqualTo(7);
    assertThat(of(one, two).keys(Phase.LOAD).ordered()).isTrue();
  }

  @Test
  void aMarkAtTheBeginningHidesNothing() throws IOException {
    assertThat(file("marked", "\uFEFFinsertproportion=0.5\n").said())
        .containsEntry("insertproportion", "0.5");
    Files.write(
        folder.resolve("latin"),
        "# M\u00fcller\nfieldnameprefix=\u00fc".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(of(Phase.of(folder.resolve("latin").toString())).properties())
        .containsEntry("fieldnameprefix", "\u00fc");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "readProportion      | readproportion",
        "read_proportion     | readproportion",
        "read.proportion     | readproportion",
        "readproprotion      | readproportion",
        "readpropotion       | readproportion",
        "recordcounts        | recordcount",
        "field_len_dist      | fieldlengthdistribution",
        "zipfian_const       | zipfianconstant",
        "Table               | table",
        "tagret              | ",
        "targets             | target",
        "hosts               | ",
        "redis.host          | ",
        "columnfamily        | ",
        "jdbc.batchupdateapi | ",
        "readproportion      | ",
      })
  void aKeyThatResemblesOneOfYcsbIsTakenForIt(String name, String meant) {
    assertThat(PropertyKeys.resembling(name).orElse(null)).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "readProportion=1 | mine.properties: 'readProportion'",
        "readallfields=yes | mine.properties: readallfields ~ 'yes'",
        "readallfields=1 | readallfields ~ '1'",
        "readallfields=true\\u0020 | readallfields ~ 'true '",
        "requestdistribution=hot | mine.properties: requestdistribution",
        "requestdistribution=zipfian\\u0020 | not 'zipfian '",
        "insertorder=sorted | mine.properties: insertorder",
        "scanlengthdistribution=none | scanlengthdistribution",
        "fieldlengthdistribution=normal | fieldlengthdistribution",
        "recordcount=many | mine.properties: recordcount ~ 'many'",
        "recordcount=1_000 | not '1_000'",
        "recordcount=0 | mine.properties: recordcount: 0",
        "fieldlength=0 | mine.properties: '0'",
        "fieldlength=9; minfieldlength=10; fieldlengthdistribution=uniform | mine.properties: 'uniform:10:9'",
        "fieldlengthdistribution=histogram; fieldlengthhistogram=/none/x | mine.properties: ~ /none/x",
        "threadcount=0 | mine.properties: threadcount: 0",
        "zeropadding=3; insertorder=ordered | write zeropadding=4",
        "minscanlength=0 | mine.properties: minscanlength ~ '0'",
        "maxscanlength=0 | mine.properties: maxscanlength ~ '0'",
        "hotspotdatafraction=2 | hotspotdatafraction ~ '2'",
        "exponential.percentile=100 | exponential.percentile",
        "exponential.percentile=0 | exponential.percentile",
        "exponential.frac=0 | exponential.frac ~ '0'",
        "insertcount=10 | mine.properties: insertcount=10:",
        "workload=site.ycsb.workloads.RestWorkload | workload=site.ycsb.workloads.RestWorkload: ~ CoreWorkload",
        "dotransactions=false | dotransactions=false:",
      })
  void whatCannotBeIsRefusedBeforeAnythingStarts(String text, String message) {
    assertRefused(text, message);
  }

  @Test
  void whatYcsbCannotDivideByIsNoMatterWhereNothingIsDivided() throws IOException {
    of("hotspotdatafraction=1");
    of("insertstart=0; insertcount=5000; dotransactions=true");
  }

  @Test
  void aDatabaseIsToldTheNamesOfTheFields() throws IOException {
    assertThat(of("readproportion=1").layout(8).fieldPrefix()).isEqualTo("field");
    assertThat(of("fieldnameprefix=col").layout(8).fieldPrefix()).isEqualTo("col");
  }

  @Test
  void aPropertyOfTheExperimentOverridesThatOfAFile() throws IOException {
    draft.set(Settings.PROPERTIES, Map.of("dataintegrity", "false", "exponential.frac", "0.5"));
    of("dataintegrity=true; exponential.frac=0");
  }
}
