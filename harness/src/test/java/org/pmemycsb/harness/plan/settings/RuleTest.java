package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.harness.ConfigurationException;

class RuleTest {
  // Each row: the rule, an experiment that it refuses, one next to it that is possible, and the
  // refusal. A property file stands between < and >.
  private static final String TABLE =
      """
      DATABASES | records: 5 # no db: | db: [noop] | db: at least one
      LOAD_FIRST | workloads: [A, load] | workloads: [A] | first phase must be load
      PHASES_TWICE | workloads: [load, {name: x, mix: {read: 1}}, {name: x, mix: {update: 1}}] | workloads: [load, {name: x, mix: {read: 1}}, {name: y, mix: {update: 1}}] | workloads: x is named twice
      PROPERTY_OF_A_SETTING | properties: {fieldcount: 3} | properties: {fieldnameprefix: f} | properties: fieldcount repeats the experiment's fieldCount
      PROPERTY_OF_A_CLIENT | db: [{class:a.C: {readproportion: 1}}] | db: [{class:a.C: {a.host: x}}] | readproportion is a property of the workload; give it with -p
      PROPERTY_OF_A_PHASE | workloads: [load, {name: x, mix: {read: 1}, properties: {insertorder: ordered}}] | workloads: [load, {name: x, mix: {read: 1}, properties: {readallfields: false}}] | workloads: x: insertorder is a fact of all records
      PADDING | workloads: [load, <zeropadding=18>] | workloads: [load, <zeropadding=19>] | from the 19 digits of their numbers; write zeropadding=19
      INTEGRITY | runner: ycsb; properties: {dataintegrity: true}; valueSize: uniform:1:9 | runner: ycsb; properties: {dataintegrity: true}; valueSize: 9 | YCSB checks values of one length only
      KEYS | properties: {zipfianconstant: 0.8}; workloads: [load, D] | properties: {zipfianconstant: 0.8}; workloads: [load, A] | workloads: D: zipfianconstant
      KEYS | workloads: [load, {name: x, mix: {insert: 0.2, delete: 0.2}, keys: zipfian}] | workloads: [load, {name: x, mix: {insert: 0.2, delete: 0.2}, keys: latest}] | cannot ask for them by 'zipfian'
      OPERATIONS_OF_A_WORKLOAD | workloads: [load, <readproportion=0; updateproportion=0>] | workloads: [load, <readproportion=0>] | it makes no operations
      HOTSPOT | workloads: [load, <requestdistribution=hotspot; hotspotdatafraction=0>] | workloads: [load, <requestdistribution=hotspot; hotspotdatafraction=0; hotspotopnfraction=0>] | of 5,000 records leaves none that is hot
      HOTSPOT | workloads: [load, <requestdistribution=hotspot; hotspotdatafraction=1>] | workloads: [load, <requestdistribution=hotspot; hotspotdatafraction=1; hotspotopnfraction=1>] | leaves none beside the hot ones
      EXPONENTIAL | workloads: [load, <requestdistribution=exponential; exponential.frac=0.0001>] | workloads: [load, <requestdistribution=exponential; exponential.frac=0.0002>] | exponential.frac of 5,000 records is less than one
      SCAN_LENGTHS | workloads: [load, A, E]; properties: {minscanlength: 101} | workloads: [load, A]; properties: {minscanlength: 101} | workloads: E: minscanlength is above maxscanlength
      SHORT_KEYS | keyLength: uniform:18:60 | keyLength: 19 | uniform:18B:60B is too short for hashed keys; it must be at least 19
      SHORT_KEYS | workloads: [load, {name: x, fill: random, keyLength: 12}] | workloads: [load, {name: x, fill: random, keyLength: 19}] | workloads: x: keyLength 12
      LONG_KEYS | keyLength: pareto:40:20KiB | keyLength: pareto:40:10KiB | is too long; a key has at most 65536 bytes
      STOCK_KEYS | runner: ycsb; keyLength: 22 | runner: ycsb; keyLength: 23 | 22 is nothing that the stock client has
      STOCK_VALUES | runner: ycsb; valueSize: lognormal:300:8KiB | runner: ycsb; valueSize: uniform:1:9 | valueSize: the stock client has no such distribution
      STOCK_COMPRESSIBILITY | runner: ycsb; properties: {compressibility: 0.5} | runner: ycsb; properties: {compressibility: 0} | compressibility: the stock client has none
      STOCK_OPERATIONS | runner: ycsb; operations: 1_000_000_000/thread; threads: 3 | runner: ycsb; operations: 1_000_000_000/thread; threads: 2 | the stock client counts to 2,147,483,647
      STOCK_PHASE | runner: [trace, ycsb]; workloads: [load, {name: x, mix: {read: 1}, keys: zipfian}] | runner: [trace, ycsb]; workloads: [load, {name: x, mix: {read: 1}, keys: ycsb-zipfian}] | workloads: x: the stock client cannot do what 'keys' asks for
      STOCK_PHASE | runner: ycsb; workloads: [load, {name: x, fill: random}] | workloads: [load, {name: x, fill: random}] | workloads: x: the stock client cannot do what 'fill' asks for
      STOCK_PHASE | runner: [trace, ycsb]; workloads: [load, {name: x, mix: {read: 1, miss: 0.1}}] | runner: [trace, ycsb]; workloads: [load, {name: x, mix: {read: 1, insert: 0.1}}] | workloads: x: the stock client cannot do what 'miss' asks for
      STOCK_PHASE | runner: ycsb; workloads: [load, A]; properties: {deleteproportion: 0.1, requestdistribution: uniform} | runner: ycsb; workloads: [load, A]; properties: {insertproportion: 0.1} | workloads: A: the stock client cannot do what 'delete' asks for
      STOCK_PHASE | runner: ycsb; workloads: [load, {name: x, mix: {read: 1}, valueSize: pareto:1:9}] | runner: ycsb; workloads: [load, {name: x, mix: {read: 1}, valueSize: uniform:1:9}] | workloads: x: the stock client cannot do what 'valueSize' asks for
      STOCK_SECONDS | runner: ycsb; duration: 500ms | runner: ycsb; duration: 2s | duration: the stock client counts whole seconds
      STOCK_POISSON | runner: ycsb; target: poisson:1000 | runner: ycsb; target: 1000 | target: the stock client has no Poisson process
      NATIVE_TARGET | runner: [trace, native]; target: 1000 | runner: [trace, native] | target: the native program has none
      NATIVE_TIMES | runner: [trace, native]; workloads: [load, {name: t, trace: /t, speed: 1, content: TRACE}] | runner: [trace, native]; workloads: [load, {name: t, trace: /t, content: TRACE}] | workloads: t: the native program waits for no time
      MOST_OPERATIONS | operations: 1_000_000_000_000/thread; threads: 2 | operations: 1_000_000_000_000/thread; threads: 1 | all threads together make 2,000,000,000,000 operations, more than
      DELETED_RECORDS | records: 1000; operations: 5000; workloads: [load, {name: x, mix: {read: 0.8, delete: 0.2}, keys: uniform}] | records: 1000; operations: 4000; workloads: [load, {name: x, mix: {read: 0.8, delete: 0.2}, keys: uniform}] | it deletes about 1,000 records more than it inserts, and there are 1,000
      AFTER_GAPS | workloads: [load, {name: x, fill: repeating}, C] | workloads: [load, {name: x, fill: random}, C] | workloads: C: not all records are there after 'x'
      TRACE_RECORDS | records: 8; workloads: [load, {name: t, trace: /t, content: TRACE}] | records: 9; workloads: [load, {name: t, trace: /t, content: TRACE}] | the trace asks for 9 records that it does not make, and there are 8
      TRACE_TARGET | target: 5; workloads: [load, {name: t, trace: /t, content: TRACE}] | target: 0; workloads: [load, {name: t, trace: /t, content: TRACE}] | workloads: t: a trace has its own times
      TRACE_AFTER_CHANGES | workloads: [load, D, {name: t, trace: /t, content: TRACE}] | workloads: [load, D, {name: again, fill: random}, {name: t, trace: /t, content: TRACE}] | workloads: t: a phase before it inserts or deletes records
      RESTART_DURABILITY | workloads: [load, restart]; durability: [none, commit] | workloads: [load, restart]; durability: [periodic, commit] | at durability none, a database need not keep its records
      RESTART_MIX | workloads: [load, restart]; properties: {insertproportion: 0.1} | workloads: [load, restart]; properties: {readproportion: 0.1} | leave out the shares of inserts and deletes
      RESTART_AFTER_DELETES | operations: 10; workloads: [load, {name: x, mix: {read: 0.8, delete: 0.2}, keys: uniform}, restart] | operations: 10; workloads: [load, restart, {name: x, mix: {read: 0.8, delete: 0.2}, keys: uniform}] | a phase before it deletes records; let the restart come first
      CLUSTER_URL | machines: 2 | machines: 2; cluster: yarn | cluster: the URL of a cluster is missing
      CLUSTER_MACHINES | cluster: yarn | cluster: yarn; machines: 2 | cluster: the number of machines is missing
      CLUSTER_APART | cluster: 'local[2]'; machines: 2; workloads: [load, restart] | cluster: 'local[2]'; machines: 2 | cluster: a database is restarted for clients on this machine
      CLUSTER_APART | cluster: 'local[2]'; machines: 2; placement: split | cluster: 'local[2]'; machines: 2 | cluster: show and placement are for
      CLUSTER_APART | cluster: 'local[2]'; machines: 2; operations: 10; workloads: [load, {name: x, mix: {read: 0.8, delete: 0.2}, keys: uniform}] | cluster: 'local[2]'; machines: 2; operations: 10; workloads: [load, A] | cluster: one machine alone can replay a trace or delete records
      CLUSTER_APART | cluster: 'local[2]'; machines: 2; memory: 1GiB | cluster: 'local[2]'; machines: 2; memory: all | cluster: only this machine's memory can be limited
      TRACE_ALONE | runner: [trace, native]; workloads: [load, {name: C, cold: true}] | runner: trace; workloads: [load, {name: C, cold: true}] | runner: only trace restarts a database
      TRACE_ALONE | cluster: 'local[2]'; machines: 2; runner: [trace, ycsb] | cluster: 'local[2]'; machines: 2; runner: trace | runner: only trace runs on many machines
      TRACE_ALONE | memory: 1GiB; runner: [trace, ycsb] | memory: 1GiB | runner: only trace keeps its own memory out of a budget
      TRACE_ALONE | target: p99=1ms; duration: 1s; runner: [trace, ycsb] | target: p99=1ms; duration: 1s | runner: only trace searches a capacity
      SHOW_RUNNER | show: ledger; runner: [ycsb, native] | show: ledger; runner: [ycsb, trace] | show: it needs runner trace
      SEARCH_DURATION | target: p99=1ms; operations: 5 | target: p99=1ms; duration: 1s | target: a search needs a duration
      SEARCH_PHASES | target: p99=1ms; duration: 1s; workloads: [load, D] | target: p99=1ms; duration: 1s; workloads: [load, D, A] | target: no phase can be searched
      ITERATIONS | iterations: 5; duration: 1s | iterations: 10; duration: 1s | iterations: the duration says how many
      PRECISION | budget: 1min:5%; repeats: 3 | budget: 1min:5%; repeats: 4 | repeats: they are too few for a precision
      TOGETHER | together: pairs; operations: 5 | together: pairs; duration: 1s | together: databases cannot be measured in turn, because workloads end by operations
      """;
  private static final String TRACE =
      "{operations: 9, records: 9, inserts: 0, deletes: 0, meanBytes: 1, mostBytes: 1, nanos: 9,"
          + " hitsForMisses: 0}";
  private static final Pattern PROPERTY_FILE = Pattern.compile("<(.*?)>");

  @TempDir private Path folder;

  static Stream<List<String>> examples() {
    return TABLE.lines().map(row -> List.of(row.split(" \\| ")));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void aRuleRefusesWhatItIsAboutAndNothingNextToIt(List<String> example) throws IOException {
    assertThat(read(example.get(2))).isNotNull();
    assertThatThrownBy(() -> read(example.get(1)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(example.get(3))
        .hasMessageNotContaining("\n");
  }

  @Test
  void everyRuleHasAnExample() {
    assertThat(examples().map(example -> Rule.valueOf(example.get(0))).distinct())
        .containsExactly(Rule.values());
  }

  private Experiment read(String text) throws IOException {
    Path file = folder.resolve("mine.properties");
    Matcher said = PROPERTY_FILE.matcher(text);
    if (said.find()) {
      Files.writeString(file, said.group(1).replace("; ", "\n"));
    }
    String yaml = said.replaceAll(file.toString()).replace("TRACE", TRACE).replace("; ", "\n");
    return ExperimentFile.read(
            Files.writeString(
                folder.resolve("e.yaml"), (text.contains("db:") ? "" : "db: [noop]\n") + yaml))
        .finish();
  }
}
