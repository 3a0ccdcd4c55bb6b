package org.pmemycsb.harness.measure;

/** A phase could not be begun; the message is one line that names thread and reason. */
public final class ReplayException extends Exception {
  private static final long serialVersionUID = 1L;

  public ReplayException(String message, Throwable cause) {
    super(message, cause);
  }
}
