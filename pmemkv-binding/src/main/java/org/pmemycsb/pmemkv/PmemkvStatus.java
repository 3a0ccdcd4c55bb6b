package org.pmemycsb.pmemkv;

/** The status codes of libpmemkv; {@link #code()} is the number in its C interface. */
public enum PmemkvStatus {
  OK("the call succeeded"),
  UNKNOWN_ERROR("libpmemkv failed and did not say why"),
  NOT_FOUND("there is no record with this key"),
  NOT_SUPPORTED("this engine does not offer the operation"),
  INVALID_ARGUMENT("libpmemkv refused an argument"),
  CONFIG_PARSING_ERROR("libpmemkv could not read its configuration"),
  CONFIG_TYPE_ERROR("a value in libpmemkv's configuration has the wrong type"),
  STOPPED_BY_CB("the walk over the records was stopped"),
  OUT_OF_MEMORY("the pool (or main memory) is full; create a larger pool"),
  WRONG_ENGINE_NAME("the installed libpmemkv has no engine of this name"),
  TRANSACTION_SCOPE_ERROR("called inside, or outside, a transaction where that is not allowed"),
  DEFRAG_ERROR("defragmentation stopped before its end"),
  COMPARATOR_MISMATCH("the pool was made with another order of keys");

  private static final PmemkvStatus[] ALL = values();

  private final String meaning;

  PmemkvStatus(String meaning) {
    this.meaning = meaning;
  }

  /** The number in the C interface, 0 to 12. */
  public int code() {
    return ordinal();
  }

  /** An explanation for users; replaces a missing message of libpmemkv. */
  public String meaning() {
    return meaning;
  }

  /** The status with this number; {@link #UNKNOWN_ERROR} for an unknown number. */
  public static PmemkvStatus of(int code) {
    return code >= 0 && code < ALL.length ? ALL[code] : UNKNOWN_ERROR;
  }
}
