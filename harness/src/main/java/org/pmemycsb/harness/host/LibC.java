package org.pmemycsb.harness.host;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;

/** The system calls that Java does not have; numbers from Linux's asm-generic headers. */
interface LibC extends Library {
  int O_RDONLY = 0;
  int O_RDWR = 2;
  int O_TMPFILE = 0x410000;
  int PROT_READ = 1;
  int PROT_READ_WRITE = 1 | 2;
  int MAP_SHARED = 1;
  int MAP_SHARED_VALIDATE = 3;
  int MAP_SYNC = 0x080000;
  int DONT_NEED = 4;
  NativeLong TIOCGWINSZ = new NativeLong(0x5413);

  /**
   * @throws UnsatisfiedLinkError on a system that has none
   */
  static LibC load() {
    return Native.load("c", LibC.class);
  }

  int open(String path, int flags, int mode);

  int close(int file);

  int ftruncate(int file, long length);

  int fsync(int file);

  int posix_fadvise(int file, long offset, long length, int advice);

  Pointer mmap(Pointer at, long length, int protection, int flags, int file, long offset);

  int munmap(Pointer at, long length);

  int getpagesize();

  int mincore(Pointer at, long length, Pointer pages);

  int ioctl(int descriptor, NativeLong request, short[] rowsColumnsAndPixels);

  /** Whether a mapping failed. */
  static boolean failed(Pointer mapping) {
    return Pointer.nativeValue(mapping) == -1;
  }
}
