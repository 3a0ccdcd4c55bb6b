package org.pmemycsb.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/**
 * The contract holds on a database that is right, and each of its tests catches one that is not.
 */
class DbContractTest {
  private static volatile DatabaseAdapter subject;

  /** Run by the tests here only: the build does not look for tests in nested classes. */
  static class OnMemory extends DbContract {
    @Override
    protected DatabaseAdapter adapter() {
      return subject;
    }
  }

  @Test
  void databaseThatIsRightPassesAll() {
    Events tests = all(new MemoryAdapter());
    assertThat(tests.failed().list()).isEmpty();
    assertThat(tests.aborted().list()).isEmpty();
    assertThat(tests.succeeded().count()).isEqualTo(contractTests().size());
  }

  @Test
  void databaseWithoutWhatIsOptionalIsTold() {
    MemoryClient.USES_AFTER_CLEANUP.set(0);
    Events tests = all(MemoryAdapter.minimal());
    assertThat(tests.failed().list()).isEmpty();
    // A store with native code would take the JVM down with it.
    assertThat(MemoryClient.USES_AFTER_CLEANUP).hasValue(0);
    assertThat(tests.aborted().list())
        .extracting(DbContractTest::reason)
        .allMatch(reason -> reason.contains("is optional"));
    assertThat(names(tests.aborted()))
        .containsExactlyInAnyOrder(
            "scanGivesRecordsInTheOrderOfTheirKeys",
            "scanStartsWithItsStartKey",
            "scanStartsAboveAStartKeyThatIsAbsent",
            "scanGivesNoMoreThanItsCount",
            "scanEndsWithTheLastRecord",
            "scanGivesOnlyTheFieldsAskedFor",
            "scanSeesWhatWasDeletedReplacedAndUpdated",
            "scanOfAResetDatabaseIsEmpty",
            "everyClientPropertyIsDeclared",
            "recordCountIsRight",
            "clientsNeedTheAddressAndThePasswordOfThisStart",
            "othersCannotReadThePassword",
            "theServerHasNoRightsOfRootAndItsFolderIsOurs",
            "recordCountIsRightInAnExperimentThatScans",
            "statisticsGrow",
            "configurationIsTextUnderFileNames",
            "deletesAcknowledgedAtCommitSurviveAKill",
            "logLiesOnAPlaceOfItsOwnUntilTheDatabaseIsClosed",
            "logOnAPlaceOfItsOwnHoldsTheAcknowledgedWrites",
            "databaseWhoseLogIsLostDoesNotOpen",
            "killedUnderItsClientsAnswersWithAStatus",
            "clientsWorkAgainAfterARestart",
            "recordsAcknowledgedAtCommitSurviveAKill");
  }

  @ParameterizedTest
  @EnumSource(Defect.class)
  void defectIsCaught(Defect defect) {
    subject = MemoryAdapter.with(defect);
    Events tests =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectMethod(OnMemory.class, defect.caughtBy()))
            .execute()
            .testEvents();
    assertThat(tests.started().count()).isEqualTo(1);
    assertThat(names(tests.failed())).containsExactly(defect.caughtBy());
  }

  @Test
  void everyTestOfTheContractCatchesADefect() {
    assertThat(Arrays.stream(Defect.values()).map(Defect::caughtBy).collect(Collectors.toSet()))
        .isEqualTo(contractTests());
  }

  private static Events all(DatabaseAdapter adapter) {
    subject = adapter;
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(OnMemory.class))
        .execute()
        .testEvents();
  }

  private static Set<String> contractTests() {
    return Arrays.stream(DbContract.class.getMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .map(method -> method.getName())
        .collect(Collectors.toSet());
  }

  private static List<String> names(Events events) {
    return events.stream()
        .map(event -> event.getTestDescriptor().getDisplayName().replace("()", ""))
        .toList();
  }

  private static String reason(Event event) {
    return event
        .getRequiredPayload(TestExecutionResult.class)
        .getThrowable()
        .map(Throwable::getMessage)
        .orElse("no reason");
  }
}
