package org.pmemycsb.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Unusual keys, names and values. */
interface ValueContract extends HasSubject {
  /** Names that a query language, a document store or a file format could trip over. */
  List<String> ODD_NAMES =
      List.of(
          "two words",
          "UPPER",
          "upper",
          "1",
          "dotted.name",
          "$set",
          "back\\slash",
          "quote'quote\"quote`",
          "semi;colon-- comment",
          "tab\tline\nend",
          "%s {0} ?",
          "_id",
          "key",
          "gr\u00fc\u00df \u5b57 \ud83d\ude00",
          "n".repeat(200));

  @Test
  default void valuesMayHoldEveryByte() throws Exception {
    Client client = plainClient();
    StringBuilder every = new StringBuilder();
    for (char value = 0; value < 256; value++) {
      every.append(value);
    }
    String upwards = every.toString();
    String downwards = every.reverse().toString();
    client.mustInsert("user1", Map.of("field0", upwards, "field1", "\0\0"));
    client.mustUpdate("user1", Map.of("field1", downwards));
    assertThat(client.mustRead("user1")).isEqualTo(Map.of("field0", upwards, "field1", downwards));
    assertThat(client.mustRead("user1", Set.of("field1"))).isEqualTo(Map.of("field1", downwards));
  }

  @Test
  default void valuesMayBeEmpty() throws Exception {
    Client client = clientWith("user1", Map.of("field0", "", "field1", "b"));
    client.mustUpdate("user1", Map.of("field1", ""));
    assertThat(client.mustRead("user1")).isEqualTo(Map.of("field0", "", "field1", ""));
    assertThat(client.mustRead("user1", Set.of("field0"))).isEqualTo(Map.of("field0", ""));
  }

  @Test
  default void fieldNamesMayHoldOddCharacters() throws Exception {
    Client client = plainClient();
    Map<String, String> fields = new TreeMap<>();
    ODD_NAMES.forEach(name -> fields.put(name, "value of " + name.length()));
    client.mustInsert("user1", fields);
    assertThat(client.mustRead("user1")).isEqualTo(fields);
    for (String name : ODD_NAMES) {
      fields.put(name, "updated " + ODD_NAMES.indexOf(name));
      client.mustUpdate("user1", Map.of(name, fields.get(name)));
      assertThat(client.mustRead("user1", Set.of(name))).isEqualTo(Map.of(name, fields.get(name)));
    }
    assertThat(client.mustRead("user1")).isEqualTo(fields);
  }

  @Test
  default void keysMayHaveOneTo250Bytes() throws Exception {
    Client client = plainClient();
    Map<String, String> written = new HashMap<>();
    for (String key :
        List.of(
            "k",
            "K",
            "user:1 %_'\"\\{}*?[a]",
            "\u00e4".repeat(125),
            "k".repeat(249),
            "k".repeat(249) + "a",
            "k".repeat(249) + "b")) {
      assertThat(key.getBytes(UTF_8)).hasSizeBetween(1, 250);
      written.put(key, "value " + written.size());
      client.mustInsert(key, Map.of("field0", written.get(key)));
    }
    written.forEach(
        (key, value) -> assertThat(client.mustRead(key)).isEqualTo(Map.of("field0", value)));
    written.keySet().forEach(client::mustDelete);
    written.keySet().forEach(client::mustNotFind);
  }
}
