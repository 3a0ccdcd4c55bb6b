package org.pmemycsb.harness;

/** Text in commands that a user can copy into a POSIX shell. */
public final class Shell {
  private Shell() {}

  public static String word(Object text) {
    String plain = text.toString();
    return plain.matches("[A-Za-z0-9_./:=,@%+-]+")
        ? plain
        : "'" + plain.replace("'", "'\\''") + "'";
  }
}
