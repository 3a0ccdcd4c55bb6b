package org.pmemycsb.pmemkv;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The native calls. Each returns 0 or more, {@link #ABSENT}, or an error as {@link #ERROR_BASE}
 * minus its status; {@link #failure} makes the exception for the error that this thread got last.
 * Nothing is checked here: handles and ranges must be right.
 */
final class PmemkvNative {
  /** There is no record with this key. */
  static final int ABSENT = -1;

  /** Status {@code s} comes back as {@code ERROR_BASE - s}. */
  static final int ERROR_BASE = -16;

  /** Paths and libpmemkv's messages are in the file system's encoding. */
  private static final Charset CHARSET =
      Charset.forName(System.getProperty("sun.jnu.encoding", StandardCharsets.UTF_8.name()));

  private PmemkvNative() {}

  /** Loads a library with libpmemkv's interface, for good; returns its handle. */
  static native long load(byte[] fileOrName);

  /** The file of a loaded library, symbolic links resolved. */
  static native byte[] file(long library);

  static native long open(long library, byte[] engine, byte[] path, long size, boolean create);

  /** Closes the pool; once for each handle, while no other call has it, and none after it. */
  static native void close(long handle);

  /** Returns null when absent or failed; {@link #code} says which. */
  static native byte[] get(long handle, byte[] key, int keyLength);

  /** Returns the value's length; the buffer holds the value if it fits. */
  static native int getInto(long handle, byte[] key, int keyLength, byte[] buffer, int capacity);

  static native int put(
      long handle,
      byte[] key,
      int keyLength,
      byte[] value,
      int offset,
      int length,
      boolean onlyIfPresent);

  static native int remove(long handle, byte[] key, int keyLength);

  static native int exists(long handle, byte[] key, int keyLength);

  static native long count(long handle);

  /** 1 when the engine can read ranges, 0 when not, or an error. */
  static native int sorted(long handle);

  /**
   * Reads entries in the order of their keys, up to {@code maxEntries} and, from the second on, up
   * to {@code softBytes}. Each is packed as the lengths of key and value (two ints in native
   * order), key, value. Null when it failed; {@link #code} is 1 when there was more, else 0.
   *
   * @param reused returned if the entries and a last -1 in the place of a length fit into it; null
   *     for a new array
   */
  static native byte[] range(
      long handle,
      byte[] from,
      int fromLength,
      boolean fromInclusive,
      byte[] to,
      int toLength,
      boolean toInclusive,
      int maxEntries,
      int softBytes,
      byte[] reused);

  /** 0 when no process holds the pool's lock, 1 when one does, or -errno. */
  static native int lockState(byte[] path, boolean unlinkIfFree);

  /** The result, absent or an error, of this thread's last call that returned an object. */
  static native int code();

  /** The text that goes with this thread's last error. */
  static native byte[] message();

  /** For tests: fails with a status, through the path that every failure takes. */
  static native int raise(long library, int status);

  static byte[] bytes(String text) {
    return text.getBytes(CHARSET);
  }

  static byte[] bytes(Path path) {
    return bytes(path.toString());
  }

  static String text(byte[] bytes) {
    return new String(bytes, CHARSET);
  }

  /** The exception for a negative result other than {@link #ABSENT}, on the thread that got it. */
  static PmemkvException failure(long result) {
    return PmemkvException.of((int) (ERROR_BASE - result), text(message()));
  }
}
