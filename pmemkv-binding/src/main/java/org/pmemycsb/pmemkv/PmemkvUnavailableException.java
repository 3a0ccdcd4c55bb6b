package org.pmemycsb.pmemkv;

/**
 * This machine cannot run pmemkv: libpmemkv, or our own native library, could not be loaded. The
 * message is one line with the reason and the remedy. A later attempt may succeed.
 */
public final class PmemkvUnavailableException extends PmemkvException {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String remedy;

  PmemkvUnavailableException(String reason, String remedy, Throwable cause) {
    super(PmemkvStatus.UNKNOWN_ERROR, reason + "; " + remedy, cause);
    this.reason = reason;
    this.remedy = remedy;
  }

  public String reason() {
    return reason;
  }

  public String remedy() {
    return remedy;
  }
}
