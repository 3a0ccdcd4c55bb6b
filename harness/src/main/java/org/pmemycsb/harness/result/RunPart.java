package org.pmemycsb.harness.result;

/** The parts of a run's time. */
public enum RunPart {
  /** Starting the server, stopping it, and removing its files. */
  SERVER("servers"),
  /** The user's commands before and after the run. */
  HOOK("hooks"),
  /** Starting the process that makes the operations. */
  PROCESS("processes"),
  /** Loading for practice, and emptying the database again. */
  PRACTICE("practice"),
  /** Recording operations, connecting and warming up. */
  WARM_UP("warm-up"),
  /** The trials of a search for a capacity. */
  SEARCH("search"),
  /** Waiting while other databases work; no part of the run's time. */
  WAIT("waits"),
  /** The measured time of the phases. */
  PHASE("phases"),
  /** Reading records back, counting them and asking the server for its counters. */
  CHECK("checks");

  private final String id;

  RunPart(String id) {
    this.id = id;
  }

  /** The name in {@code cells.jsonl}, in reports and on the display. */
  public String id() {
    return id;
  }
}
