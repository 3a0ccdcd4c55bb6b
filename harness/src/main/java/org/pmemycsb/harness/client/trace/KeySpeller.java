package org.pmemycsb.harness.client.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.pmemycsb.harness.plan.design.KeyShape;
import site.ycsb.Utils;

/**
 * Spells keys as {@link KeyFormat} does, fast enough to do it for each operation.
 *
 * <p>Keys are not looked up in a table. In a table of 100,000 strings each string lies in two
 * places of memory, and waiting for them took longer than making the key again. A new key is also
 * in the processor's cache, as a client's own key would be.
 *
 * <p>An instance reuses its buffer and so belongs to one thread.
 */
public final class KeySpeller {
  private static final byte[] PREFIX = KeyShape.PREFIX.getBytes(StandardCharsets.ISO_8859_1);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MOST_DIGITS = 19;
  // Three groups of eight.
  private static final int WRITTEN = 24;
  private static final long GROUP = 100_000_000;
  private static final long ZEROS = 0x3030303030303030L;
  // The factor of a hash of five zero bytes.
  private static final long FIVE_ZERO_BYTES = power(Utils.FNV_PRIME_64, 5);

  private final boolean hashed;
  private final int prefix;
  private final int padding;

  /** Null if no zeros follow the digits. */
  private final KeyFormat.Lengths lengths;

  /** Prefix, or room for it, then zeros, then {@value #WRITTEN} digits, then zeros. */
  private final byte[] buffer;

  /** The index behind the last digit. */
  private final int end;

  KeySpeller(KeyFormat format) {
    hashed = format.hashed();
    prefix = format.prefix();
    padding = Math.max(1, format.zeroPadding());
    lengths = format.lengths().orElse(null);
    end = PREFIX.length + Math.max(padding, WRITTEN);
    buffer = new byte[end + (lengths == null ? 0 : lengths.longest)];
    Arrays.fill(buffer, (byte) '0');
  }

  /** The key with this number, from 0. */
  public String name(long number) {
    long shown = hashed ? hash(number) : number;
    if (shown < 0) { // Utils.hash of one number in 2^64: its absolute value does not fit a long
      String digits = Long.toString(shown);
      return KeyShape.PREFIX.substring(PREFIX.length - prefix)
          + "0".repeat(Math.max(0, padding - digits.length()))
          + digits;
    }
    long high = shown / GROUP;
    LONGS.set(buffer, end - 8, digits(shown - high * GROUP));
    LONGS.set(buffer, end - 16, digits(high % GROUP));
    LONGS.set(buffer, end - 24, digits(high / GROUP));
    int length = padding >= MOST_DIGITS ? padding : Math.max(padding, count(shown));
    System.arraycopy(PREFIX, 0, buffer, end - length - PREFIX.length, PREFIX.length);
    int all = length + prefix;
    int begin = end - all;
    if (lengths != null) {
      all = Math.max(all, lengths.of(number));
    }
    return new String(buffer, begin, all, StandardCharsets.ISO_8859_1);
  }

  /**
   * A key that no record has: the key of a number, with a letter in place of its last character. It
   * has the same length, and follows its neighbours in key order.
   */
  public String missing(long number) {
    String present = name(number);
    int last = present.length() - 1;
    return present.substring(0, last) + (char) (present.charAt(last) - '0' + 'a');
  }

  /**
   * As {@link Utils#hash}, which multiplies once for each of eight bytes and waits for each
   * product. Most numbers have five bytes of zero at the end; one multiplication does for all of
   * them.
   */
  private static long hash(long number) {
    if (number >>> 24 != 0) {
      return Utils.hash(number);
    }
    long hash = (Utils.FNV_OFFSET_BASIS_64 ^ number & 0xFF) * Utils.FNV_PRIME_64;
    hash = (hash ^ number >> 8 & 0xFF) * Utils.FNV_PRIME_64;
    hash = (hash ^ number >> 16) * Utils.FNV_PRIME_64;
    return Math.abs(hash * FIVE_ZERO_BYTES);
  }

  private static long power(long base, int exponent) {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
  }

  private static int count(long number) {
    int digits = 1;
    for (long rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    return digits;
  }

  /**
   * Eight digits at a time, the first in the lowest byte: the number is cut into halves of four
   * digits, those into pairs, those into digits, each time all parts at once in lanes of one word.
   * Dividing by 100 and 10 is multiplying by a rounded inverse, exact for numbers this small (10486
   * / 2^20 up to 9999, 103 / 2^10 up to 99).
   */
  private static long digits(long number) {
    long half = number / 10_000;
    long halves = half | (number - half * 10_000) << 32;
    long hundreds = halves * 10_486 >>> 20 & 0x0000_007F_0000_007FL;
    long pairs = hundreds | halves - hundreds * 100 << 16;
    long tens = pairs * 103 >>> 10 & 0x000F_000F_000F_000FL;
    return (tens | pairs - tens * 10 << 8) + ZEROS;
  }
}
