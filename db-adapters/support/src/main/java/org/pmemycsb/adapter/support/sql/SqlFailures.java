package org.pmemycsb.adapter.support.sql;

import java.sql.SQLException;
import org.pmemycsb.adapter.support.Failures;
import site.ycsb.Status;

/** The names of a database's failures. Thread-safe. */
public abstract class SqlFailures {
  private final Failures failures = new Failures();

  /** One of few names. */
  protected abstract String name(SQLException failure);

  /** Whether the connection is of no more use. */
  protected abstract boolean endsConnection(SQLException failure);

  /** Whether a statement does not fit the tables as they are now. */
  protected abstract boolean staleSchema(SQLException failure);

  final Status status(SQLException failure) {
    return failures.named(name(failure), () -> String.valueOf(failure.getMessage()));
  }

  /** The status for a failure that is not the database's. */
  final Status status(RuntimeException failure) {
    return failures.named("CLIENT_FAILURE", failure::toString);
  }
}
