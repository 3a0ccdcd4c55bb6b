package org.pmemycsb.it.contract;

/** One way to be wrong, and the test of the contract that catches it. */
enum Defect {
  NOT_REGISTERED("adapterIsFoundByServiceLoader"),
  NAME_WITH_A_SPACE("nameFitsIntoFilesAndCommandLines"),
  CLIENT_CANNOT_BE_MADE("clientClassCanBeMadeByName"),
  PROBE_SAYS_NO("probeFindsTheDatabaseThatTheSuiteStarts"),

  INSERT_LOSES_A_FIELD("insertedRecordIsReadWithAllItsFields"),
  WRITES_ARE_KEPT_UNTIL_CLEANUP("insertedRecordIsSeenByAnotherClient"),
  CLEANUP_DROPS_WHAT_WAS_WRITTEN("recordOutlivesItsClient"),
  READ_IGNORES_FIELDS("readGivesOnlyTheFieldsAskedFor"),
  ABSENT_FIELDS_ARE_EMPTY("fieldThatTheRecordLacksIsLeftOut"),
  ABSENT_FIELDS_ARE_NOT_FOUND("fieldThatTheRecordLacksIsLeftOut"),
  READ_OF_ABSENT_IS_ERROR("readOfAnAbsentKeyIsNotFound"),
  READ_OF_ABSENT_FINDS_ANOTHER_RECORD("readOfAnAbsentKeyIsNotFound"),
  READ_OF_FIELDS_OF_ABSENT_IS_OK("readOfSomeFieldsOfAnAbsentKeyIsNotFound"),
  UPDATE_REPLACES("partialUpdateKeepsTheOtherFields"),
  UPDATE_CHANGES_EVERY_RECORD("updateOfAllFieldsChangesThemAll"),
  UPDATE_INSERTS("updateOfAnAbsentKeyIsNotFoundAndMakesNoRecord"),
  UPDATE_OF_ABSENT_IS_OK("updateOfAnAbsentKeyIsNotFoundAndMakesNoRecord"),
  DELETE_DOES_NOTHING("deletedRecordIsGone"),
  DELETE_HIDES_ANOTHER_RECORD("deletedRecordIsGone"),
  INSERT_BRINGS_THE_DELETED_BACK("deletedRecordStaysGoneWhileOthersAreWritten"),
  DELETE_OF_ABSENT_IS_OK("deleteOfAnAbsentKeyIsNotFound"),
  INSERT_MERGES("insertOfAnExistingKeyReplacesTheWholeRecord"),
  INSERT_REFUSES_AN_EXISTING_KEY("insertOfAnExistingKeyReplacesTheWholeRecord"),

  VALUES_ARE_TEXT("valuesMayHoldEveryByte"),
  EMPTY_VALUES_ARE_DROPPED("valuesMayBeEmpty"),
  VALUES_ARE_CUT("valuesMayBeOneMebibyte"),
  NAMES_IN_LOWER_CASE("fieldNamesMayHoldOddCharacters"),
  NAMES_END_AT_A_DOT("fieldNamesMayHoldOddCharacters"),
  KEYS_ARE_CUT("keysMayHaveOneTo250Bytes"),

  SCAN_IS_BACKWARDS("scanGivesRecordsInTheOrderOfTheirKeys"),
  SCAN_LEAVES_OUT_ITS_START("scanStartsWithItsStartKey"),
  SCAN_NEEDS_ITS_START("scanStartsAboveAStartKeyThatIsAbsent"),
  SCAN_IGNORES_ITS_COUNT("scanGivesNoMoreThanItsCount"),
  SCAN_GOES_ROUND("scanEndsWithTheLastRecord"),
  SCAN_IGNORES_FIELDS("scanGivesOnlyTheFieldsAskedFor"),
  INDEX_KEEPS_DELETED_KEYS("scanSeesWhatWasDeletedReplacedAndUpdated"),
  INDEX_OUTLIVES_RESET("scanOfAResetDatabaseIsEmpty"),

