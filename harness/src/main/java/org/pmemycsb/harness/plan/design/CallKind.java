package org.pmemycsb.harness.plan.design;

import java.util.Locale;

/** The calls to a database whose latencies are reported together. */
public enum CallKind {
  READ,
  WRITE;

  /** For people, and in the name of a goal: {@code reads}. */
  public String plural() {
    return id() + "s";
  }

  /** In the names of keys and columns: {@code read}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
