package org.pmemycsb.spi;

/**
 * A server that runs already and is not ours. The harness attaches to it and never stops it.
 *
 * @param url its address, in the form that the adapter documents. It may hold a password, so it is
 *     never printed or stored unchanged
 * @param allowReset whether the database's records may be removed. Without it {@link
 *     DatabaseAdapter#open} refuses a database that is not empty
 */
public record ExternalServer(String url, boolean allowReset) {
  public ExternalServer {
    if (url.isBlank()) {
      throw new IllegalArgumentException("the URL of an external server must not be empty");
    }
  }

  /** Without the URL, which may hold a password. */
  @Override
  public String toString() {
    return "ExternalServer[allowReset=" + allowReset + "]";
  }
}
