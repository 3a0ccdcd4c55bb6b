package org.pmemycsb.harness.audit;

/**
 * @param field the field of {@link Type#UPDATE_FIELD}; 0 for the others, which write all fields
 */
record Write(Type type, int record, int field) {
  enum Type {
    INSERT,
    UPDATE,
    UPDATE_FIELD,
    DELETE;

    private static final Type[] ALL = values();
  }

  private static final int FIELD_SHIFT = 32;
  private static final int TYPE_SHIFT = 48;
  private static final int FIELD_MASK = 0xffff;

  /** As one number that is never 0. */
  long pack() {
    return ((type.ordinal() + 1L) << TYPE_SHIFT) | ((long) field << FIELD_SHIFT) | record;
  }

  static Type type(long packed) {
    return Type.ALL[(int) (packed >>> TYPE_SHIFT) - 1];
  }

  static int record(long packed) {
    return (int) packed;
  }

  static int field(long packed) {
    return (int) (packed >>> FIELD_SHIFT) & FIELD_MASK;
  }

  /** Whether it gives this field a new value. */
  static boolean writes(long packed, int field) {
    return switch (type(packed)) {
      case INSERT, UPDATE -> true;
      case UPDATE_FIELD -> field(packed) == field;
      case DELETE -> false;
    };
  }
}
