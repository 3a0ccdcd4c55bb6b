package org.pmemycsb.pmemkv;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The libpmemkv of this machine. The first use loads it. A failure leaves nothing behind, so a
 * later attempt succeeds once the cause is mended. Thread-safe.
 */
public final class PmemkvLibrary {
  /** Environment variable: the file of libpmemkv, instead of the system's. */
  public static final String ENVIRONMENT = "PMEMKV_LIBRARY";

  /** System property with the same meaning; it wins over the environment. */
  public static final String PROPERTY = "pmemkv.library";

  private static final String NAME = "libpmemkv.so.1";

  private static final List<String> INSTALLED =
      List.of(NAME, "/usr/local/lib/" + NAME, "/usr/local/lib64/" + NAME);

  /** The folder of {@code bin/install-packages}, in the cache folder of pmem-ycsb. */
  private static final String PRIVATE_FOLDER = "libpmemkv-1.4";

  private static final String REMEDY =
      "run bin/install-packages pmemkv, or name its file with %s=/path/%s"
          .formatted(ENVIRONMENT, NAME);

  private static final String REMEDY_OF_NAMED =
      "name the right file with %s=/path/%s; or unset it and run bin/install-packages pmemkv"
          .formatted(ENVIRONMENT, NAME);

  private static final Pattern ENGINES = Pattern.compile("Available engines: ([\\w, -]+)");

  /** Guarded by the class. */
  private static Loaded installed;

  /** By file; guarded by the class. */
  private static final Map<Path, Loaded> NAMED = new HashMap<>();

  private PmemkvLibrary() {}

  /**
   * The result of looking for libpmemkv.
   *
   * @param available whether stores can be opened
   * @param file the file of libpmemkv, with symbolic links resolved; empty when not available
   * @param reason why it is not available, in one line; empty when it is
   * @param remedy what to do about it, in one line; empty when it is available
   */
  public record Probe(boolean available, Optional<Path> file, String reason, String remedy) {}

  /**
   * A library in this process, where it stays.
   *
   * @param handle as {@link PmemkvNative} takes it
   * @param file with symbolic links resolved
   */
  record Loaded(long handle, Path file) {}

  /** Looks for libpmemkv, and loads it if it is there. Never throws. */
  public static Probe probe() {
    return probe(null);
  }

  /**
   * Loads a library with libpmemkv's interface. Never throws.
   *
   * @param library its file; null for the installed libpmemkv
   */
  public static Probe probe(Path library) {
    try {
      return new Probe(true, Optional.of(load(library).file()), "", "");
    } catch (PmemkvUnavailableException e) {
      return new Probe(false, Optional.empty(), e.reason(), e.remedy());
    }
  }

  /**
   * Every engine that a library offers, in its order.
   *
   * @throws PmemkvUnavailableException when it cannot be loaded
   */
  static List<String> engines(Path library) {
    long handle = load(library).handle();
    // libpmemkv lists its engines only when it refuses an unknown name.
    long result = PmemkvNative.open(handle, PmemkvNative.bytes("?"), null, 0, false);
    PmemkvException refusal = PmemkvNative.failure(result);
    Matcher list = ENGINES.matcher(refusal.nativeMessage());
    if (refusal.status() != PmemkvStatus.WRONG_ENGINE_NAME || !list.find()) {
      throw refusal;
    }
    return Arrays.stream(list.group(1).split(",")).map(String::strip).toList();
  }

  /**
   * Loads a library, and first the JNI library.
   *
   * @param library its file; null for the installed libpmemkv
   * @throws PmemkvUnavailableException that says why this is not possible
   */
  static synchronized Loaded load(Path library) {
    NativeLibrary.load();
    if (library == null) {
      if (installed == null) {
        installed = loadInstalled();
      }
      return installed;
    }
    Loaded loaded = NAMED.get(library);
    if (loaded == null) {
      try {
        loaded = tryToLoad(library.toString());
      } catch (PmemkvException e) {
        throw new PmemkvUnavailableException(
            library.getFileName() + " cannot be loaded (" + e.nativeMessage() + ")",
            "name the right file, or install what it needs",
            e);
      }
      NAMED.put(library, loaded);
    }
    return loaded;
  }

  private static Loaded loadInstalled() {
    String chosen = System.getProperty(PROPERTY, System.getenv(ENVIRONMENT));
    boolean named = chosen != null && !chosen.isBlank();
    Path ours = privateFile(System::getenv, System.getProperty("user.home"));
    String reason = null;
    for (String place : named ? List.of(chosen) : places(ours)) {
      String failure;
      try {
        if (place.equals(ours.toString()) && Files.exists(ours)) {
          NativeCache.requireNobodyElses(ours.getParent());
        }
        return tryToLoad(place);
      } catch (PmemkvException e) {
        failure = e.nativeMessage();
      } catch (IOException e) {
        failure = e.getMessage() + ": remove it";
      }
      // The first place is the usual one. But a private file that exists is there to be loaded.
      if (reason == null || (place.equals(ours.toString()) && Files.exists(ours))) {
        reason = failure;
      }
    }
    throw new PmemkvUnavailableException(
        "libpmemkv cannot be loaded (" + reason + ")", named ? REMEDY_OF_NAMED : REMEDY, null);
  }

  private static Loaded tryToLoad(String place) {
    long handle = PmemkvNative.load(PmemkvNative.bytes(place));
    if (handle < 0) {
      throw PmemkvNative.failure(handle);
    }
    return new Loaded(handle, Path.of(PmemkvNative.text(PmemkvNative.file(handle))));
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
