package org.pmemycsb.pmemkv;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

  private static final List<String> NAMES =
      List.of("libpmemkv.so.1", "/usr/local/lib/libpmemkv.so.1", "/usr/local/lib64/libpmemkv.so.1");

  private static final String REMEDY =
      "install it (Debian 11, Ubuntu: apt-get install libpmemkv1), or name its file with "
          + ENVIRONMENT
          + "=/path/libpmemkv.so.1";

  private static final Pattern ENGINES = Pattern.compile("Available engines: ([\\w, -]+)");

  private static Probe loaded;

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

  /** Looks for libpmemkv, and loads it if it is there. Never throws. */
  public static Probe probe() {
    try {
      return load();
    } catch (PmemkvUnavailableException e) {
      return new Probe(false, Optional.empty(), e.reason(), e.remedy());
    }
  }

  /**
   * Every engine that the loaded library offers, in its order.
   *
   * @throws PmemkvUnavailableException when there is no libpmemkv
   */
  static List<String> engines() {
    load();
    // libpmemkv lists its engines only when it refuses an unknown name.
    long result = PmemkvNative.open(PmemkvNative.bytes("?"), null, 0, false);
    PmemkvException refusal = PmemkvNative.failure(result);
    Matcher list = ENGINES.matcher(refusal.nativeMessage());
    if (refusal.status() != PmemkvStatus.WRONG_ENGINE_NAME || !list.find()) {
      throw refusal;
    }
    return Arrays.stream(list.group(1).split(",")).map(String::strip).toList();
  }

  /** Loads both native libraries; the exception says why that is not possible. */
  static synchronized Probe load() {
    if (loaded != null) {
      return loaded;
    }
    NativeLibrary.load();
    String chosen = System.getProperty(PROPERTY, System.getenv(ENVIRONMENT));
    List<String> names = chosen == null || chosen.isBlank() ? NAMES : List.of(chosen);
    List<String> failures = new ArrayList<>();
    for (String name : names) {
      byte[] failure = PmemkvNative.load(PmemkvNative.bytes(name));
      if (failure == null) {
        Path file = Path.of(PmemkvNative.text(PmemkvNative.file()));
        loaded = new Probe(true, Optional.of(file), "", "");
        return loaded;
      }
      failures.add(PmemkvNative.text(failure));
    }
    // The first place is the usual one, so its failure is the one to report.
    throw new PmemkvUnavailableException(
        "libpmemkv cannot be loaded (" + failures.get(0) + ")", REMEDY, null);
  }
}
