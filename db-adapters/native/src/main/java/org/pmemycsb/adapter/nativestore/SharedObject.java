package org.pmemycsb.adapter.nativestore;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Says more about a file that is no shared library for this machine than the dynamic linker. */
final class SharedObject {
  private static final int HEAD = 20;
  private static final int MAGIC = 0x7F454C46;
  private static final int BYTE_ORDER = 5;
  private static final int BIG_ENDIAN = 2;
  private static final int TYPE = 16;
  private static final int DYNAMIC = 3;
  private static final int MACHINE = 18;

  /** Of ELF's numbers for processors, those that a user may meet. */
  private static final Map<Integer, String> MACHINES =
      Map.of(
          3, "x86", 21, "ppc64", 22, "s390", 40, "arm", 62, "x86_64", 183, "aarch64", 243, "riscv");

  private SharedObject() {}

  /** Why the file cannot be loaded, or empty if nothing is seen from its head. */
  static Optional<String> flaw(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.of(Files.exists(file) ? file + " is no file" : "there is no file " + file);
    }
    try {
      ByteBuffer head = head(file);
      if (head.limit() < HEAD || head.getInt(0) != MAGIC || number(head, TYPE) != DYNAMIC) {
        return Optional.of(file + " is no shared library");
      }
      int here = number(head(Path.of("/proc/self/exe")), MACHINE);
      int machine = number(head, MACHINE);
      return machine == here
          ? Optional.empty()
          : Optional.of(
              "%s is for another processor (%s), and this machine has %s"
                  .formatted(file, name(machine), name(here)));
    } catch (IOException e) {
      return Optional.of(file + " cannot be read: " + e.getMessage());
    }
  }

  private static ByteBuffer head(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return ByteBuffer.wrap(in.readNBytes(HEAD));
    }
  }

  private static int number(ByteBuffer head, int at) {
    head.order(head.get(BYTE_ORDER) == BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    int number = head.getShort(at) & 0xFFFF;
    head.order(ByteOrder.BIG_ENDIAN);
    return number;
  }

  private static String name(int machine) {
    return MACHINES.getOrDefault(machine, "number " + machine + " of ELF");
  }
}
