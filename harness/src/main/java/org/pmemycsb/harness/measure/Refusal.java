package org.pmemycsb.harness.measure;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/**
 * A row of a table of refusals, which is read from top to bottom before anything is started.
 *
 * @param name unique in all tables
 * @param when whether a database of an experiment is refused
 * @param message what is wrong, where, and what to do
 * @param leavesOut whether an experiment may go on without the database; the message then does not
 *     name it
 */
public record Refusal(
    String name,
    Predicate<Candidate> when,
    Function<Candidate, String> message,
    boolean leavesOut) {
  public Refusal(String name, Predicate<Candidate> when, Function<Candidate, String> message) {
    this(name, when, message, false);
  }

  public record Candidate(Experiment experiment, DatabaseChoice database, DatabaseAdapter adapter) {
    public String label() {
      return database.label();
    }

    /** The server to attach to; empty to start one. */
    public Optional<String> url() {
      return database
          .url()
          .map(each -> Secrets.resolved(database.id() + ": url", each, System::getenv));
    }

    public Traits traits() {
      return adapter.traits(database.ownOptions());
    }

    public boolean has(Trait trait) {
      return traits().has(trait);
    }
  }
}
