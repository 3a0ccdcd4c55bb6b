package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.feature.Features;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Experiments;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Runs;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/** The gates of a run, with a runner and a database of the test's own. */
class OpenRunTest {
  private static final long RECORDS = 100;
  private static final long INSERTED = 5;
  private static final DatabaseChoice TESTED = new DatabaseChoice("tested", Map.of());
  private static final DatabaseChoice OTHER =
      new DatabaseChoice("tested", Map.of("label", "other"));

  @TempDir private Path folder;
  private Path medium;
  private Workspaces workspaces;
  private final TestDatabase database = new TestDatabase();
  private final Deque<Measurement> measurements = new ArrayDeque<>();
  private String prepare = "";
  private String cleanup = "";

  private final List<String> left = new ArrayList<>();

  /** Beside those of the list. */
  private final List<Feature.Kind> features = new ArrayList<>();

  /** Of the process of the clients. */
  private final List<String> variables = new ArrayList<>();

  /** A database whose answers the test chooses. */
  private static final class TestDatabase implements TestAdapter, TestServer {
    private Durability durability = Durability.COMMIT;
    private boolean states = true;

    /** As somebody changes it in this phase, counted from 1. */
    private int weakerFrom = Integer.MAX_VALUE;

    private int phases;
    private final Deque<OptionalLong> counts = new ArrayDeque<>();
    private String refusal;
    private boolean gone;
    private boolean hangs;
    private boolean closed;
    private int resets;
    private String full;
    private RuntimeException mistake;
    private boolean closes = true;
    private String left;

    /** The command of a process that it starts. */
    private List<String> command = List.of();

    private Process started;

    @Override
    public Traits traits(Map<String, String> options) {
      return Traits.of(Durability.COMMIT).with(Trait.ATTACHES);
    }

    @Override
    public DatabaseServer open(ServerSettings settings) throws DatabaseException {
      if (refusal != null) {
        throw new DatabaseException(refusal);
      }
      if (!command.isEmpty()) {
        try {
          started = settings.processes().start(new ProcessBuilder(command));
        } catch (IOException impossible) {
          throw new DatabaseException("it cannot be started", impossible);
        }
      }
      return this;
    }

    @Override
    public void reset() throws DatabaseException {
      if (full != null) {
        throw new DatabaseException(full);
      }
      resets++;
    }

    @Override
    public Durability effectiveDurability() throws DatabaseException {
      if (!states) {
        throw new DatabaseException("not stated");
      }
      return durability;
    }

    @Override
    public boolean statesDurability() {
      return states;
    }

    @Override
    public OptionalLong recordCount() throws DatabaseException {
      if (++phases == weakerFrom) {
        durability = Durability.PERIODIC;
      }
      if (hangs) {
        hang();
      }
      if (mistake != null) {
        throw mistake;
      }
      if (gone) {
        throw new DatabaseException("killed");
      }
      return counts.isEmpty() ? OptionalLong.empty() : counts.poll();
    }

    private static void hang() throws DatabaseException {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException givenUp) {
        throw new DatabaseException("interrupted", givenUp);
      }
    }

