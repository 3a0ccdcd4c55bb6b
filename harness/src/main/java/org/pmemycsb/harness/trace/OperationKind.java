package org.pmemycsb.harness.trace;

/** The kinds of operation; a kind's ordinal is its code in a trace, so the order is fixed. */
public enum OperationKind {
  READ("READ"),
  UPDATE("UPDATE"),
  INSERT("INSERT"),
  SCAN("SCAN"),
  READ_MODIFY_WRITE("READ-MODIFY-WRITE"),
  DELETE("DELETE");

  private final String label;

  OperationKind(String label) {
    this.label = label;
  }

  /** The name that YCSB's own reports use. */
  public String label() {
    return label;
  }
}
