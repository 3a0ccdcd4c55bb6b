package org.pmemycsb.harness.host;

import java.util.OptionalInt;

/** Tells whether a person reads the output, and how wide the screen is. */
public final class Terminal {
  private static final int STANDARD_OUTPUT = 1;
  private static final int STANDARD_ERROR = 2;
  private static final int USUAL_WIDTH = 80;

  private Terminal() {}

  /**
   * The width of the terminal on standard error in columns; empty if it is no terminal, or unknown.
   */
  public static OptionalInt widthOfStandardError() {
    return width(STANDARD_ERROR);
  }

  /** Whether standard output is a terminal; false if unknown. */
  public static boolean isStandardOutput() {
    return width(STANDARD_OUTPUT).isPresent();
  }

  private static OptionalInt width(int descriptor) {
    try {
      short[] size = new short[4];
      if (LibC.load().ioctl(descriptor, LibC.TIOCGWINSZ, size) != 0) {
        return OptionalInt.empty();
      }
      return OptionalInt.of(size[1] > 0 ? size[1] : USUAL_WIDTH);
    } catch (UnsatisfiedLinkError unknown) {
      return OptionalInt.empty();
    }
  }
}
