package org.pmemycsb.harness;

import java.util.function.Supplier;

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

  /**
   * The result of the maker.
   *
   * @throws ConfigurationException if the maker refuses, with the location before its message
   */
  public static <T> T at(String where, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (ConfigurationException | IllegalArgumentException refused) {
      throw new ConfigurationException(where + ": " + refused.getMessage(), refused);
    }
  }
}
