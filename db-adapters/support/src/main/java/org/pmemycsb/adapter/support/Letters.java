package org.pmemycsb.adapter.support;

import java.util.Random;

/** Values that are text and bytes at once, for tools that take arguments only. */
public final class Letters {
  private Letters() {}

  /** So many lower-case letters, drawn at random. */
  public static String random(int count, Random random) {
    return random
        .ints(count, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
