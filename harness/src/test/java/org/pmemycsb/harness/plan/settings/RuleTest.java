package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.pmemycsb.harness.ConfigurationException;

class RuleTest {
  /** An experiment that a rule refuses, one next to it that is possible, and the refusal. */
  record Example(Rule rule, String refused, String possible, String message) {}

  private static final String CLUSTER = "cluster: 'local[2]'; machines: 2; ";
  private static final String RESTART = "workloads: [load, restart]; ";
  private static final String SEARCH = "target: p99=1ms; ";
  private static final Pattern PROPERTY_FILE = Pattern.compile("<(.*?)>");

  private static final List<Example> EXAMPLES =
      List.of(
          new Example(Rule.DATABASES, "records: 5 # no db:", "db: [noop]", "db: at least one"),
          new Example(
              Rule.LOAD_FIRST,
              "workloads: [A]",
              "workloads: [load, A]",
              "first phase must be load"),
          new Example(
              Rule.PHASES_TWICE,
              "workloads: [load, {name: x, mix: {read: 1}}, {name: x, mix: {update: 1}}]",
              "workloads: [load, {name: x, mix: {read: 1}}, {name: y, mix: {update: 1}}]",
              "workloads: x is named twice"),
          new Example(
              Rule.PROPERTY_OF_A_SETTING,
              "properties: {fieldcount: 3}",
              "properties: {fieldnameprefix: f}",
              "properties: fieldcount repeats the experiment's fieldCount"),
          new Example(
              Rule.PROPERTY_OF_A_CLIENT,
              "db: [{class:a.C: {readproportion: 1}}]",
              "db: [{class:a.C: {a.host: x}}]",
              "readproportion is a property of the workload; give it with -p"),
          new Example(
              Rule.PROPERTY_OF_A_PHASE,
              "workloads: [load, {name: x, mix: {read: 1}, properties: {insertorder: ordered}}]",
              "workloads: [load, {name: x, mix: {read: 1}, properties: {readallfields: false}}]",
              "workloads: x: insertorder is a fact of all records"),
          new Example(
              Rule.PADDING,
              "workloads: [load, <zeropadding=18>]",
              "workloads: [load, <zeropadding=19>]",
              "from the 19 digits of their numbers; write zeropadding=19"),
          new Example(
              Rule.INTEGRITY,
              "runner: ycsb; properties: {dataintegrity: true}; valueSize: uniform:1:9",
              "runner: ycsb; properties: {dataintegrity: true}; valueSize: 9",
              "YCSB checks values of one length only"),
          new Example(
              Rule.KEYS,
              "properties: {zipfianconstant: 0.8}; workloads: [load, D]",
              "properties: {zipfianconstant: 0.8}; workloads: [load, A]",
              "workloads: D: zipfianconstant"),
          new Example(
              Rule.OPERATIONS_OF_A_WORKLOAD,
              "workloads: [load, <readproportion=0; updateproportion=0>]",
              "workloads: [load, <readproportion=0>]",
              "it makes no operations"),
          new Example(
              Rule.HOTSPOT_EMPTY,
              "workloads: [load, <requestdistribution=hotspot; hotspotdatafraction=0>]",
              "workloads: [load, <requestdistribution=hotspot; hotspotdatafraction=0;"
                  + " hotspotopnfraction=0>]",
              "of 5,000 records leaves none that is hot"),
          new Example(
              Rule.HOTSPOT_WHOLE,
              "workloads: [load, <requestdistribution=hotspot; hotspotdatafraction=1>]",
              "workloads: [load, <requestdistribution=hotspot; hotspotdatafraction=1;"
                  + " hotspotopnfraction=1>]",
              "leaves none beside the hot ones"),
          new Example(
              Rule.EXPONENTIAL,
              "workloads: [load, <requestdistribution=exponential; exponential.frac=0.0001>]",
              "workloads: [load, <requestdistribution=exponential; exponential.frac=0.0002>]",
              "exponential.frac of 5,000 records is less than one"),
          new Example(
              Rule.SCAN_LENGTHS,
              "workloads: [load, A, E]; properties: {minscanlength: 101}",
              "workloads: [load, A]; properties: {minscanlength: 101}",
              "workloads: E: minscanlength is above maxscanlength"),
          new Example(
              Rule.SHORT_KEYS,
              "keyLength: uniform:18:60",
              "keyLength: 19",
              "uniform:18B:60B is too short for hashed keys; it must be at least 19"),
          new Example(
              Rule.LONG_KEYS,
              "keyLength: pareto:40:20KiB",
              "keyLength: pareto:40:10KiB",
              "is too long; a key has at most 65536 bytes"),
          new Example(
              Rule.STOCK_KEYS,
              "runner: ycsb; keyLength: 22",
              "runner: ycsb; keyLength: 23",
              "22 is nothing that the stock client has"),
          new Example(
              Rule.STOCK_VALUES,
              "runner: ycsb; valueSize: lognormal:300:8KiB",
              "runner: ycsb; valueSize: uniform:1:9",
              "valueSize: the stock client has no such distribution"),
          new Example(
              Rule.STOCK_COMPRESSIBILITY,
              "runner: ycsb; properties: {compressibility: 0.5}",
              "runner: ycsb; properties: {compressibility: 0}",
              "compressibility: the stock client has none"),
          new Example(
              Rule.STOCK_OPERATIONS,
              "runner: ycsb; operations: 1_000_000_000/thread; threads: 3",
              "runner: ycsb; operations: 1_000_000_000/thread; threads: 2",
              "the stock client counts to 2,147,483,647"),
          new Example(
              Rule.STOCK_PHASE,
              "runner: [trace, ycsb]; workloads: [load, {name: x, mix: {read: 1}, keys: zipfian}]",
              "runner: [trace, ycsb]; workloads: [load, {name: x, mix: {read: 1}, keys: ycsb-zipfian}]",
              "workloads: x: the stock client cannot do what 'keys' asks for"),
          new Example(
              Rule.STOCK_SECONDS,
              "runner: ycsb; duration: 500ms",
              "runner: ycsb; duration: 2s",
              "duration: the stock client counts whole seconds"),
          new Example(
              Rule.STOCK_POISSON,
              "runner: ycsb; target: poisson:1000",
              "runner: ycsb; target: 1000",
              "target: the stock client has no Poisson process"),
          new Example(
              Rule.NATIVE_TARGET,
              "runner: [trace, native]; target: 1000",
              "runner: [trace, native]",
              "target: the native program has none"),
          new Example(
              Rule.NATIVE_TIMES,
              "runner: [trace, native]; workloads: [load, " + trace("speed: 1, ") + "]",
              "runner: [trace, native]; workloads: [load, " + trace("") + "]",
              "workloads: t: the native program waits for no time"),
          new Example(
              Rule.MOST_OPERATIONS,
              "operations: 1_000_000_000_000/thread; threads: 2",
              "operations: 1_000_000_000_000/thread; threads: 1",
              "all threads together make 2,000,000,000,000 operations, more than"),
          new Example(
              Rule.DELETED_RECORDS,
              "records: 1000; operations: 5000; workloads: [load, " + deletes() + "]",
              "records: 1000; operations: 4000; workloads: [load, " + deletes() + "]",
              "it deletes about 1,000 records more than it inserts, and there are 1,000"),
          new Example(
              Rule.AFTER_GAPS,
              "workloads: [load, {name: x, fill: repeating}, C]",
              "workloads: [load, {name: x, fill: random}, C]",
              "workloads: C: not all records are there after 'x'"),
          new Example(
              Rule.TRACE_RECORDS,
              "records: 8; workloads: [load, " + trace("") + "]",
              "records: 9; workloads: [load, " + trace("") + "]",
              "the trace asks for 9 records that it does not make, and there are 8"),
          new Example(
              Rule.TRACE_TARGET,
              "target: 5; workloads: [load, " + trace("") + "]",
              "target: 0; workloads: [load, " + trace("") + "]",
              "workloads: t: a trace has its own times"),
          new Example(
              Rule.TRACE_AFTER_CHANGES,
              "workloads: [load, D, " + trace("") + "]",
              "workloads: [load, D, {name: again, fill: random}, " + trace("") + "]",
              "workloads: t: a phase before it inserts or deletes records"),
          new Example(
              Rule.RESTART_RUNNER,
              "runner: [trace, native]; workloads: [load, {name: C, cold: true}]",
              "runner: trace; workloads: [load, {name: C, cold: true}]",
              "workloads: C-cold: only runner trace restarts a database"),
          new Example(
              Rule.RESTART_CLUSTER,
              CLUSTER + RESTART,
              CLUSTER,
              "workloads: restart: a database is restarted for clients on this machine"),
          new Example(
              Rule.RESTART_DURABILITY,
              RESTART + "durability: [none, commit]",
              RESTART + "durability: [periodic, commit]",
              "at durability none, a database need not keep its records"),
          new Example(
              Rule.RESTART_MIX,
              RESTART + "properties: {insertproportion: 0.1}",
              RESTART + "properties: {readproportion: 0.1}",
              "leave out the shares of inserts and deletes"),
          new Example(
              Rule.RESTART_AFTER_DELETES,
              "operations: 10; workloads: [load, " + deletes() + ", restart]",
              "operations: 10; workloads: [load, restart, " + deletes() + "]",
              "a phase before it deletes records; let the restart come first"),
          new Example(
              Rule.CLUSTER_URL,
              "machines: 2",
              "machines: 2; cluster: yarn",
              "cluster: the URL of a cluster is missing"),
          new Example(
              Rule.CLUSTER_MACHINES,
              "cluster: yarn",
              "cluster: yarn; machines: 2",
              "cluster: the number of machines is missing"),
          new Example(
              Rule.CLUSTER_RUNNER,
              CLUSTER + "runner: [trace, ycsb]",
              CLUSTER + "runner: trace",
              "cluster: only runner trace"),
          new Example(
              Rule.CLUSTER_SHOW,
              CLUSTER + "placement: split",
              CLUSTER,
              "show and placement are for"),
          new Example(
              Rule.CLUSTER_PHASE,
              CLUSTER + "operations: 10; workloads: [load, " + deletes() + "]",
              CLUSTER + "operations: 10; workloads: [load, A]",
              "workloads: x: one machine alone can replay a trace or delete records"),
          new Example(
              Rule.MEMORY_CLUSTER,
              CLUSTER + "memory: 1GiB",
              CLUSTER + "memory: all",
              "memory: only this machine's memory can be limited"),
          new Example(
              Rule.MEMORY_RUNNER,
              "memory: 1GiB; runner: [trace, ycsb]",
              "memory: 1GiB",
              "memory: only runner trace keeps its own memory out of a budget"),
          new Example(
              Rule.SHOW_RUNNER,
              "show: ledger; runner: [ycsb, native]",
              "show: ledger; runner: [ycsb, trace]",
              "show: it needs runner trace"),
          new Example(
              Rule.SEARCH_RUNNER,
              SEARCH + "duration: 1s; runner: [trace, ycsb]",
              SEARCH + "duration: 1s",
              "target: only runner trace searches a capacity"),
          new Example(
              Rule.SEARCH_DURATION,
              SEARCH + "operations: 5",
              SEARCH + "duration: 1s",
              "target: a search needs a duration"),
          new Example(
              Rule.SEARCH_PHASES,
              SEARCH + "duration: 1s; workloads: [load, D]",
              SEARCH + "duration: 1s; workloads: [load, D, A]",
              "target: no phase can be searched"),
          new Example(
              Rule.PRECISION,
              "budget: 1min:5%; repeats: 3",
              "budget: 1min:5%; repeats: 4",
              "repeats: they are too few for a precision"),
          new Example(
              Rule.TOGETHER,
              "together: pairs; operations: 5",
              "together: pairs; duration: 1s",
              "together: databases cannot be measured in turn, because workloads end by operations"));

