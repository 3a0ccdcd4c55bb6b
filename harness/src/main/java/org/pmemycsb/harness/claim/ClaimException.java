package org.pmemycsb.harness.claim;

/** A fault in the text of a claim, and at which of its characters. */
final class ClaimException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int offset;

  ClaimException(int offset, String message) {
    super(message);
    this.offset = offset;
  }

  /** From 0; the length of the text for its end. */
  int offset() {
    return offset;
  }
}
