package org.pmemycsb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

/** Insert, read, update and delete, by one client. */
interface RecordContract extends HasSubject {
  @Test
  default void insertedRecordIsSeenByAnotherClient() throws Exception {
    OpenDatabase open = subject().plain();
    Client writer = open.client();
    Client reader = open.client();
    writer.mustInsert("user1", Map.of("field0", "a"));
    assertThat(reader.mustRead("user1")).isEqualTo(Map.of("field0", "a"));
  }

  @Test
  default void recordOutlivesItsClient() throws Exception {
    OpenDatabase open = subject().plain();
    try (Client writer = open.client()) {
      writer.mustInsert("user1", Map.of("field0", "a"));
    }
    assertThat(open.client().mustRead("user1")).isEqualTo(Map.of("field0", "a"));
  }

  @Test
  default void readGivesOnlyTheFieldsAskedFor() throws Exception {
    Client client = clientWith("user1", Map.of("field0", "a", "field1", "b", "field2", "c"));
    assertThat(client.mustRead("user1", Set.of("field0", "field2")))
        .isEqualTo(Map.of("field0", "a", "field2", "c"));
  }

  @Test
  default void fieldThatTheRecordLacksIsLeftOut() throws Exception {
    Client client = clientWith("user1", Map.of("field0", "a"));
    assertThat(client.mustRead("user1", Set.of("field0", "field1")))
        .isEqualTo(Map.of("field0", "a"));
    assertThat(client.mustRead("user1", Set.of("field1", "field2"))).isEmpty();
  }

  @Test
  default void readOfAnAbsentKeyIsNotFound() throws Exception {
    Client client = clientWith("user1", Map.of("field0", "a"));
    assertThat(client.read("user2")).isEqualTo(new Client.Read(Status.NOT_FOUND, Map.of()));
  }

  @Test
  default void readOfSomeFieldsOfAnAbsentKeyIsNotFound() throws Exception {
    Client client = clientWith("user1", Map.of("field0", "a"));
    assertThat(client.read("user2", Set.of("field0")))
        .isEqualTo(new Client.Read(Status.NOT_FOUND, Map.of()));
  }

  @Test
  default void updateOfAllFieldsChangesThemAll() throws Exception {
    Client client = clientWith("user1", Map.of("field0", "a", "field1", "b"));
    client.mustInsert("user2", Map.of("field0", "a", "field1", "b"));
    client.mustUpdate("user1", Map.of("field0", "longer than before", "field1", ""));
    assertThat(client.mustRead("user1"))
        .isEqualTo(Map.of("field0", "longer than before", "field1", ""));
    assertThat(client.mustRead("user2")).isEqualTo(Map.of("field0", "a", "field1", "b"));
  }

  @Test
  default void updateOfAnAbsentKeyIsNotFoundAndMakesNoRecord() throws Exception {
    Client client = plainClient();
    assertThat(client.update("user1", Map.of("field0", "a"))).isEqualTo(Status.NOT_FOUND);
    client.mustNotFind("user1");
  }

  @Test
  default void deletedRecordIsGone() throws Exception {
    Client client = clientWith("user1", Map.of("field0", "a"));
    client.mustInsert("user2", Map.of("field0", "b"));
    client.mustDelete("user1");
    client.mustNotFind("user1");
    assertThat(client.mustRead("user2")).isEqualTo(Map.of("field0", "b"));
  }

  @Test
  default void deleteOfAnAbsentKeyIsNotFound() throws Exception {
    Client client = clientWith("user1", Map.of("field0", "a"));
    assertThat(client.delete("user2")).isEqualTo(Status.NOT_FOUND);
    client.mustDelete("user1");
    assertThat(client.delete("user1")).isEqualTo(Status.NOT_FOUND);
  }
}
