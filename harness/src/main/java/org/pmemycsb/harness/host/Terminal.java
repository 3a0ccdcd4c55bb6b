package org.pmemycsb.harness.host;

import com.sun.jna.Library;
import com.sun.jna.Native;

/** Whether a person reads the output. */
public final class Terminal {
  private static final int STANDARD_ERROR = 2;

  private Terminal() {}

  private interface Libc extends Library {
    int isatty(int descriptor);
  }

  /** Whether standard error is a terminal; false where the system cannot be asked. */
  public static boolean onStandardError() {
    try {
      return Native.load("c", Libc.class).isatty(STANDARD_ERROR) == 1;
    } catch (UnsatisfiedLinkError unknown) {
      return false;
    }
  }
}
