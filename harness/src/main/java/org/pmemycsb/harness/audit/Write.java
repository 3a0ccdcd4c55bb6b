package org.pmemycsb.harness.audit;

/**
 * A write to a record.
 *
 * @param field the field of {@link Kind#UPDATE_FIELD}; 0 for the others, which are of all fields
 */
record Write(Kind kind, int record, int field) {
  /** The kinds of writes. */
  enum Kind {
    INSERT,
    UPDATE,
    UPDATE_FIELD,
    DELETE;

    private static final Kind[] ALL = values();
  }

  private static final int FIELD_SHIFT = 32;
  private static final int KIND_SHIFT = 48;
  private static final int FIELD_MASK = 0xffff;

  /** As one number that is never 0. */
  long pack() {
    return ((kind.ordinal() + 1L) << KIND_SHIFT) | ((long) field << FIELD_SHIFT) | record;
  }

  static Kind kind(long packed) {
    return Kind.ALL[(int) (packed >>> KIND_SHIFT) - 1];
  }

  static int record(long packed) {
    return (int) packed;
  }

  static int field(long packed) {
    return (int) (packed >>> FIELD_SHIFT) & FIELD_MASK;
  }

  /** Whether it gives this field a new value. */
  static boolean writes(long packed, int field) {
    return switch (kind(packed)) {
      case INSERT, UPDATE -> true;
      case UPDATE_FIELD -> field(packed) == field;
      case DELETE -> false;
    };
  }
}
