package org.pmemycsb.adapter.postgres;

import java.sql.SQLException;
import java.util.Map;
import org.pmemycsb.adapter.support.sql.SqlFailures;

final class PostgresFailures extends SqlFailures {
  static final PostgresFailures INSTANCE = new PostgresFailures();

  private static final String UNNAMED = "SQL_";
  private static final Map<String, String> BY_STATE =
      Map.ofEntries(
          Map.entry("08001", "UNREACHABLE"),
          Map.entry("08004", "ACCESS_DENIED"),
          Map.entry("28000", "ACCESS_DENIED"),
          Map.entry("28P01", "ACCESS_DENIED"),
          Map.entry("42501", "ACCESS_DENIED"),
          Map.entry("22021", "BAD_REQUEST"),
          Map.entry("22P05", "BAD_REQUEST"),
          Map.entry("3D000", "NO_DATABASE"),
          Map.entry("42P01", "NO_TABLE"),
          Map.entry("53100", "DISK_FULL"),
          Map.entry("53200", "OUT_OF_MEMORY"),
          Map.entry("53300", "TOO_MANY_CONNECTIONS"),
          Map.entry("57014", "CANCELLED"),
          Map.entry("57P01", "CONNECTION_LOST"),
          Map.entry("57P02", "CONNECTION_LOST"),
          Map.entry("57P03", "NOT_READY"),
          Map.entry("58030", "IO_ERROR"));

  private PostgresFailures() {}

  @Override
  protected String name(SQLException failure) {
    return name(failure.getSQLState());
  }

  static String name(String state) {
    if (state == null) {
      return "UNKNOWN";
    }
    String name = BY_STATE.get(state);
    if (name != null) {
      return name;
    }
    return state.startsWith("08") ? "CONNECTION_LOST" : UNNAMED + state;
  }

  @Override
  protected boolean endsConnection(SQLException failure) {
    String state = failure.getSQLState();
    return state == null || state.startsWith("08") || state.startsWith("57P");
  }

  @Override
  protected boolean staleSchema(SQLException failure) {
    String state = failure.getSQLState();
    return state != null && (state.startsWith("42") || state.equals("0A000"));
  }
}
