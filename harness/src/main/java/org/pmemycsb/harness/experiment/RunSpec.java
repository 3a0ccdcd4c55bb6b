package org.pmemycsb.harness.experiment;

import org.pmemycsb.spi.Durability;

/**
 * One run: a fresh database taken through all phases of the experiment.
 *
 * @param id unique within the experiment and the same each time it is expanded
 * @param database which database
 * @param runner how its operations are made
 * @param threads client threads
 * @param valueSize bytes of a field's value
 * @param durability what an acknowledged write survives
 * @param repeat from 1
 */
public record RunSpec(
    String id,
    DatabaseChoice database,
    RunnerKind runner,
    int threads,
    int valueSize,
    Durability durability,
    int repeat) {
  /** One line for progress and messages. */
  public String describe() {
    return database.identity()
        + (runner == RunnerKind.TRACE ? ", " : " (" + runner.id() + " runner), ")
        + threads
        + (threads == 1 ? " thread, " : " threads, ")
        + ByteSize.format(valueSize)
        + " values, durability "
        + durability.id()
        + ", repeat "
        + repeat;
  }
}