  UPDATE_READS_AND_THEN_WRITES("partialUpdatesOfOneRecordLoseNothing"),
  THREADS_SHARE_A_BUFFER("threadsDoNotDisturbEachOthersRecords"),
  INSERT_IN_TWO_STEPS("replacedRecordIsNeverSeenInHalves"),
  CLEANUP_CLOSES_THE_CONNECTION_OF_ALL("cleanupLeavesOtherClientsAlone"),

  RESET_DOES_NOTHING("resetEmpties"),
  CLIENT_PROPERTY_IS_SECRET("everyClientPropertyIsDeclared"),
  COUNT_IS_OF_INSERTS("recordCountIsRight"),
  COUNT_HAS_THE_INDEX_IN_IT("recordCountIsRightInAnExperimentThatScans"),
  VERSION_WITHOUT_PRODUCT("versionNamesProductAndNumber"),
  DURABILITY_AS_CONFIGURED("durabilityInForceAndLossWindowFitTheOneAskedFor"),
  LOSS_WINDOW_AT_COMMIT("durabilityInForceAndLossWindowFitTheOneAskedFor"),
  LIVES_IN_ITS_CLIENTS_AND_IN_A_SERVER("storeInTheClientsProcessIsNotKilledByItsServer"),
  STATISTICS_STAND_STILL("statisticsGrow"),
  STATISTICS_SHRINK("statisticsGrow"),
  CONFIGURATION_UNDER_A_PATH("configurationIsTextUnderFileNames"),
  DATABASES_SHARE_RECORDS("twoDatabasesAtOnceDoNotDisturbEachOther"),
  CLOSE_LEAVES_A_PROCESS("closeLeavesNoProcessAndNoFileAndMayBeCalledAgain"),
  CLOSE_LEAVES_A_FILE("closeLeavesNoProcessAndNoFileAndMayBeCalledAgain"),
  CLOSE_WORKS_ONCE("closeLeavesNoProcessAndNoFileAndMayBeCalledAgain"),

  PASSWORD_IS_NOT_ASKED_FOR("clientsNeedTheAddressAndThePasswordOfThisStart"),
  PASSWORD_STAYS("clientsNeedTheAddressAndThePasswordOfThisStart"),
  LISTENS_EVERYWHERE("clientsNeedTheAddressAndThePasswordOfThisStart"),
  PASSWORD_IN_A_VARIABLE("othersCannotReadThePassword"),
  PASSWORD_IN_A_FILE("othersCannotReadThePassword"),
  FOLDER_IS_GIVEN_AWAY("theServerHasNoRightsOfRootAndItsFolderIsOurs"),

  THROWS_WHEN_KILLED("killedUnderItsClientsAnswersWithAStatus"),
  NOT_FOUND_WHEN_KILLED("killedUnderItsClientsAnswersWithAStatus"),
  NEVER_RECONNECTS("clientsWorkAgainAfterARestart"),
  KILL_LOSES_THE_LAST_RECORDS("recordsAcknowledgedAtCommitSurviveAKill"),
  COUNT_IS_WRONG_AFTER_A_RESTART("restartedDatabaseAnswersAtOnceWithAllRecords"),
  LOG_STAYS_WITH_THE_DATA("logLiesOnAPlaceOfItsOwnUntilTheDatabaseIsClosed"),
  LOG_IS_LEFT("logLiesOnAPlaceOfItsOwnUntilTheDatabaseIsClosed"),
  LOG_APART_IS_NOT_REPLAYED("logOnAPlaceOfItsOwnHoldsTheAcknowledgedWrites"),
  LOST_LOG_IS_AN_EMPTY_ONE("databaseWhoseLogIsLostDoesNotOpen"),
  KILL_BRINGS_THE_DELETED_BACK("deletesAcknowledgedAtCommitSurviveAKill"),
  ALL_IS_WELL_WHEN_GONE("clientOfADatabaseThatIsGoneFails");

  private final String caughtBy;

  Defect(String caughtBy) {
    this.caughtBy = caughtBy;
  }

  /** The name of the test that must fail. */
  String caughtBy() {
    return caughtBy;
  }
}
