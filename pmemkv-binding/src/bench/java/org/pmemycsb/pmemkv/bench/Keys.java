package org.pmemycsb.pmemkv.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The keys and their order, the same as in {@code native_loop.cpp}. Not thread-safe. */
final class Keys {
  private final String[] texts;
  private final byte[][] bytes;
  private long state = 88172645463325252L;

  Keys(int count) {
    texts = new String[count];
    bytes = new byte[count][];
    for (int i = 0; i < count; i++) {
      texts[i] = "user%028d".formatted(i);
      bytes[i] = texts[i].getBytes(UTF_8);
    }
  }

  int count() {
    return texts.length;
  }

  /** The position of the next key: Marsaglia's xorshift. */
  int next() {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return (int) ((state >>> 33) % texts.length);
  }

  String text(int position) {
    return texts[position];
  }

  byte[] bytes(int position) {
    return bytes[position];
  }
}
