package org.pmemycsb.adapter.llpl;

import com.intel.pmem.llpl.AnyHeap;
import com.intel.pmem.llpl.Util;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Properties;
import org.pmemycsb.adapter.inprocess.NativeLibrary;

/** The native library of LLPL, and a function that LLPL does not offer. Thread-safe. */
final class LlplLibrary {
  /** Java reports it only once. */
  private static LinkageError failure;

  private static final NativeLibrary LIBRARY =
      new NativeLibrary(
          folder -> {
            Util.setLLPLTempDirectory(folder.toString());
            try {
              Class.forName(AnyHeap.class.getName(), true, AnyHeap.class.getClassLoader());
            } catch (LinkageError missing) {
              failure = missing;
              throw missing;
            }
          });

  private LlplLibrary() {}

  static String version() throws Exception {
    load();
    Properties made = new Properties();
    try (InputStream in =
        AnyHeap.class.getResourceAsStream("/META-INF/maven/com.intel.pmem/llpl/pom.properties")) {
      if (in == null) {
        throw new IOException("the jar of LLPL does not state its version");
      }
      made.load(in);
    }
    return "LLPL " + made.getProperty("version").replace("-release", "");
  }

  static synchronized void load() throws Exception {
    if (failure != null) {
      throw failure;
    }
    LIBRARY.load();
  }

  /**
   * Closes a heap. LLPL leaves heaps open until the process ends, but no two processes can have one
   * open, and the clients are in another process than the harness.
   */
  static void close(AnyHeap heap) {
    try {
      Method close = AnyHeap.class.getDeclaredMethod("close");
      close.setAccessible(true);
      close.invoke(heap);
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException("LLPL cannot close a heap: " + changed, changed);
    }
  }
}
