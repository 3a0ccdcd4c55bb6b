package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.ClaimText;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.design.Sizes;

class ExperimentFileTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("fig.yaml"), text);
  }

  @Test
  void everyKeyIsRead() throws IOException {
    Experiment experiment =
        ExperimentFile.read(
                file(
                    """
                    name: fig-4.19
                    title: Comparison of databases
                    db:
                      - pmemkv: {engine: cmap}
                      - noop
                    workloads: [load, A, c]
                    records: 1_000
                    operations: 2000/thread
                    duration: 90s
                    keyLength: 40
                    place: {pmem: {folder: /mnt/pmem, model: optane-100}}
                    price: {pmem: 9.21 EUR/GiB}
                    placement: 0-1/2-3
                    fieldCount: 3
                    valueSize: {lognormal: {median: 300B, p99: 8KiB}}
                    threads: 2
                    durability: [none, commit]
                    memory: [all, 25%]
                    repeats: 10
                    budget: 30min:2.5%
                    runner: [trace]
                    calibrate: 2
                    target: poisson:5000
                    verify: full
                    show: [profile, split, ledger]
                    seed: 7
                    properties: {maxscanlength: 7}
                    jar: [/opt/one.jar]
                    unavailable: skip
                    partial: true
                    cpuLatency: 20
                    together: one
                    iteration: 50ms
                    prepare: sync
                    cleanup: date
                    """))
            .finish();

    assertThat(experiment.operations()).isEqualTo(2000);
    assertThat(experiment.duration()).isEqualTo(Duration.ofSeconds(90));
    assertThat(experiment.values()).contains(Sizes.of("lognormal:300:8192:32768"));
    assertThat(experiment.threads()).containsExactly(2);
    assertThat(experiment.repeats()).isEqualTo(10);
    assertThat(experiment.budget()).isEqualTo(Duration.ofMinutes(30));
    assertThat(experiment.get(Settings.PLACES))
        .isEqualTo(Map.of("pmem", PlaceFolder.parse("/mnt/pmem:model=optane-100")));
    assertThat(Experiments.reread(experiment)).isEqualTo(experiment);
    assertThat(Settings.all())
        .as("settings that the file above leaves at their default")
        .filteredOn(setting -> experiment.get(setting).equals(setting.byDefault()))
        .as(
            "a target excludes other runners and a search, a ledger a cluster, and durability none a"
                + " cold start")
        .containsExactly(
            Settings.COLD,
            Settings.ITERATIONS,
            Settings.RUNNERS,
            Settings.CLUSTER,
            Settings.MACHINES,
            Settings.CLAIMS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db        | redis{socket=unix}@disk+log@pmem,noop",
        "place     | pmem=/mnt/pmem:model=optane-100",
        "workloads | load,A,c",
        "threads   | 1,2",
        "valueSize | lognormal:300:8KiB",
        "memory    | all,25%",
        "show      | ledger,split",
        "cluster   | spark://there:7077?listen=here",
      })
  void aFileTakesTheTextOfAnOption(String key, String text) throws IOException {
    Setting<?> setting = Settings.named(key);
    String inFile = text.replaceFirst("^pmem=(.*)", "{pmem: '$1'}");

    Object read = ExperimentFile.read(file(key + ": " + inFile)).get(setting);
    assertThat(read).isEqualTo(setting.parse(List.of(text)));
  }

  @Test
  void aDatabaseIsNamedWithItsOptionsAndPlaces() {
    assertThat(Settings.DATABASES.parse(List.of("redis{socket=unix}@disk+log@pmem,noop")))
        .extracting(DatabaseChoice::identity)
        .containsExactly("redis{socket=unix}@disk+log@pmem", "noop");
  }

  @Test
  void theCommandLineAddsToPropertiesAndToWhatIsShown() {
    ExperimentDraft draft = Experiments.draft("properties: {a.x: 1}; show: split");
    Settings.PROPERTIES.parse(List.of("a.y=2"), draft);
    Settings.SHOW.parse(List.of("ledger"), draft);

    assertThat(draft.get(Settings.PROPERTIES)).isEqualTo(Map.of("a.x", "1", "a.y", "2"));
    assertThat(draft.get(Settings.SHOW)).containsExactly(Show.LEDGER, Show.SPLIT);
  }

  @Test
  void operationsThatNobodyGaveAreNotWritten() throws IOException {
    Experiment experiment = Experiments.of("duration: 1500ms");
    String written = ExperimentFile.write(experiment);

    assertThat(written).contains("duration: 1500ms").doesNotContain("operations");
    assertThat(Experiments.reread(experiment)).isEqualTo(experiment);
  }

  @Test
  void passwordsAreNotWritten() throws IOException {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(
        Settings.DATABASES,
        List.of(new DatabaseChoice("redis", Map.of("url", "redis://me:geheim@localhost"))));
    draft.set(Settings.PROPERTIES, Map.of("x.password", "geheim", "y.password", "${PW}"));
    Experiment experiment = draft.finish();

    String written = ExperimentFile.write(experiment);
    assertThat(written).doesNotContain("geheim").contains("me:***@localhost").contains("${PW}");
    assertThat(experiment.differences(ExperimentFile.read(file(written)).finish())).isEmpty();
  }

  @Test
  void listsOfOptionsAreDimensions() throws IOException {
    ExperimentDraft draft =
        ExperimentFile.read(file("db: [{pmemkv: {engine: [cmap, stree], size: [1GiB, 2GiB]}}]"));

    assertThat(draft.get(Settings.DATABASES))
        .extracting(DatabaseChoice::label)
        .containsExactly(
            "pmemkv{engine=cmap, size=1GiB}",
            "pmemkv{engine=cmap, size=2GiB}",
            "pmemkv{engine=stree, size=1GiB}",
            "pmemkv{engine=stree, size=2GiB}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`records: 1\nspeed: 3`            | :2: unknown key 'speed'",
        "`cluster: yarn?speed=3`          | :1: cluster: 'speed=3'",
        "`records: 1\nthreads: [1, many]`  | :2: threads: 'many'",
        "`records: 99999999999`            | :1: records: 99999999999",
        "`valueSize: 4XB`                  | :1: valueSize: '4XB'",
        "`duration: 0s`                    | :1: duration: 0s",
        "`duration: -5s`                   | :1: duration: -5s",
        "`duration: 1000000000000h`        | :1: duration: 1000000000000h",
        "`duration: 99999999999999999999s` | :1: duration: '99999999999999999999s'",
        "`duration: 5 minutes`             | :1: duration: '5 minutes'",
        "`duration: 5`                     | :1: duration: '5'",
        "`duration: 0.5s`                  | :1: duration: '0.5s'",
        "`budget: 5min:5`                  | :1: budget: '5'",
        "`budget: 5min:-5%`                | :1: budget: '-5%'",
        "`budget: 5min:0.01%`              | :1: budget: 0.01%",
        "`budget: none:5%`                 | :1: budget:",
        "`cpuLatency: awake`               | :1: cpuLatency: 'awake'",
        "`cpuLatency: -1`                  | :1: cpuLatency: '-1'",
        "`cpuLatency: 2147483648`          | :1: cpuLatency: '2147483648'",
        "`valueSize: {lognormal: {median: 300B}}` | :1: valueSize: 'lognormal:300B' ~ lognormal:MEDIAN:P99:MOST",
        "`valueSize: {lognormal: {p99: 8KiB, most: 9KiB}}` | :1: valueSize: lognormal ~ median",
        "`valueSize: {lognormal: {mean: 300B}}` | :1: unknown key 'mean'; there are: median, p99, most",
        "`valueSize: {gamma: 3}`           | :1: valueSize: ~ 'gamma'",
        "`valueSize: [uniform:1:9, 100]`   | :1: valueSize:",
        "`keyLength: often`                | :1: keyLength: 'often'",
        "`show: [ledger, flames]`          | :1: show: ~ 'flames'",
        "`valueSize: 4GiB`                 | :1: valueSize: '4GiB'",
        "`workloads: [load, Q]`               | :1: workloads: ~ 'Q'",
        "`\n\ndurability: often`           | :3: durability: ~ 'often'",
        "`runner: fast`                    | :1: runner: ~ 'fast'",
        "`db: [{pmemkv: cmap}]`     | :1: ~ database",
        "`db:\n- r: {allowReset: far}` | :2: r: allowReset",
        "`records: [1, 2]`                 | :1: records",
        "`name: ''`                        | :1: name",
        "`records: {a`                     | :1: is not YAML",
        "`unavailable: maybe`              | :1: unavailable: ~ 'maybe'",
        "`partial: maybe`                  | :1: partial: ~ 'maybe'",
        "`quick: {claims: []}`             | :1: quick: claims",
        "`quick:\n  speed: 3`             | :2: unknown key 'speed'",
        "`claims: [{id: a, says: b}]`      | :1: ~ 'holds'",
        "`claims: [{id: a, hold: b}]`      | :1: unknown key 'hold'; there are: id, says, holds",
        "`claims:\n"
            + "- {id: a, says: b, holds: c}\n"
            + "- {id: a, says: b, holds: c}` | :2: claims: a ~ twice",
        "`records: 1\n\nrecords: 2`        | :3: 'records'",
        "`db:\n- p: {a: 1,\n  a: 2}` | :3: 'a'",
        "`db:\n- p: {a: 1}\n  p: {a: 2}` | :3: 'p'",
        "`properties:\n  a: 1\n  a: 2`     | :3: 'a'",
        "`quick:\n  records: 1\n  records: 2` | :3: 'records'",
        "`claims: [{id: a, id: b}]`        | :1: 'id'",
        "`db: []`                   | :1: ~ 'db'",
        "`db: [noop, noop]`         | :1: db: noop",
        "`just words`                      | :1: ~ map",
        "``                                | : ~ empty",
      })
  void whatIsWrongIsNamedWithItsLine(String text, String message) throws IOException {
    assertThatThrownBy(() -> ExperimentFile.read(file(text == null ? "" : text)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(("fig.yaml" + message).split(" ~ "))
        .hasMessageNotContaining("\n");
  }

  @Test
  void whatIsNoTextIsSaid() throws IOException {
    assertRefused(file("name: x\nrecords: 1\u0000"), ":2: ");
    assertRefused(file("place: {pmem: {folder: \"/a\\0b\"}}"), ":1: folder");
    assertRefused(file("\u0007"), ":1: ~ U+0007");
    assertRefused(
        Files.write(folder.resolve("program"), new byte[] {0x7f, 'E', 'L', 'F', -1, -2, 0}),
        ": ~ UTF-8");
    assertRefused(folder, ": ");
    assertRefused(folder.resolve("none.yaml"), ": ");
  }

  private static void assertRefused(Path file, String message) {
    assertThatThrownBy(() -> ExperimentFile.read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll((file + message).split(" ~ "))
        .hasMessageNotContaining("\n");
  }

  private static final String CLAIMS =
      """
      claims:
        - id: plain
          says: 'a: b'
          holds: ratio(a, b) > 1
        - id: quoted
          says: it's said
          published: "4 %"
          source: p. 1
          holds: "ratio(a, b) > 1"
        - id: folded
          says: c
          holds: >-
            ratio(a,
              b) > 1
        - {id: flow, says: c, holds: 'ratio(a, b) > 1'}
        - id: broken
          says: c
          holds: ratio(a,
            b) > 1
        - id: literal
          says: c
          holds: |
            ratio(a, b)
            > 1
        - id: escaped
          says: c
          holds: "ratio(\\u0061, b) > 1"
      """;

  @ParameterizedTest
  @CsvSource({
    "plain, 0, 4:12",
    "plain, 9, 4:21",
    "plain, 15, 4:27",
    "quoted, 9, 9:22",
    "folded, 6, 13:13",
    "folded, 11, 14:9",
    "folded, 99, 14:15",
    "flow, 9, 15:42",
    "broken, 9, 19:7",
    "literal, 9, 23:16",
    "literal, 12, 24:7",
    "escaped, 5, 27:18",
    "escaped, 9, 27:12",
  })
  void eachCharacterOfAClaimKnowsItsPlace(String id, int offset, String place) throws IOException {
    ClaimText claim =
        ExperimentFile.read(file(CLAIMS)).get(Settings.CLAIMS).stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow();

    assertThat(claim.at(offset)).endsWith("fig.yaml:" + place);
    assertThat(claim.holds().replaceAll("\\s+", " ").strip())
        .isIn("ratio(a, b) > 1", "ratio(a, b) > 1");
  }

  @Test
  void claimsAreWrittenAndReadBack() throws IOException {
    ExperimentDraft draft = ExperimentFile.read(file(CLAIMS));
    draft.set(Settings.DATABASES, List.of(new DatabaseChoice("noop", Map.of())));
    draft.set(Settings.SKIP_UNAVAILABLE, true);
    Experiment experiment = draft.finish();

    Experiment back = Experiments.reread(experiment);

    assertThat(back).isEqualTo(experiment);
    assertThat(back.get(Settings.CLAIMS)).hasSize(7);
    assertThat(back.get(Settings.CLAIMS).get(1))
        .extracting(ClaimText::says, ClaimText::published, ClaimText::source)
        .containsExactly("it's said", "4 %", "p. 1");
  }

  @Test
  void claimsAreNoPartOfWhatIsMeasured() throws IOException {
    ExperimentDraft draft = ExperimentFile.read(file("db: [noop]\n" + CLAIMS));
    Experiment with = draft.finish();
    draft.set(Settings.CLAIMS, List.of());

    assertThat(with.differences(draft.finish())).isEmpty();
    draft.set(Settings.RECORDS, 5L);
    assertThat(with.differences(draft.finish())).containsExactly("records: 5000 -> 5");
  }

  @Test
  void anExperimentWithoutANameIsCalledAfterItsDatabases() {
    ExperimentDraft draft = new ExperimentDraft();
    assertThat(titled(draft, "redis")).isEqualTo("redis");
    assertThat(titled(draft, "redis", "pm-redis", "noop"))
        .isEqualTo("Comparison of redis, pm-redis and noop");
    assertThat(titled(draft, "a", "b", "c", "d", "e")).isEqualTo("Comparison of 5 databases");

    draft.quick();
    assertThat(titled(draft, "redis")).isEqualTo("redis, at quick scale");
    draft.set(Settings.NAME, "mine");
    assertThat(titled(draft, "redis")).isEqualTo("mine");
  }

  private static String titled(ExperimentDraft draft, String... databases) {
    draft.set(
        Settings.DATABASES,
        Stream.of(databases).map(each -> new DatabaseChoice(each, Map.of())).toList());
    return draft.finish().get(Settings.TITLE);
  }

  @Test
  void quickIsWhatTheFileSays() throws IOException {
    ExperimentDraft draft =
        Experiments.draft("threads: [1, 2, 3]; quick: {threads: [1, 3], records: 7}");
    draft.quick();
    Experiment quick = draft.finish();

    assertThat(quick.threads()).containsExactly(1, 3);
    assertThat(quick.records()).isEqualTo(7);
    assertThat(quick.operations()).isEqualTo(30_000);
    assertThat(quick.name()).isEqualTo("own-quick");
    assertThat(quick.get(Settings.TITLE)).isEqualTo("own, at quick scale");
  }

  @Test
  void quickIsATenthWhereTheFileSaysNothing() throws IOException {
    ExperimentDraft draft = Experiments.draft("records: 5; operations: 1000; repeats: 10");
    draft.quick();

    assertThat(draft.finish())
        .extracting(Experiment::records, Experiment::operations, Experiment::repeats)
        .containsExactly(1L, 100L, 3);
  }
}
