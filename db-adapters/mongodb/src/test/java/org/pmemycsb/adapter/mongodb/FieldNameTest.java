package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldNameTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "_id",
        "a.b",
        "$set",
        "%",
        "%25",
        "a\0b",
        "\\",
        "\"",
        "\u00fc\ud83d\ude00",
        " "
      })
  void anyNameComesBackAndIsSafeInADocument(String name) {
    String encoded = FieldName.encode(name);
    assertThat(encoded).matches("[A-Za-z0-9_%-]+").isNotEqualTo("_id");
    assertThat(FieldName.decode(encoded)).isEqualTo(name);
  }
}
