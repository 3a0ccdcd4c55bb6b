package org.pmemycsb.adapter.mariadb;

import java.util.Optional;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.RecordLayout;

/** An external MariaDB. One of its tables is ours while the harness uses it. */
final class ExternalMariadb extends MariadbServer {
  private boolean closed;

  private ExternalMariadb(MariadbUrl url, RecordLayout layout) {
    super(layout);
    this.url = url;
  }

  /**
   * Attaches to a server and empties our table.
   *
   * @throws DatabaseException if it cannot be reached or is no MariaDB that we know, or if the
   *     table may not be dropped
   */
  static ExternalMariadb attach(ExternalServer external, RecordLayout layout)
      throws DatabaseException {
    MariadbUrl url = new MariadbUrl(external.url(), "", "");
    ExternalMariadb server = new ExternalMariadb(url, layout);
    MariadbPrograms.requireKnown(url.toString(), server.text("SELECT VERSION()"));
    server.takeOver(external.allowReset());
    return server;
  }

  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    return Optional.of(settingsOfDurability());
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      execute("DROP TABLE IF EXISTS " + table);
    } catch (DatabaseException unreachable) {
      // Records that are left lie in our table. The next attach reports them.
      return;
    }
  }
}
