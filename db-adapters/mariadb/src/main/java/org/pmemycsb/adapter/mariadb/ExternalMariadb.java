package org.pmemycsb.adapter.mariadb;

import java.util.Optional;
import org.pmemycsb.adapter.support.ConnectionLimit;
import org.pmemycsb.adapter.support.sql.SqlUrl;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.RecordLayout;

/** An external MariaDB. One of its tables is ours while the harness uses it. */
final class ExternalMariadb extends MariadbServer {
  // Without a limit of the account, the second number is 0.
  private static final String CONNECTIONS =
      "SELECT LEAST(@@max_connections, IF(@@max_user_connections > 0, @@max_user_connections,"
          + " @@max_connections))";

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
  static ExternalMariadb attach(ExternalServer external, RecordLayout layout, int threads)
      throws DatabaseException {
    SqlUrl url = MariadbUrl.KIND.at(external.url(), "", "");
    ExternalMariadb server = new ExternalMariadb(url, layout);
    MariadbPrograms.requireKnown(url.toString(), server.text("SELECT VERSION()"));
    if (!server.text("SELECT @@read_only").matches("0|OFF")) {
      throw new DatabaseException(
          "MariaDB at %s is a read-only server or replica; name the primary".formatted(url));
    }
    ConnectionLimit.refuse(
        "MariaDB at " + url,
        "max_connections, max_user_connections",
        server.number(CONNECTIONS),
        threads);
    server.refuseTooLong(layout);
    server.takeOver(external.allowReset());
    return server;
  }

  private void refuseTooLong(RecordLayout layout) throws DatabaseException {
    long most = number("SELECT @@max_allowed_packet");
    long record = (long) layout.fieldCount() * layout.fieldBytes() + layout.keyBytes();
    if (record >= most) {
      throw new DatabaseException(
          "MariaDB at %s takes statements of up to %d bytes (max_allowed_packet), and a record has %d; raise the limit, or give shorter values"
              .formatted(url, most, record));
    }
  }

  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    return Optional.of(settingsOfDurability());
  }
}
