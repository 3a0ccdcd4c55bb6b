package org.pmemycsb.pmemkv;

/** The store had been closed, or was being closed, when it was called. */
public final class PmemkvClosedException extends PmemkvException {
  private static final long serialVersionUID = 1L;

  PmemkvClosedException(String what) {
    super(PmemkvStatus.INVALID_ARGUMENT, what + " is closed");
  }
}
