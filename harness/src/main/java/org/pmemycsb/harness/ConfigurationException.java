package org.pmemycsb.harness;

/**
 * A request of the user cannot be fulfilled. The message is one line: the fault, its location, and
 * the remedy. The command line prints it and exits with status 2.
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
