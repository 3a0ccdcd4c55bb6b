package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Medium;

/**
 * The library in a folder of a test: the packaged one, or with the system property {@code
 * pgwal.test.sanitized}, a folder, the one that was built there with the sanitizers.
 */
record Preload(Path folder) {
  private static final Path NATIVE = Path.of("target/native");
  private static final String SANITIZED = System.getProperty("pgwal.test.sanitized", "");

  static Preload into(Path folder) throws IOException, DatabaseException {
    Preload preload = new Preload(folder);
    preload.library().install();
    if (!SANITIZED.isEmpty()) {
      Files.copy(
          Path.of(SANITIZED, "libpgwal_pmem.so"),
          preload.file(),
          StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(preload.file(), PosixFilePermissions.fromString("rwxr-xr-x"));
      for (String runtime : new String[] {"libasan.so", "libstdc++.so.6"}) {
        Path link = folder.resolve(runtime);
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of(SANITIZED, runtime).toRealPath());
      }
    }
    return preload;
  }

  WalLibrary library() {
    return new WalLibrary(folder, folder);
  }

  Path file() {
    return folder.resolve("libpgwal_pmem.so");
  }

  /** The program that makes the calls that a test names. */
  Path exercise() {
    return NATIVE.resolve("release/pgwal_exercise").toAbsolutePath();
  }

  /** The variables for a program, whatever its working folder. */
  Map<String, String> environment(Path data) {
    Map<String, String> environment = new TreeMap<>(library().environment(data, Medium.TMPFS));
    environment.put("LD_PRELOAD", sanitizers() + ":" + file());
    if (!SANITIZED.isEmpty()) {
      environment.put(
          "ASAN_OPTIONS",
          "detect_leaks=0:halt_on_error=1:exitcode=86:allow_user_segv_handler=1:handle_sigbus=1");
      environment.put("UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1:exitcode=86");
    }
    return environment;
  }

  private String sanitizers() {
    return SANITIZED.isEmpty()
        ? ""
        : folder.resolve("libasan.so") + ":" + folder.resolve("libstdc++.so.6");
  }

  /** What the library leaves of our LD_PRELOAD, as a shell would write it. */
  String leavesBehind() {
    return "LD_PRELOAD=" + sanitizers();
  }
}
