package org.pmemycsb.harness.result;

import java.util.Arrays;
import java.util.Random;

/** Damages the bytes of a file in one place. */
public final class Damage {
  private static final int LONGEST = 60;

  private Damage() {}

  /** Some bytes flipped, cut out or put in, or the end cut off; never the same bytes. */
  public static byte[] of(byte[] whole, Random random) {
    int at = random.nextInt(whole.length);
    int length = 1 + random.nextInt(Math.min(LONGEST, whole.length - at));
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return switch (random.nextInt(5)) {
      case 0 -> replaced(whole, at, 1, new byte[] {(byte) (whole[at] ^ 1 << random.nextInt(8))});
      case 1 -> replaced(whole, at, length, noise);
      case 2 -> replaced(whole, at, 0, noise);
      case 3 -> replaced(whole, at, length, new byte[0]);
      default -> Arrays.copyOf(whole, at);
    };
  }

  private static byte[] replaced(byte[] whole, int at, int length, byte[] by) {
    byte[] all = new byte[whole.length - length + by.length];
    System.arraycopy(whole, 0, all, 0, at);
    System.arraycopy(by, 0, all, at, by.length);
    System.arraycopy(whole, at + length, all, at + by.length, whole.length - at - length);
    return all;
  }
}
