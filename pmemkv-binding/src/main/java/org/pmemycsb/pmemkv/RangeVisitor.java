package org.pmemycsb.pmemkv;

/** Takes the records of a range, in the order of their keys. */
@FunctionalInterface
public interface RangeVisitor {
  /**
   * Takes a record.
   *
   * @param packed holds the bytes of key and value, also after the visit; not to be changed
   * @param key index of the first byte of the key
   * @param value index of the first byte of the value
   */
  void visit(byte[] packed, int key, int keyLength, int value, int valueLength);
}