    @Override
    public void close() throws DatabaseException {
      closed = true;
      if (left != null) {
        throw new DatabaseException(left);
      }
      if (!closes) {
        throw new IllegalStateException("no connection");
      }
    }
  }

  @BeforeEach
  void open() throws IOException {
    medium = Files.createDirectory(folder.resolve("medium"));
    workspaces = Workspaces.open(List.of(Place.open("pmem", medium)), left -> {});
  }

  @AfterEach
  void nothingIsLeft() {
    workspaces.close();
    assertThat(medium).isEmptyDirectory();
  }

  private Campaign campaign() {
    return campaign(Phase.LOAD, Phase.of("D"), Phase.of("C"));
  }

  private Campaign campaign(Phase... phases) {
    return campaign(this::session, phases);
  }

  private Campaign campaign(Runner runner, Phase... phases) {
    return campaign(runner, List.of(TESTED), phases);
  }

  private Campaign campaign(Runner runner, List<DatabaseChoice> databases, Phase... phases) {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.DATABASES, databases);
    draft.set(Settings.PREPARE, prepare);
    draft.set(Settings.CLEANUP, cleanup);
    draft.set(Settings.PHASES, List.of(phases));
    draft.set(Settings.RECORDS, RECORDS);
    Experiment experiment = draft.finish();
    return new Campaign(
        new LocalExperiment(
            experiment,
            experiment,
            List.of(),
            Databases.of(database),
            new Secrets(Set.of("geheim"))),
        null,
        Map.of(RunnerKind.TRACE, runner),
        workspaces,
        Stream.concat(
                Features.of(
                    new Feature.Plan(experiment, List.of(), Databases.of(database), line -> {}))
                    .stream(),
                features.stream())
            .toList(),
        folder,
        folder,
        left,
        new Progress() {});
  }

  private Runner.Session session(RunTask task) throws IOException {
    variables.clear();
    Process process = task.processes().start(new ProcessBuilder("env"));
    try (BufferedReader printed = process.inputReader()) {
      variables.addAll(printed.lines().toList());
    }
    process.onExit().join();
    return new Runner.Session() {
      @Override
      public Measurement run(Phase phase, long recordCount, Runner.Listener listener) {
        if (phase.id().equals("D") && database.started != null) {
          database.started.destroyForcibly().onExit().join();
        }
        return measurements.isEmpty() ? good(phase) : measurements.poll();
      }

      @Override
      public void close() {}
    };
  }

  private static Measurement good(Phase phase) {
    long inserted = phase.isLoad() ? RECORDS : phase.id().equals("D") ? INSERTED : 0;
    return Measurement.counted(new Measurement.Work(100, 100, 0, inserted, 1), Optional.empty());
  }

  private static Measurement bad(String reason) {
    return Measurement.counted(new Measurement.Work(100, 99, 1, 0, 1), Optional.of(reason));
  }

  private static RunSpec run(int repeat) {
    return Runs.of(
        new DatabaseChoice("tested", Map.of()),
        RunnerKind.TRACE,
        1,
        100,
        Durability.COMMIT,
        repeat);
  }

  private static List<PhaseResult> execute(Campaign campaign, RunSpec run) throws Exception {
    return new OpenRun(campaign, run).execute(Rotation.Member.alone(), new Progress() {});
  }

  private List<PhaseResult> execute() throws Exception {
    List<PhaseResult> results = execute(campaign(), run(1));
    assertThat(results).extracting(PhaseResult::phase).containsExactly("load", "D", "C");
    assertThat(database.closed).isTrue();
    try (Stream<Path> left = Files.walk(medium)) {
      assertThat(left).noneMatch(each -> each.getFileName().toString().startsWith("tested"));
    }
    return results;
  }

  @Test
  void recordsThatWereInsertedAreExpectedAfterwards() throws Exception {
    List.of(RECORDS, RECORDS + INSERTED, RECORDS + INSERTED)
        .forEach(count -> database.counts.add(OptionalLong.of(count)));

    assertThat(execute()).allMatch(PhaseResult::valid);
  }

  @Test
  void aMistakeOfTheAdapterMakesTheRunInvalid() throws Exception {
    database.mistake = new IllegalStateException("no connection");

    assertThat(execute().get(0).reason())
        .contains("TestDatabase", "recordCount()", "IllegalStateException: no connection");
  }

  @Test
  void anAdapterThatFailsToCloseMakesTheRunInvalidAndHidesNoOtherFault() throws Exception {
    database.closes = false;
    measurements.add(good(Phase.LOAD));
    measurements.add(bad("wrong value"));

    List<PhaseResult> results = execute();

    assertThat(results).noneMatch(PhaseResult::valid);
    assertThat(results.get(0).reason()).contains("close() threw java.lang.IllegalStateException");
    assertThat(results.get(1).reason()).isEqualTo("wrong value");
  }

  @Test
  void aProcessThatTheAdapterDoesNotStopEndsWithTheRun() throws Exception {
    database.command = List.of("sleep", "1000");
    Campaign campaign = campaign(Phase.LOAD);

    assertThat(execute(campaign, run(1))).allMatch(PhaseResult::valid);

    assertThat(database.started.isAlive()).isFalse();
  }

  @Test
  void hooksRunBeforeAndAfterARunAndKnowItsConditions() throws Exception {
    Path log = folder.resolve("log");
    prepare =
        "test -d $PMEM_YCSB_DATA_FOLDER && echo before $PMEM_YCSB_RUN $PMEM_YCSB_DATABASE"
            + " $PMEM_YCSB_RUNNER $PMEM_YCSB_THREADS $PMEM_YCSB_VALUE_SIZE $PMEM_YCSB_DURABILITY"
            + " $PMEM_YCSB_REPEAT $PMEM_YCSB_MACHINES >>"
            + log;
    cleanup = "echo after $PMEM_YCSB_PLACE_FOLDER $PMEM_YCSB_RESULTS >>" + log;

    List<PhaseResult> results = execute();

    assertThat(results).allMatch(PhaseResult::valid);
    assertThat(results.get(0).origin().runSeconds()).containsKey("hooks");
    assertThat(log)
        .hasContent(
            """
            before tested/trace/t1/v100/commit/1 tested trace 1 100 commit 1 1
            after %s %s
            """
                .formatted(medium, folder));
  }

  @Test
  void theLastHookRunsAfterAFailureOfTheHarnessToo() {
    Path cleaned = folder.resolve("cleaned");
    cleanup = "echo x >>" + cleaned;
    for (Exception failure : List.of(new IOException("full"), new IllegalStateException("full"))) {
      Runner failing =
          task -> {
            if (failure instanceof IOException full) {
              throw full;
            }
            throw (RuntimeException) failure;
          };
      assertThatThrownBy(() -> execute(campaign(failing, Phase.LOAD), run(1))).isSameAs(failure);
    }

    assertThat(cleaned).hasContent("x\nx\n");
  }

  @Test
  void aHookThatFailsMakesTheRunInvalidWithItsLastLine() throws Exception {
    cleanup = "echo geheim; false";
    assertThat(execute(campaign(), run(1)))
        .allMatch(phase -> phase.throughputOpsS() > 0)
        .extracting(PhaseResult::reason)
        .allSatisfy(
            reason -> assertThat(reason).contains("cleanup", " 1: ").doesNotContain("geheim"));

    cleanup = "touch " + folder.resolve("cleaned");
    prepare = "echo first; echo no governor >&2; echo; exit 3";
    database.closed = false;
    assertThat(execute(campaign(), run(2)))
        .extracting(PhaseResult::reason)
        .allSatisfy(reason -> assertThat(reason).contains("prepare", "3: no governor"));
    assertThat(database.closed).as("never opened").isFalse();
    assertThat(folder.resolve("cleaned")).exists();
  }

  @Test
  void aFeatureSeesEachPhaseAddsFiguresAndObjects() throws Exception {
    List<String> seen = new ArrayList<>();
    features.add(
        run ->
            Optional.of(
                new Feature() {
                  @Override
                  public void prepare(ProcessBuilder process, Role role) {
                    process.environment().put("SEEN_BY", role.name());
                  }

                  @Override
                  public void before(Phase phase, Runner.Listener listener) {
                    seen.add(phase.id());
                  }

                  @Override
                  public Optional<String> objection() {
                    return seen.size() == 2 ? Optional.of("seen") : Optional.empty();
                  }

                  @Override
                  public PhaseResult after(PhaseResult phase) {
                    Measurement.Resources resources = phase.measurement().resources();
                    return phase.with(
                        phase.measurement().with(resources.with("seen", seen.size())));
                  }
                }));

    List<PhaseResult> results = execute();

    assertThat(seen).containsExactly("load", "D");
    assertThat(variables).contains("SEEN_BY=CLIENTS");
    assertThat(results)
        .extracting(each -> each.measurement().resources().figure("seen"))
        .containsExactly(1.0, 2.0, 2.0);
    assertThat(results)
        .extracting(PhaseResult::valid, each -> "seen".equals(each.reason()))
        .containsExactly(tuple(true, false), tuple(false, true), tuple(false, false));
  }

  /** Notes when it begins and ends. */
  private record Noted(String name, List<String> seen) implements Feature {
    @Override
    public void opens() {
      seen.add("begins " + name);
    }

    @Override
    public void ended() throws DatabaseException {
      seen.add("ends " + name);
      throw new DatabaseException(name + " stays");
    }
  }

  @Test
  void whatBeganEndsInReverseOrderAlsoIfAFeatureCannotBeMade() throws Exception {
    List<String> seen = new ArrayList<>();
    features.add(run -> Optional.of(new Noted("a", seen)));
    features.add(run -> Optional.of(new Noted("b", seen)));

    assertThat(execute()).extracting(PhaseResult::reason).containsOnly("b stays");
    features.add(
        run -> {
          throw new DatabaseException("no room");
        });
    assertThat(execute(campaign(), run(2))).extracting(PhaseResult::reason).containsOnly("no room");
    assertThat(seen)
        .containsExactly(
            "begins a", "begins b", "ends b", "ends a", "begins a", "begins b", "ends b", "ends a");
  }

  @Test
  void aPhaseThatAFeatureCannotPrepareIsNotMade() throws Exception {
    features.add(
        run ->
            Optional.of(
                new Feature() {
                  @Override
                  public void before(Phase phase, Runner.Listener listener)
                      throws DatabaseException {
                    if (phase.id().equals("D")) {
                      throw new DatabaseException("warm");
                    }
                  }
                }));
    measurements.addAll(List.of(good(Phase.LOAD), bad("was asked")));

    assertThat(execute().get(1).reason()).isEqualTo("warm");
    assertThat(measurements).as("the phase was not run").hasSize(1);
  }

  private static final Phase FILL = Experiments.phase("{name: fill, fill: random}");

  @Test
  void aPhaseThatFillsTheDatabaseBeginsOnAnEmptyOneOrNotAtAll() throws Exception {
    assertThat(execute(campaign(Phase.LOAD, FILL), run(1))).hasSize(2).allMatch(PhaseResult::valid);
    assertThat(database.resets).isOne();

    database.full = "locked";
    measurements.addAll(List.of(good(Phase.LOAD), bad("was asked")));
    assertThat(execute(campaign(Phase.LOAD, FILL), run(2)))
        .extracting(PhaseResult::reason)
        .containsExactly(null, "locked");
    assertThat(measurements).as("the phase was not run").hasSize(1);
  }

  @Test
  void aMissingRecordMakesThePhaseInvalidAndEndsTheRun() throws Exception {
    database.counts.add(OptionalLong.of(RECORDS));
    database.counts.add(OptionalLong.of(RECORDS + INSERTED - 1));

    List<PhaseResult> results = execute();

    assertThat(results).extracting(PhaseResult::valid).containsExactly(true, false, false);
    assertThat(results.get(1).reason()).contains("104 records", "105");
    assertThat(results.get(1).state().recordCount()).isEqualTo(104);
    assertThat(results.get(2).reason()).contains("phase D");
    assertThat(results.get(2).throughputOpsS()).isZero();
  }

  @Test
  void aFailureOfTheRunnerEndsTheRunAndIsKeptWithoutPasswords() throws Exception {
    measurements.add(bad("1 failed for user:geheim"));

    List<PhaseResult> results = execute();

    assertThat(results).noneMatch(PhaseResult::valid);
    assertThat(results.get(0).reason()).isEqualTo("1 failed for user:***");
    assertThat(results.get(1).reason()).contains("phase load");
  }

  @Test
  void aServerThatIsGoneIsTheCauseOfFailedOperations() throws Exception {
    measurements.add(bad("1 failed"));
    database.gone = true;

    assertThat(execute().get(0).reason()).isEqualTo("killed; 1 failed");
  }

  @Test
  @Timeout(60)
  void aServerThatHangsIsGivenUpAndTheQuestionNamed() throws Exception {
    database.hangs = true;
    measurements.add(bad("1 failed"));
    assertThat(execute().get(0).reason()).as("in a phase").endsWith("; 1 failed");

    Runner impatient =
        new Runner() {
          @Override
          public Duration patience() {
            return Duration.ofSeconds(1);
          }

          @Override
          public Session start(RunTask task) throws IOException {
            return session(task);
          }
        };
    database.closed = false;
    assertThat(execute(campaign(impatient, Phase.LOAD, Phase.of("C")), run(2)).get(0).reason())
        .as("after a phase")
        .contains("count", "1 s");
    assertThat(database.closed).isTrue();
  }

  @Test
  void aServerThatEndsInAPhaseMakesItInvalid() throws Exception {
    database.command = List.of("sleep", "1000");

    List<PhaseResult> results = execute();

    assertThat(results).extracting(PhaseResult::valid).containsExactly(true, false, false);
    assertThat(results.get(1).reason()).contains("status 137 (signal 9");
  }

  @Test
  void aServerThatEndsBetweenTwoPhasesIsTheCauseInTheNext() throws Exception {
    database.command = List.of("sleep", "1000");
    measurements.add(good(Phase.LOAD));
    measurements.add(bad("connection refused"));
    Progress killer =
        new Progress() {
          @Override
          public void phaseFinished(PhaseResult result) {
            database.started.destroyForcibly().onExit().join();
          }
        };

    List<PhaseResult> results =
        new OpenRun(campaign(Phase.LOAD, Phase.of("C")), run(1))
            .execute(Rotation.Member.alone(), killer);

    assertThat(results).extracting(PhaseResult::valid).containsExactly(true, false);
    assertThat(results.get(1).reason())
        .contains("status 137 (signal 9")
        .endsWith("; connection refused");
  }

  @Test
  void aHelperThatEndedBeforeIsNoServer() throws Exception {
    database.command = List.of("true");
    Campaign campaign =
        campaign(
            task -> {
              database.started.onExit().join();
              return session(task);
            },
            Phase.LOAD,
            Phase.of("D"));

    assertThat(execute(campaign, run(1))).allMatch(PhaseResult::valid);
  }

  @Test
  void anotherDurabilityThanAskedForIsRefusedBeforeTheFirstOperation() {
    database.durability = Durability.NONE;
    measurements.add(bad("was asked"));

    assertThatThrownBy(() -> execute(campaign(), run(1)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("durability: commit", "tested", "none");
    assertThat(measurements).as("no phase was run").hasSize(1);
    assertThat(database.closed).isTrue();
  }

  @Test
  void aDurabilityThatIsChangedInAPhaseMakesItInvalid() throws Exception {
    database.weakerFrom = 2;

    List<PhaseResult> results = execute();

    assertThat(results).extracting(PhaseResult::valid).containsExactly(true, false, false);
    assertThat(results.get(1).reason()).contains("commit", "periodic");
  }

  private static RunSpec claiming() {
    Map<String, String> claim = Map.of("url", "there", "claimedDurability", "commit");
    return Runs.of(
        new DatabaseChoice("tested", claim), RunnerKind.TRACE, 1, 100, Durability.COMMIT, 1);
  }

  @Test
  void aDurabilityThatADatabaseDoesNotStateMayBeClaimedAndIsShownSo() throws Exception {
    database.states = false;

    assertThat(execute(campaign(), claiming()))
        .allMatch(PhaseResult::valid)
        .allMatch(phase -> phase.conditions().durability().equals("commit (claimed)"));
    assertThatThrownBy(() -> execute(campaign(), run(1)))
        .as("without the claim")
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("not stated");
  }

  @Test
  void aClaimBesideAStatedDurabilityIsRefused() {
    assertThatThrownBy(() -> execute(campaign(), claiming()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("(commit)", "claimedDurability");
  }

  @Test
  void aDatabaseThatNeverOpenedIsInvalidWhileOthersAreLeft() throws Exception {
    Campaign campaign = campaign(this::session, List.of(TESTED, OTHER), Phase.LOAD);
    database.refusal = "geheim full";

    assertThat(execute(campaign, run(1)))
        .extracting(PhaseResult::reason)
        .containsExactly("*** full");
    assertThatThrownBy(() -> execute(campaign, other()))
        .as("none is left")
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("tested: *** full", "other: *** full");

    database.refusal = null;
    assertThat(execute(campaign, other())).allMatch(PhaseResult::valid);
    database.refusal = "full";
    assertThat(execute(campaign, run(2))).noneMatch(PhaseResult::valid);
  }

  private static RunSpec other() {
    return Changed.with(run(1), "database", OTHER);
  }

  @Test
  void aPlaceWithoutRoomForAFolderMakesTheRunInvalid() throws Exception {
    Campaign campaign = campaign();
    Path workspace = workspaces.on("pmem").newFolder("any").getParent();
    Path full = workspace.resolve("tested-2");
    Files.createFile(full);

    assertThat(execute(campaign, run(1)))
        .extracting(PhaseResult::reason)
        .allSatisfy(
            reason -> assertThat(reason).startsWith("place pmem: ").contains(full.toString()));
    assertThat(execute(campaign, run(2))).allMatch(PhaseResult::valid);
  }

  @Test
  void remainsOnAServerAreKnownAtTheEnd() throws Exception {
    Campaign campaign = campaign();
    database.left = "5 keys of geheim";
    measurements.add(bad("wrong value"));

    assertThat(execute(campaign, run(1)))
        .as("the first fault is kept")
        .extracting(PhaseResult::reason)
        .startsWith("wrong value");
    assertThat(left).containsExactly("5 keys of ***");
  }
}
