package org.pmemycsb.harness.client.replay;

/** A phase could not be begun; the message is one line that names thread and reason. */
public final class ReplayException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The message if this machine could have begun, and another one could not. */
  public static final String ELSEWHERE = "another machine could not begin";

  public ReplayException(String message, Throwable cause) {
    super(message, cause);
  }
}
