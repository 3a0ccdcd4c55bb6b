package org.pmemycsb.harness.design;

import java.util.List;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.spi.Durability;

/**
 * One run: a fresh database taken through all phases of the experiment.
 *
 * @param id unique within the experiment and the same each time it is expanded
 * @param threads client threads; of each machine in a cluster
 * @param valueSize bytes of a field's value
 * @param durability what an acknowledged write survives
 * @param turn which of the runs with the same conditions it is
 * @param machines how many machines of the cluster have the clients; 0 without a cluster
 * @param memory main memory that the database may use
 */
public record RunSpec(
    String id,
    DatabaseChoice database,
    RunnerKind runner,
    int threads,
    int valueSize,
    Durability durability,
    Turn turn,
    int machines,
    MemoryBudget memory) {

  /**
   * One of the runs with the same conditions.
   *
   * @param repeat from 1: the number of the invocation
   */
  public record Turn(int repeat, Aside aside) {
    /** A run of the comparison. */
    public Turn(int repeat) {
      this(repeat, Aside.NONE);
    }
  }

  /** A run of the comparison, without a cluster. */
  public RunSpec(
      String id,
      DatabaseChoice database,
      RunnerKind runner,
      int threads,
      int valueSize,
      Durability durability,
      int repeat) {
    this(
        id,
        database,
        runner,
        threads,
        valueSize,
        durability,
        new Turn(repeat),
        0,
        MemoryBudget.ALL);
  }

  private static final char AGAIN = '~';

  /** The id of a run that is made once more. */
  public static String again(String id, int attempt) {
    return first(id) + AGAIN + attempt;
  }

  /** The id under which a run was made for the first time. */
  public static String first(String id) {
    int mark = id.lastIndexOf(AGAIN);
    return mark > id.lastIndexOf('/') ? id.substring(0, mark) : id;
  }

  /**
   * The same run once more.
   *
   * @param last the id of its last attempt
   */
  public RunSpec after(String last) {
    int attempts =
        last.equals(first(last)) ? 1 : Integer.parseInt(last.substring(first(last).length() + 1));
    return with(again(id, attempts + 1), turn);
  }

  private RunSpec with(String otherId, Turn other) {
    return new RunSpec(
        otherId, database, runner, threads, valueSize, durability, other, machines, memory);
  }

  public int repeat() {
    return turn.repeat;
  }

  public Aside aside() {
    return turn.aside;
  }

  /** The part of the id that all repeats of the run have in common. */
  public String combination() {
    return combination(id);
  }

  public static String combination(String id) {
    return id.substring(0, id.lastIndexOf('/'));
  }

  public RunSpec repeated(int number) {
    return with(combination() + "/" + number, new Turn(number, aside()));
  }

  /** A run with the same conditions beside the comparison. */
  public RunSpec beside(Aside other) {
    return with(combination() + "/" + other.id() + "/" + repeat(), new Turn(repeat(), other));
  }

  /** Whether both belong to one round and differ in the database at most. */
  public boolean isBeside(RunSpec other) {
    return repeat() == other.repeat() && conditions().equals(other.conditions());
  }

  /** Everything that both of two databases can have in common. */
  public List<Object> conditions() {
    return List.of(runner, threads, valueSize, durability, machines, memory, aside());
  }

  /** How many processes have clients. */
  public int processes() {
    return Math.max(1, machines);
  }

  /** The client threads of all processes. */
  public int clients() {
    return threads * processes();
  }

  /** One line for progress and messages. */
  public String describe() {
    return database.identity() + describeConditions();
  }

  /** The same of all runs of an invocation. */
  public static String describe(List<RunSpec> invocation) {
    RunSpec first = invocation.get(0);
    return invocation.size() == 1
        ? first.describe()
        : invocation.size() + " databases side by side" + first.describeConditions();
  }

  private String describeConditions() {
    return (runner == RunnerKind.TRACE ? ", " : " (" + runner.id() + " runner), ")
        + (machines == 0 ? "" : Plural.of(machines, "machine") + ", ")
        + Plural.of(threads, "thread")
        + ", "
        + ByteSize.format(valueSize)
        + " values, durability "
        + (database.isClass() && database.claimedDurability().isEmpty()
            ? "unknown"
            : durability.id())
        + (memory.isAll() ? "" : ", memory " + memory.text())
        + (aside() == Aside.NONE ? "" : ", " + aside().id().replace('-', ' '))
        + (aside().isOnce() ? "" : ", repeat " + repeat())
        + (id.equals(first(id)) ? "" : ", made again");
  }
}
