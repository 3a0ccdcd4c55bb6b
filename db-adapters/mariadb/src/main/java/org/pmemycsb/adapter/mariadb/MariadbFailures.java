package org.pmemycsb.adapter.mariadb;

import java.sql.SQLException;
import java.util.Map;
import org.pmemycsb.adapter.support.sql.SqlFailures;

final class MariadbFailures extends SqlFailures {
  static final MariadbFailures INSTANCE = new MariadbFailures();

  private static final String CONNECTION = "08";
  // Two numbers of the server say that it ends, or ended the connection.
  private static final int SHUTDOWN = 1053;
  private static final int KILLED = 1927;
  private static final Map<Integer, String> BY_NUMBER =
      Map.ofEntries(
          Map.entry(1021, "DISK_FULL"),
          Map.entry(1026, "IO_ERROR"),
          Map.entry(1037, "OUT_OF_MEMORY"),
          Map.entry(1041, "OUT_OF_MEMORY"),
          Map.entry(1040, "TOO_MANY_CONNECTIONS"),
          Map.entry(1203, "TOO_MANY_CONNECTIONS"),
          Map.entry(1044, "ACCESS_DENIED"),
          Map.entry(1045, "ACCESS_DENIED"),
          Map.entry(1142, "ACCESS_DENIED"),
          Map.entry(1698, "ACCESS_DENIED"),
          Map.entry(1049, "NO_DATABASE"),
          Map.entry(SHUTDOWN, "CONNECTION_LOST"),
          Map.entry(1114, "DISK_FULL"),
          Map.entry(1146, "NO_TABLE"),
          Map.entry(1153, "BAD_REQUEST"),
          Map.entry(1406, "BAD_REQUEST"),
          Map.entry(1205, "LOCK_TIMEOUT"),
          Map.entry(1213, "DEADLOCK"),
          Map.entry(1290, "READ_ONLY"),
          Map.entry(KILLED, "CONNECTION_LOST"),
          Map.entry(1969, "CANCELLED"));

  private MariadbFailures() {}

  @Override
  protected String name(SQLException failure) {
    String name = BY_NUMBER.get(failure.getErrorCode());
    if (name != null) {
      return name;
    }
    if (!ofConnection(failure)) {
      return failure.getErrorCode() == 0 ? "UNKNOWN" : "ERROR_" + failure.getErrorCode();
    }
    return String.valueOf(failure.getMessage()).contains("fail to connect")
        ? "UNREACHABLE"
        : "CONNECTION_LOST";
  }

  private static boolean ofConnection(SQLException failure) {
    return failure.getSQLState() != null && failure.getSQLState().startsWith(CONNECTION);
  }

  @Override
  protected boolean endsConnection(SQLException failure) {
    int number = failure.getErrorCode();
    return failure.getSQLState() == null
        || ofConnection(failure)
        || number == SHUTDOWN
        || number == KILLED;
  }

  @Override
  protected boolean staleSchema(SQLException failure) {
    return failure.getSQLState() != null && failure.getSQLState().startsWith("42");
  }
}
