package org.pmemycsb.pmemkv;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.pmemycsb.store.NativeCache;
import org.pmemycsb.store.StoreException;
import org.pmemycsb.store.StoreProgram;

/** Where the libpmemkv of this machine is. Thread-safe. */
public final class PmemkvLibrary {
  /** Environment variable: the file of libpmemkv, instead of the system's. */
  public static final String ENVIRONMENT = "PMEMKV_LIBRARY";

  private static final String NAME = "libpmemkv.so.1";

  private static final List<String> INSTALLED =
      List.of(NAME, "/usr/local/lib/" + NAME, "/usr/local/lib64/" + NAME);

  /** The folder of {@code bin/install-packages}, in the cache folder of pmem-ycsb. */
  private static final String PRIVATE_FOLDER = "libpmemkv-1.4";

  /** The begin of the name that our library over libpmemkv gives; the file follows. */
  private static final String NAMED = "libpmemkv ";

  private PmemkvLibrary() {}

  /**
   * The file of libpmemkv, with symbolic links resolved. Another process has loaded it.
   *
   * @throws StoreException if no store can be opened with it, in one line; {@link #remedy} helps
   */
  public static Path file() {
    String name =
        StoreProgram.of(PmemkvPool.library(), Map.of("library", files())).describe().name();
    return Path.of(name.substring(NAMED.length()));
  }

  /**
   * The files to try, separated by a colon, as the store's option {@code library} takes them.
   *
   * @throws StoreException if one is there that must not be trusted
   */
  public static String files() {
    if (chosen().isPresent()) {
      return chosen().get();
    }
    Path ours = privateFile(System::getenv, System.getProperty("user.home"));
    if (Files.exists(ours)) {
      try {
        NativeCache.requireNobodyElses(ours.getParent());
      } catch (IOException e) {
        throw new StoreException(
            "libpmemkv cannot be loaded (" + e.getMessage() + ": remove it)", e);
      }
    }
    return String.join(":", places(ours));
  }

  /** What to do about a libpmemkv that is not there, in one line. */
  public static String remedy() {
    return (chosen().isPresent()
            ? "name the right file with %s=/path/%s; or unset it and run bin/install-packages pmemkv"
            : "run bin/install-packages pmemkv, or name its file with %s=/path/%s")
        .formatted(ENVIRONMENT, NAME);
  }

  private static Optional<String> chosen() {
    return variable(System::getenv, ENVIRONMENT);
  }

  /**
   * Where to look if no file was named: first for an installed library, then for the private one.
   */
  static List<String> places(Path privateFile) {
    List<String> places = new ArrayList<>(INSTALLED);
    places.add(privateFile.toString());
    return places;
  }

  /**
   * The file that {@code bin/install-packages} unpacks, whether it exists or not. The script has
   * the same rule.
   *
   * @param environment gives the value of an environment variable, or null
   * @param home the user's home folder according to the system
   */
  static Path privateFile(UnaryOperator<String> environment, String home) {
    return variable(environment, "PMEM_YCSB_CACHE")
        .map(Path::of)
        .or(
            () ->
                variable(environment, "XDG_CACHE_HOME")
                    .map(Path::of)
                    .filter(Path::isAbsolute)
                    .map(cache -> cache.resolve("pmem-ycsb")))
        .orElseGet(() -> Path.of(variable(environment, "HOME").orElse(home), ".cache", "pmem-ycsb"))
        .resolve(PRIVATE_FOLDER)
        .resolve(NAME)
        .toAbsolutePath();
  }

  private static Optional<String> variable(UnaryOperator<String> environment, String name) {
    return Optional.ofNullable(environment.apply(name)).filter(value -> !value.isBlank());
  }
}
