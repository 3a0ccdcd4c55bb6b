package org.pmemycsb.adapter.mongodb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;

/**
 * Field names in a document. Letters, digits, {@code _} and {@code -} of ASCII are as they are;
 * every other byte of the UTF-8 form is {@code %} and two hexadecimal digits. {@code _id} is ours
 * and becomes {@code %5Fid}; the empty name becomes {@code %}.
 */
final class FieldName {
  private static final String EMPTY = "%";
  private static final String ID = "_id";
  private static final String ESCAPED_ID = "%5Fid";

  private FieldName() {}

  static String encode(String name) {
    if (name.isEmpty()) {
      return EMPTY;
    }
    if (name.equals(ID)) {
      return ESCAPED_ID;
    }
    for (int at = 0; at < name.length(); at++) {
      if (!plain(name.charAt(at))) {
        return escape(name);
      }
    }
    return name;
  }

  private static String escape(String name) {
    String text = URLEncoder.encode(name, UTF_8);
    return text.replace("+", "%20").replace(".", "%2E").replace("*", "%2A");
  }

  private static boolean plain(char character) {
    return character >= 'a' && character <= 'z'
        || character >= 'A' && character <= 'Z'
        || character >= '0' && character <= '9'
        || character == '_'
        || character == '-';
  }

  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    return text.equals(EMPTY) ? "" : URLDecoder.decode(text, UTF_8);
  }
}
