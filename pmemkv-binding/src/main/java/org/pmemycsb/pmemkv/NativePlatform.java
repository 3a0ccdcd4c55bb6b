package org.pmemycsb.pmemkv;

import java.util.Locale;

/** Where the native library lies inside the jar; pure functions of the system properties. */
final class NativePlatform {
  private NativePlatform() {}

  /** The folder for a system, as CMake names it: {@code linux-x86_64}. */
  static String folder(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String arch = osArch.toLowerCase(Locale.ROOT);
    return (os.startsWith("mac") ? "darwin" : os) + "-" + (arch.equals("amd64") ? "x86_64" : arch);
  }

  /** The resource that holds one of our native files for a system. */
  static String resource(String osName, String osArch, String file) {
    return "/native/" + folder(osName, osArch) + "/" + file;
  }
}
