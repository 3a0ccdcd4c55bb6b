package org.pmemycsb.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Restartable;
import site.ycsb.Status;

/** The life of a database, and the facts that it states. */
interface ServerContract extends HasSubject {
  int OPERATIONS = 100;

  @Test
  default void resetEmpties() throws Exception {
    OpenDatabase open = subject().plain();
    try (Client client = open.client()) {
      client.mustInsert("user1", Map.of("field0", "a", "field1", "b"));
    }
    open.reset();
    Client client = open.client();
    client.mustNotFind("user1");
    assertThat(client.update("user1", Map.of("field0", "b"))).isEqualTo(Status.NOT_FOUND);
    client.mustInsert("user1", Map.of("field0", "c"));
    assertThat(client.mustRead("user1")).isEqualTo(Map.of("field0", "c"));
  }

  @Test
  default void everyClientPropertyIsDeclared() throws Exception {
    Set<String> declared = subject().adapter().ownProperties().keySet();
    assumeFalse(declared.isEmpty(), "ownProperties() is optional: it is empty here");
    assertThat(declared)
        .containsAll(subject().plain().server().clientProperties().stringPropertyNames());
  }

  @Test
  default void recordCountIsRight() throws Exception {
    OpenDatabase open = subject().plain();
    DatabaseServer server = open.server();
    assumeTrue(server.recordCount().isPresent(), "recordCount() is optional: it is empty here");
    assertThat(server.recordCount()).hasValue(0);
    try (Client client = open.client()) {
      for (int i = 0; i < 100; i++) {
        client.mustInsert("user" + i, Map.of("field0", "a", "field1", "b"));
      }
      client.mustInsert("user1", Map.of("field0", "again"));
      client.mustUpdate("user2", Map.of("field0", "again"));
      client.update("user-absent", Map.of("field0", "a"));
      client.mustDelete("user3");
    }
    assertThat(server.recordCount()).hasValue(99);
    open.reset();
    assertThat(server.recordCount()).hasValue(0);
  }

  @Test
  default void recordCountIsRightInAnExperimentThatScans() throws Exception {
    OpenDatabase open = subject().ordered();
    DatabaseServer server = open.server();
    assumeTrue(server.recordCount().isPresent(), "recordCount() is optional: it is empty here");
    try (Client client = open.client()) {
      for (int i = 0; i < 10; i++) {
        client.mustInsert("user" + i, Map.of("field0", "a"));
      }
    }
    assertThat(server.recordCount()).hasValue(10);
  }

  @Test
  default void versionNamesProductAndNumber() throws Exception {
    assertThat(subject().plain().server().version()).matches("\\p{L}[^\\n]*\\d[^\\n]*");
  }

  @Test
  default void storeInTheClientsProcessIsNotKilledByItsServer() throws Exception {
    OpenDatabase open = subject().plain();
    if (open.server().livesInClient()) {
      // A crash is the kill of the clients' process; this method must not pretend to be one.
      assertThat(open.server()).isNotInstanceOf(Restartable.class);
    }
  }

  @Test
  default void statisticsGrow() throws Exception {
    OpenDatabase open = subject().plain();
    Map<String, Long> before = counters(open);
    try (Client client = open.client()) {
      for (int i = 0; i < OPERATIONS; i++) {
        client.mustInsert("user" + i, Map.of("field0", "a"));
        client.mustRead("user" + i);
      }
    }
    Map<String, Long> after = counters(open);
    assertThat(after).containsKeys(before.keySet().toArray(String[]::new));
    before.forEach(
        (name, value) -> assertThat(after.get(name)).as(name).isGreaterThanOrEqualTo(value));
    assumeFalse(after.isEmpty(), "statistics() is optional: it has no counter here");
    assertThat(after)
        .as("a counter that saw %d inserts and reads; before them: %s", OPERATIONS, before)
        .anySatisfy(
            (name, value) -> assertThat(value).isGreaterThan(before.getOrDefault(name, 0L)));
  }

  /** The statistics without the size of a store's files, which can shrink. */
  private static Map<String, Long> counters(OpenDatabase open) throws Exception {
    Map<String, Long> counters = new TreeMap<>(open.server().statistics());
    counters.remove("bytes_on_medium");
    return counters;
  }

  @Test
  default void configurationIsTextUnderFileNames() throws Exception {
    Map<String, String> configuration = subject().plain().server().configuration();
    assumeFalse(configuration.isEmpty(), "configuration() is optional: it is empty here");
    configuration.forEach(
        (name, text) -> {
          assertThat(name).matches("[A-Za-z0-9][A-Za-z0-9._-]*");
          assertThat(text).as(name).isNotBlank();
        });
  }

  @Test
  default void twoDatabasesAtOnceDoNotDisturbEachOther() throws Exception {
    OpenDatabase one = subject().plain();
    Client inOne = one.client();
    inOne.mustInsert("user1", Map.of("field0", "one"));
    try (OpenDatabase two = subject().open()) {
      try (Client inTwo = two.client()) {
        inTwo.mustNotFind("user1");
        inTwo.mustInsert("user1", Map.of("field0", "two"));
        assertThat(inOne.mustRead("user1")).isEqualTo(Map.of("field0", "one"));
        assertThat(inTwo.mustRead("user1")).isEqualTo(Map.of("field0", "two"));
      }
      two.reset();
      assertThat(inOne.mustRead("user1")).isEqualTo(Map.of("field0", "one"));
    }
    assertThat(inOne.mustRead("user1")).isEqualTo(Map.of("field0", "one"));
    inOne.mustUpdate("user1", Map.of("field0", "still one"));
  }
}
