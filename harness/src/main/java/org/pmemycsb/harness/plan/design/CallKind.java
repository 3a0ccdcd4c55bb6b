package org.pmemycsb.harness.plan.design;

/** The calls to a database whose latencies are reported together. */
public enum CallKind implements Named {
  READ,
  WRITE;

  public String plural() {
    return id() + "s";
  }
}
