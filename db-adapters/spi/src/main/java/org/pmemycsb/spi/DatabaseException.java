package org.pmemycsb.spi;

/** A failure that a user can act on; the message is one line that says what, where and how. */
public class DatabaseException extends Exception {
  private static final long serialVersionUID = 1L;

  public DatabaseException(String message) {
    super(message);
  }

  public DatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
