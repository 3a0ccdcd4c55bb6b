package org.pmemycsb.store;

/** A store cannot be opened, or an operation on it failed. The message is one line. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean full;

  public StoreException(String message) {
    this(message, false, null);
  }

  public StoreException(String message, Throwable cause) {
    this(message, false, cause);
  }

  StoreException(String message, boolean full, Throwable cause) {
    super(message.isBlank() ? "it failed and did not say why" : oneLine(message), cause);
    this.full = full;
  }

  private static String oneLine(String message) {
    return message.strip().replaceAll("\\s*\\R\\s*", "; ");
  }

  public boolean isFull() {
    return full;
  }
}
