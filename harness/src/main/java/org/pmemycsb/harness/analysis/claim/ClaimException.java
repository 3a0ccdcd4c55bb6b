package org.pmemycsb.harness.analysis.claim;

/** A fault in the text of a claim, with its position. */
final class ClaimException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int offset;

  ClaimException(int offset, String message) {
    super(message);
    this.offset = offset;
  }

  /** The index of the character, from 0; at the end, the length of the text. */
  int offset() {
    return offset;
  }
}
