package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import org.pmemycsb.harness.design.Location;
import org.pmemycsb.harness.design.MemoryBudget;

/**
 * The conditions of a phase, and the key of a cell: two phases with equal conditions are repeats of
 * each other.
 *
 * @param label the database
 * @param threads client threads; of each machine in a cluster
 * @param sourcedDurability the guarantee for an acknowledged write
 * @param machines how many machines of a cluster had the clients; 0 without a cluster
 * @param budget main memory that the database might use, as users write it; empty for all
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Conditions(
    @JsonProperty("database") Label label,
    String phase,
    int threads,
    int valueSizeBytes,
    @JsonProperty("durability") SourcedValue sourcedDurability,
    @JsonProperty("medium") SourcedValue sourcedMedium,
    String runner,
    @JsonUnwrapped Location location,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int machines,
    @JsonProperty("memory") @JsonInclude(JsonInclude.Include.NON_EMPTY) String budget) {

  public Conditions {
    budget = budget == null || budget.equals(MemoryBudget.ALL.text()) ? "" : budget;
  }

  /** The main memory that the database might use, as it is shown. */
  public String memory() {
    return budget.isEmpty() ? MemoryBudget.ALL.text() : budget;
  }

  /** The name of the place of the data; empty where the data is not ours. */
  public String place() {
    return location.place();
  }

  /** The name of the place of the log; empty where that is the place of the data. */
  public String logPlace() {
    return location.logPlace();
  }

  /** The places of data and log as they are shown. */
  public String where() {
    return location.text();
  }

  /** The database as it is shown. */
  public String database() {
    return label.text();
  }

  /** The durability as it is shown. */
  public String durability() {
    return sourcedDurability.text();
  }

  /** The medium as it is shown. */
  public String medium() {
    return sourcedMedium.text();
  }

  /** The machines and threads of the clients, and a limit of memory, for people. */
  public String clients() {
    return (machines == 0 ? "" : "machines " + machines + ", ")
        + "threads "
        + threads
        + (budget.isEmpty() ? "" : ", memory " + budget);
  }

  public Conditions with(Label other, String otherRunner) {
    return with(other, phase, sourcedMedium, otherRunner, location);
  }

  /** The same conditions without the medium, which differs between machines. */
  public Conditions anywhere() {
    return with(label, phase, SourcedValue.read(""), runner, location);
  }

  /** The conditions that databases have in common if they compete, wherever their data lies. */
  public List<Object> common() {
    return List.of(phase, machines, threads, valueSizeBytes, durability(), runner, budget);
  }

  public Conditions in(String otherPhase) {
    return with(label, otherPhase, sourcedMedium, runner, location);
  }

  /** The same conditions on another place, with the log beside the data. */
  public Conditions at(String otherPlace) {
    return at(otherPlace, "");
  }

  public Conditions at(String otherPlace, String otherLog) {
    return with(label, phase, sourcedMedium, runner, new Location(otherPlace, otherLog));
  }

  private Conditions with(Label other, String in, SourcedValue medium, String by, Location at) {
    return new Conditions(
        other, in, threads, valueSizeBytes, sourcedDurability, medium, by, at, machines, budget);
  }
}
