package org.pmemycsb.harness.measure.database;

import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Trait;

/** Decides to which databases the harness attaches. */
public final class External {
  private External() {}

  /**
   * The server to attach to; empty to start one.
   *
   * @throws DatabaseException if neither is possible
   * @throws org.pmemycsb.harness.ConfigurationException if its URL or an option names a variable
   *     that is not set
   */
  public static Optional<ExternalServer> choose(
      DatabaseChoice database, DatabaseAdapter adapter, Host host) throws DatabaseException {
    if (!database.isClass()) {
      OptionForms.refuse(database, adapter, options(database, host));
    }
    UnaryOperator<String> environment = name -> host.environment(name).orElse(null);
    Optional<String> url =
        database.url().map(each -> Secrets.resolved(database.id() + ": url", each, environment));
    if (url.filter(String::isBlank).isPresent()) {
      throw new DatabaseException(
          database.id() + ": the url is empty; name a running server, or leave it out");
    }
    if (url.isPresent() && !adapter.traits(database.ownOptions()).has(Trait.ATTACHES)) {
      throw new DatabaseException(adapter.name() + " has no server that could be attached to");
    }
    Availability here = adapter.probe(host, options(database, host));
    if (url.isEmpty() && !here.available()) {
      throw new DatabaseException(
          "%s cannot run here: %s%s"
              .formatted(
                  adapter.name(),
                  here.detail(),
                  here.remedy().map(remedy -> "; to mend: " + remedy).orElse("")));
    }
    return url.map(each -> new ExternalServer(each, database.allowReset()));
  }

  /** The database's own options, with the values of variables. */
  public static Map<String, String> options(DatabaseChoice database, Host host) {
    return Secrets.resolved(database.ownOptions(), name -> host.environment(name).orElse(null));
  }
}