  @TempDir private Path folder;

  private static String deletes() {
    return "{name: x, mix: {read: 0.8, delete: 0.2}, keys: uniform}";
  }

  private static String trace(String more) {
    return "{name: t, trace: /t, "
        + more
        + "content: {operations: 9, records: 9, inserts: 0, deletes: 0, meanBytes: 1, mostBytes: 1,"
        + " nanos: 9, hitsForMisses: 0}}";
  }

  @ParameterizedTest
  @FieldSource("EXAMPLES")
  void aRuleRefusesWhatItIsAboutAndNothingNextToIt(Example example) throws IOException {
    assertThat(read(example.possible())).isNotNull();
    assertThatThrownBy(() -> read(example.refused()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(example.message())
        .hasMessageNotContaining("\n");
  }

  @Test
  void everyRuleHasAnExample() {
    assertThat(EXAMPLES).extracting(Example::rule).containsExactly(Rule.values());
  }

  private Experiment read(String text) throws IOException {
    Matcher file = PROPERTY_FILE.matcher(text);
    String phases =
        file.replaceAll(
            found -> {
              try {
                Path path = folder.resolve("mine.properties");
                return Files.writeString(path, found.group(1).replace("; ", "\n")).toString();
              } catch (IOException failed) {
                throw new IllegalStateException(failed);
              }
            });
    String yaml = (text.contains("db:") ? "" : "db: [noop]\n") + phases.replace("; ", "\n");
    return ExperimentFile.read(Files.writeString(folder.resolve("e.yaml"), yaml)).finish();
  }
}
