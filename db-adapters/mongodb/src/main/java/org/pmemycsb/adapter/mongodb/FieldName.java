package org.pmemycsb.adapter.mongodb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/**
 * Field names in a document. Letters, digits, {@code _} and {@code -} of ASCII are as they are;
 * every other byte of the UTF-8 form is {@code %} and two hexadecimal digits. {@code _id} is ours
 * and becomes {@code %5Fid}; the empty name becomes {@code %}.
 */
final class FieldName {
  private static final String EMPTY = "%";
  private static final String ID = "_id";
  private static final String ESCAPED_ID = "%5Fid";
  private static final String DIGITS = "0123456789ABCDEF";

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
    StringBuilder text = new StringBuilder();
    for (byte value : name.getBytes(UTF_8)) {
      if (plain((char) value)) {
        text.append((char) value);
      } else {
        text.append('%').append(DIGITS.charAt((value >> 4) & 15)).append(DIGITS.charAt(value & 15));
      }
    }
    return text.toString();
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
    if (text.equals(EMPTY)) {
      return "";
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) == '%') {
        bytes.write(Integer.parseInt(text, at + 1, at + 3, 16));
        at += 2;
      } else {
        bytes.write(text.charAt(at));
      }
    }
    return bytes.toString(UTF_8);
  }
}
