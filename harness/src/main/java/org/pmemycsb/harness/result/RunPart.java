package org.pmemycsb.harness.result;

/** What the time of a run is spent on. */
public enum RunPart {
  /** Starting the server, stopping it, and removing its files. */
  SERVER("servers", "starts or stops the server"),
  /** Starting the process that makes the operations. */
  PROCESS("processes", "starts the worker"),
  /** Loading for practice, and emptying the database again. */
  PRACTICE("practice", "practises"),
  /** Recording operations, connecting and warming up. */
  WARM_UP("warm-up", "warms up"),
  /** The measured time of the phases. */
  PHASE("phases", ""),
  /** Reading records back, counting them and asking the server for its counters. */
  CHECK("checks", "checks");

  private final String id;
  private final String activity;

  RunPart(String id, String activity) {
    this.id = id;
    this.activity = activity;
  }

  /** The name in {@code cells.jsonl} and in reports. */
  public String id() {
    return id;
  }

  /** What the run does meanwhile, for people; empty where the phase itself says it. */
  public String activity() {
    return activity;
  }
}
