package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Passwords of servers that the harness starts. Each start has one of its own. */
public final class Passwords {
  private static final int BYTES = 16;

  private Passwords() {}

  /** 32 hexadecimal digits. */
  public static String random() {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** Writes a new file that only its owner, the account, can read. */
  public static void write(Path file, String text, Account account) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
    account.own(file);
  }
}
