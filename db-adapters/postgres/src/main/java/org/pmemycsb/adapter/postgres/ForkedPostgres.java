package org.pmemycsb.adapter.postgres;

import java.util.Map;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Libpmem;
import org.pmemycsb.spi.ServerSettings;

/** A server that was patched to use persistent memory by itself. */
final class ForkedPostgres extends EmbeddedPostgres {
  private final Fork fork;

  ForkedPostgres(ServerSettings settings, PostgresPrograms programs, Fork fork)
      throws DatabaseException {
    super(
        settings,
        new PostgresVariant(
            Libpmem.environment(settings.medium()), Map.of(fork.parameter(), fork.value())),
        programs);
    this.fork = fork;
  }

  @Override
  void checkStarted() throws DatabaseException {
    String inForce = administration().parameter(fork.parameter());
    if (!inForce.equals(fork.value())) {
      throw new DatabaseException(
          "the patched PostgreSQL has "
              + fork.parameter()
              + " = "
              + inForce
              + " and not "
              + fork.value());
    }
  }

  @Override
  public String version() throws DatabaseException {
    return super.version() + " patched, " + fork.parameter() + "=" + fork.value();
  }
}
