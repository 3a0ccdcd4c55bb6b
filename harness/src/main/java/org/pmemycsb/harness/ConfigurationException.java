package org.pmemycsb.harness;

/**
 * What was asked for cannot be done. The message is one line for the user: what, where, and how to
 * mend it. The command line prints it and exits with status 2.
 */
public class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigurationException(String message) {
    super(message);
  }

  public ConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }
}
