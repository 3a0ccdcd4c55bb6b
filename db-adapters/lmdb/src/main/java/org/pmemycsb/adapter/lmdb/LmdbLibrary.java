package org.pmemycsb.adapter.lmdb;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.byref.IntByReference;
import org.lmdbjava.Env;
import org.lmdbjava.Meta;
import org.pmemycsb.adapter.inprocess.NativeLibrary;

/** The functions of the native library of lmdbjava that lmdbjava does not offer. Thread-safe. */
final class LmdbLibrary {
  /** Where lmdbjava and the library below it unpack. */
  private static final String[] FOLDERS = {"lmdbjava.extract.dir", "jffi.extract.dir"};

  private static Flags flags;

  private static final NativeLibrary LIBRARY =
      new NativeLibrary(
          folder -> {
            for (String property : FOLDERS) {
              System.setProperty(property, folder.toString());
            }
            try {
              Meta.version();
              flags = LibraryLoader.create(Flags.class).load(unpacked(folder).toString());
              Runtime.getRuntime(flags);
            } finally {
              for (String property : FOLDERS) {
                System.clearProperty(property);
              }
            }
          });

  private LmdbLibrary() {}

  /** Functions of lmdb.h. */
  public interface Flags {
    int mdb_env_get_flags(Pointer env, IntByReference flags);
  }

  static String version() throws Exception {
    load();
    Meta.Version version = Meta.version();
    return "LMDB " + version.major + "." + version.minor + "." + version.patch;
  }

  /** The flags with which an environment works, from the environment itself. */
  static int flags(Env<?> env) throws Exception {
    Flags functions = load();
    Field pointer = Env.class.getDeclaredField("ptr");
    pointer.setAccessible(true);
    IntByReference found = new IntByReference();
    int status = functions.mdb_env_get_flags((Pointer) pointer.get(env), found);
    if (status != 0) {
      throw new IllegalStateException("mdb_env_get_flags: " + Meta.error(status));
    }
    return found.getValue();
  }

  static Flags load() throws Exception {
    LIBRARY.load();
    return flags;
  }

  private static Path unpacked(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("lmdbjava"))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("lmdbjava has unpacked no library"));
    }
  }
}
