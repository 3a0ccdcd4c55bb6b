package org.pmemycsb.pmemkv;

/**
 * This machine cannot run pmemkv: libpmemkv, or our own native library, could not be loaded. The
 * message is one line that says why and how to mend it. A later attempt may succeed.
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

  /** Why. */
  public String reason() {
    return reason;
  }

  /** What to do about it. */
  public String remedy() {
    return remedy;
  }
}
