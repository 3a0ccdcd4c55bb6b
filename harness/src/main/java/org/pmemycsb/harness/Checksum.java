package org.pmemycsb.harness;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** The checksum in files of results: CRC-32C as eight hexadecimal digits. */
public final class Checksum {
  private Checksum() {}

  /** The checksum of a text in UTF-8. */
  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  public static String of(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return String.format("%08x", sum.getValue());
  }
}
