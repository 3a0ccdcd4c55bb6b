package org.pmemycsb.harness.plan.settings;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.spi.Durability;

/**
 * One run: a fresh database taken through all phases of the experiment.
 *
 * @param at the value of each dimension of the grid
 * @param repeat from 1: the number of the invocation
 * @param purpose the comparison, or what it shows beside it
 * @param again how often it was made before
 */
public record RunSpec(
    DatabaseChoice database,
    RunnerKind runner,
    Map<Dimension, Object> at,
    int repeat,
    Purpose purpose,
    int again) {

  public RunSpec {
    at = Dimension.known(at);
  }

  /** Unique within the experiment, and the same each time it is expanded. */
  public String id() {
    return id(run(), again);
  }

  /** The id of a run that was made so often before. */
  public static String id(String run, int again) {
    return again == 0 ? run : run + "~" + (again + 1);
  }

  public String run() {
    return Stream.of(
            Stream.of(database.identity(), runner.id()),
            at.entrySet().stream().map(each -> each.getKey().inId(each.getValue())),
            Stream.of(purpose).filter(each -> each != Purpose.COMPARISON).map(Purpose::id),
            Stream.of(Integer.toString(repeat)))
        .flatMap(parts -> parts)
        .collect(Collectors.joining("/"));
  }

  public RunSpec again(int number) {
    return new RunSpec(database, runner, at, repeat, purpose, number);
  }

  public RunSpec repeated(int number) {
    return new RunSpec(database, runner, at, number, purpose, 0);
  }

  /** A run with the same conditions beside the comparison, or in it. */
  public RunSpec beside(Purpose other) {
    return new RunSpec(database, runner, at, repeat, other, 0);
  }

  /** Client threads; of each machine in a cluster. */
  public int threads() {
    return (Integer) at.get(Dimension.THREADS);
  }

  public int valueSize() {
    return (Integer) at.get(Dimension.VALUE_SIZE);
  }

  public Durability durability() {
    return Durability.of(at.get(Dimension.DURABILITY).toString());
  }

  /** How many machines of the cluster have the clients; 0 without a cluster. */
  public int machines() {
    return (Integer) at.getOrDefault(Dimension.MACHINES, 0);
  }

  public MemoryBudget memory() {
    return new MemoryBudget(
        at.getOrDefault(Dimension.MEMORY, Dimension.MEMORY.absent()).toString());
  }

  /** Everything that both of two databases can have in common. */
  public List<Object> conditions() {
    return List.of(runner, at, purpose);
  }

  public int processes() {
    return Math.max(1, machines());
  }

  public int clients() {
    return threads() * processes();
  }

  public String describe() {
    return database.identity() + describeConditions();
  }

  public static String describe(List<RunSpec> invocation) {
    RunSpec first = invocation.get(0);
    return invocation.size() == 1
        ? first.describe()
        : invocation.size() + " databases side by side" + first.describeConditions();
  }

  private String describeConditions() {
    boolean unknown = database.isClass() && database.claimedDurability().isEmpty();
    return (runner == RunnerKind.TRACE ? ", " : " (" + runner.id() + " runner), ")
        + at.entrySet().stream()
            .map(
                each ->
                    each.getKey()
                        .words(
                            unknown && each.getKey() == Dimension.DURABILITY
                                ? "unknown"
                                : each.getValue()))
            .collect(Collectors.joining(", "))
        + (purpose == Purpose.COMPARISON ? "" : ", " + purpose.id().replace('-', ' '))
        + (purpose.isOnce() ? "" : ", repeat " + repeat)
        + (again == 0 ? "" : ", made again");
  }
}
