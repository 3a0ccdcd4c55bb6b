package org.pmemycsb.pmemkv;

/**
 * A record that a range read found.
 *
 * @param key its key; the caller's own copy
 * @param value its value; the caller's own copy
 */
// Arrays compare by identity, so equals() tells whether it is the same entry, not an equal one.
public record PmemkvEntry(byte[] key, byte[] value) {}
