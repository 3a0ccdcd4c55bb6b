package org.pmemycsb.adapter.inprocess.client;

/**
 * Bytes that are not a record, or fields that cannot be made into one. The message says what was
 * expected and where in the value.
 */
public final class RecordFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RecordFormatException(String message) {
    super(message);
  }
}
