package org.pmemycsb.pmemkv;

/**
 * An operation on a store failed. The message is one line. It ends with libpmemkv's own message
 * where there is one.
 */
public class PmemkvException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final PmemkvStatus status;
  private final int code;
  private final String nativeMessage;

  /** A failure that was found on this side of the native library. */
  PmemkvException(PmemkvStatus status, String message) {
    this(status, status.code(), message, "", null);
  }

  PmemkvException(PmemkvStatus status, String message, Throwable cause) {
    this(status, status.code(), message, "", cause);
  }

  private PmemkvException(
      PmemkvStatus status, int code, String message, String nativeMessage, Throwable cause) {
    super(message, cause);
    this.status = status;
    this.code = code;
    this.nativeMessage = nativeMessage;
  }

  /**
   * The one mapper from a native result to an exception.
   *
   * @param code the status as libpmemkv numbers it, known or not
   * @param nativeMessage what libpmemkv said, empty when nothing
   */
  static PmemkvException of(int code, String nativeMessage) {
    PmemkvStatus status = PmemkvStatus.of(code);
    String name =
        status.code() == code ? status.name() : "status " + code + ", unknown to this version";
    String text = nativeMessage.isEmpty() ? status.meaning() : nativeMessage;
    // libpmemkv reports a full pool only with the bare text of std::bad_alloc.
    if (status == PmemkvStatus.OUT_OF_MEMORY && !nativeMessage.isEmpty()) {
      text = status.meaning() + " (" + nativeMessage + ")";
    }
    return new PmemkvException(status, code, "pmemkv: " + name + ": " + text, nativeMessage, null);
  }

  /** The same failure under a message that says more about the circumstances. */
  PmemkvException explained(PmemkvStatus betterStatus, String message) {
    return new PmemkvException(betterStatus, code, message, nativeMessage, this);
  }

  /** The status; for failures that libpmemkv was not asked about, the one that fits best. */
  public PmemkvStatus status() {
    return status;
  }

  /** The number that libpmemkv returned; differs from the status only if that is unknown here. */
  public int code() {
    return code;
  }

  /** The message of libpmemkv, or an empty string. */
  public String nativeMessage() {
    return nativeMessage;
  }
}
