package org.pmemycsb.adapter.support.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The fields that have no column, as a JSON object. Names and values are in base 64: a name may be
 * any text and a value any bytes, and neither needs escaping.
 */
final class OtherFields {
  private OtherFields() {}

  static String encode(Map<String, byte[]> fields) {
    Base64.Encoder base64 = Base64.getEncoder();
    StringJoiner members = new StringJoiner(",", "{", "}");
    fields.forEach(
        (name, value) ->
            members.add(
                '"'
                    + base64.encodeToString(name.getBytes(UTF_8))
                    + "\":\""
                    + base64.encodeToString(value)
                    + '"'));
    return members.toString();
  }

  /**
   * The fields of an object that {@link #encode} made and a database may have merged and laid out
   * anew.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  static Map<String, byte[]> decode(String json) {
    Base64.Decoder base64 = Base64.getDecoder();
    Map<String, byte[]> fields = new LinkedHashMap<>();
    // Base 64 has no quote: text in quotes alternates with what stands between.
    String[] parts = json.split("\"", -1);
    if (parts.length % 4 != 1) {
      throw new IllegalArgumentException("not the fields of a record: " + json);
    }
    for (int part = 1; part < parts.length; part += 4) {
      fields.put(new String(base64.decode(parts[part]), UTF_8), base64.decode(parts[part + 2]));
    }
    return fields;
  }
}
