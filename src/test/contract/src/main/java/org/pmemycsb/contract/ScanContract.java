package org.pmemycsb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

/** Scans, in an experiment that has them; aborted where the client answers NOT_IMPLEMENTED. */
public interface ScanContract extends HasSubject {
  /** In the order of their bytes, which no natural or local order shares. */
  List<String> KEYS =
      List.of("User2", "user", "user-1", "user1", "user10", "user100", "user2", "userA", "user_1");

  private Client loaded() throws Exception {
    Client client = subject().ordered().client();
    List<String> shuffled = new ArrayList<>(KEYS);
    Collections.shuffle(shuffled, new Random(1));
    for (String key : shuffled) {
      client.mustInsert(key, Map.of("key", key, "other", "x"));
    }
    return client;
  }

  private static List<String> keys(Client client, String startKey, int count) {
    Client.Scan scan = client.scanIfOrdered(startKey, count, null);
    assertThat(scan.status()).as("scan from %s", startKey).isEqualTo(Status.OK);
    return scan.records().stream().map(fields -> fields.get("key")).toList();
  }

  @Test
  default void scanGivesRecordsInTheOrderOfTheirKeys() throws Exception {
    assertThat(keys(loaded(), KEYS.get(0), KEYS.size())).isEqualTo(KEYS);
  }

  @Test
  default void scanStartsWithItsStartKey() throws Exception {
    assertThat(keys(loaded(), "user1", 100)).isEqualTo(KEYS.subList(3, KEYS.size()));
  }

  @Test
  default void scanStartsAboveAStartKeyThatIsAbsent() throws Exception {
    assertThat(keys(loaded(), "user101", 2)).containsExactly("user2", "userA");
  }

  @Test
  default void scanGivesNoMoreThanItsCount() throws Exception {
    Client client = loaded();
    assertThat(keys(client, "user1", 3)).containsExactly("user1", "user10", "user100");
    // A client may use the memory of shorter scans again.
    for (int count = 1; count <= KEYS.size(); count++) {
      assertThat(keys(client, KEYS.get(0), count)).isEqualTo(KEYS.subList(0, count));
    }
  }

  @Test
  default void scanEndsWithTheLastRecord() throws Exception {
    Client client = loaded();
    assertThat(keys(client, "userA", 100)).containsExactly("userA", "user_1");
    assertThat(keys(client, "v", 100)).isEmpty();
  }

  @Test
  default void scanGivesOnlyTheFieldsAskedFor() throws Exception {
    Client client = loaded();
    Client.Scan scan = client.scanIfOrdered("user1", 2, Set.of("key"));
    assertThat(scan)
        .isEqualTo(
            new Client.Scan(Status.OK, List.of(Map.of("key", "user1"), Map.of("key", "user10"))));
  }

  @Test
  default void scanSeesWhatWasDeletedReplacedAndUpdated() throws Exception {
    Client client = loaded();
    client.mustDelete("user10");
    client.mustInsert("user100", Map.of("key", "replaced"));
    client.mustUpdate("user2", Map.of("key", "updated"));
    assertThat(client.update("user3", Map.of("key", "absent"))).isEqualTo(Status.NOT_FOUND);
    assertThat(keys(client, "user1", 4)).containsExactly("user1", "replaced", "updated", "userA");
  }

  @Test
  default void scanOfAResetDatabaseIsEmpty() throws Exception {
    OpenDatabase open = subject().ordered();
    try (Client client = open.client()) {
      client.mustInsert("user1", Map.of("key", "user1"));
      assertThat(keys(client, "u", 10)).containsExactly("user1");
    }
    open.reset();
    assertThat(keys(open.client(), "u", 10)).isEmpty();
  }
}
