package org.pmemycsb.adapter.inprocess.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * The field names seen last, by their position in the record, both as text and as UTF-8.
 *
 * <p>Records of one workload have the same fields in the same order, so the name at a position is
 * nearly always the one of the record before, and no text has to be made or encoded for it. A wrong
 * guess costs that work, nothing else. Its memory is bounded. Not thread-safe.
 */
final class FieldNames {
  private static final int MOST = 256;

  private String[] texts = new String[16];
  private byte[][] encoded = new byte[16][];

  /** The text of the name in {@code source} from {@code from} to {@code to} (exclusive). */
  String text(int position, byte[] source, int from, int to) {
    if (position < encoded.length) {
      byte[] guess = encoded[position];
      if (guess != null && Arrays.equals(source, from, to, guess, 0, guess.length)) {
        return texts[position];
      }
    }
    String text = new String(source, from, to - from, UTF_8);
    remember(position, text, Arrays.copyOfRange(source, from, to));
    return text;
  }

  /** The name in UTF-8; the array is shared and must not be changed. */
  byte[] utf8(int position, String name) {
    if (position < texts.length && name.equals(texts[position])) {
      return encoded[position];
    }
    byte[] bytes = name.getBytes(UTF_8);
    remember(position, name, bytes);
    return bytes;
  }

  private void remember(int position, String text, byte[] bytes) {
    if (position >= MOST) {
      return;
    }
    if (position >= texts.length) {
      int length = Math.min(MOST, Math.max(position + 1, 2 * texts.length));
      texts = Arrays.copyOf(texts, length);
      encoded = Arrays.copyOf(encoded, length);
    }
    texts[position] = text;
    encoded[position] = bytes;
  }
}
