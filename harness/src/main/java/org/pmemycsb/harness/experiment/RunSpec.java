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
 * @param aside whether it belongs to the comparison
 */
public record RunSpec(
    String id,
    DatabaseChoice database,
    RunnerKind runner,
    int threads,
    int valueSize,
    Durability durability,
    int repeat,
    Aside aside) {

  /** A run of the comparison. */
  public RunSpec(
      String id,
      DatabaseChoice database,
      RunnerKind runner,
      int threads,
      int valueSize,
      Durability durability,
      int repeat) {
    this(id, database, runner, threads, valueSize, durability, repeat, Aside.NONE);
  }

  /** The part of the id that all repeats of the run have in common. */
  public String combination() {
    return combination(id);
  }

  /** The same from an id. */
  public static String combination(String id) {
    return id.substring(0, id.lastIndexOf('/'));
  }

  /** The same run as another repeat. */
  public RunSpec repeated(int number) {
    return new RunSpec(
        combination() + "/" + number,
        database,
        runner,
        threads,
        valueSize,
        durability,
        number,
        aside);
  }

  /** A run with the same conditions beside the comparison. */
  public RunSpec beside(Aside other) {
    return new RunSpec(
        combination() + "/" + other.id() + "/" + repeat,
        database,
        runner,
        threads,
        valueSize,
        durability,
        repeat,
        other);
  }

  /** One line for progress and messages. */
  public String describe() {
    return database.identity()
        + (runner == RunnerKind.TRACE ? ", " : " (" + runner.id() + " runner), ")
        + threads
        + (threads == 1 ? " thread, " : " threads, ")
        + ByteSize.format(valueSize)
        + " values, durability "
        + durability.id()
        + (aside == Aside.NONE ? "" : ", " + aside.id().replace('-', ' '))
        + (aside == Aside.COUNTED ? "" : ", repeat " + repeat);
  }
}
