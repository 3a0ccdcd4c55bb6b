package org.pmemycsb.harness.trace;

/**
 * Keys by number, spelt beforehand where they fit, so that the spelling is not measured.
 *
 * <p>Safe for any number of threads.
 */
public final class KeyTable {
  private final KeyFormat format;
  private final String[] names;

  /**
   * Spells the keys from 0 up to {@code keys}, or as many of them as the budget allows; the others
   * are spelt each time they are asked for, which takes some 50 ns.
   *
   * @param budgetBytes the most heap that the table may take
   */
  public KeyTable(KeyFormat format, long keys, long budgetBytes) {
    this.format = format;
    // A reference, a string and its bytes, each with its header and rounded up.
    long each = 4 + 24 + 24 + format.maxLength();
    long count = Math.min(Math.min(keys, budgetBytes / each), Integer.MAX_VALUE - 8);
    names = new String[(int) Math.max(0, count)];
    for (int i = 0; i < names.length; i++) {
      names[i] = format.name(i);
    }
  }

  /** As {@link #KeyTable(KeyFormat, long, long)} with a quarter of the heap. */
  public KeyTable(KeyFormat format, long keys) {
    this(format, keys, Runtime.getRuntime().maxMemory() / 4);
  }

  /** How many keys were spelt beforehand. */
  public int prepared() {
    return names.length;
  }

  public String name(long number) {
    return number >= 0 && number < names.length ? names[(int) number] : format.name(number);
  }
}
