package org.pmemycsb.adapter.mariadb;

import java.util.Optional;
import org.pmemycsb.adapter.support.sql.SqlUrl;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.RecordLayout;

/** An external MariaDB. One of its tables is ours while the harness uses it. */
final class ExternalMariadb extends MariadbServer {

  private ExternalMariadb(SqlUrl url, RecordLayout layout) {
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
    SqlUrl url = MariadbUrl.KIND.at(external.url(), "", "");
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
    giveBack();
  }
}
