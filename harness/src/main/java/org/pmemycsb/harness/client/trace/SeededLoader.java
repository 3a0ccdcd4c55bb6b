package org.pmemycsb.harness.client.trace;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Loads YCSB's workload and generators anew, drawing from {@link SeededRandom}.
 *
 * <p>It changes only the constant pool: there every {@code ThreadLocalRandom} becomes a {@code
 * SeededRandom}. No instruction changes. All other classes, such as {@link site.ycsb.DB}, come from
 * the parent loader, so that both sides share them.
 *
 * <p>All traces share one loader: the JVM would compile the classes of another one again, partly
 * under the clock of a phase. One static of YCSB changes: its measurements. Nobody reads them here.
 */
final class SeededLoader extends ClassLoader {
  private static final String FROM = "java/util/concurrent/ThreadLocalRandom";
  private static final String TO = SeededRandom.class.getName().replace('.', '/');

  static {
    registerAsParallelCapable();
  }

  static final SeededLoader SHARED = new SeededLoader();

  private SeededLoader() {
    super(SeededLoader.class.getClassLoader());
  }

  private static boolean isOurs(String name) {
    return name.startsWith("site.ycsb.generator.")
        || name.startsWith("site.ycsb.measurements.")
        || name.startsWith("site.ycsb.workloads.CoreWorkload")
        || name.equals("site.ycsb.RandomByteIterator")
        || name.startsWith(RecordingWorkload.class.getName());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!isOurs(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = define(name);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream in = getParent().getResourceAsStream(resource)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = rename(in.readAllBytes());
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** The class file with the name replaced; layout as in chapter 4.4 of the JVM specification. */
  private static byte[] rename(byte[] classFile) {
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length + 256);
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeLong(in.readLong()); // magic, minor and major version
      int entries = in.readUnsignedShort();
      out.writeShort(entries);
      for (int i = 1; i < entries; i++) {
        int tag = in.readUnsignedByte();
        out.writeByte(tag);
        switch (tag) {
          case 1 -> out.writeUTF(in.readUTF().replace(FROM, TO));
          case 5, 6 -> { // long and double take two entries
            out.writeLong(in.readLong());
            i++;
          }
          case 3, 4, 9, 10, 11, 12, 17, 18 -> out.writeInt(in.readInt());
          case 7, 8, 16, 19, 20 -> out.writeShort(in.readUnsignedShort());
          case 15 -> {
            out.writeByte(in.readUnsignedByte());
            out.writeShort(in.readUnsignedShort());
          }
          default -> throw new IOException("unknown constant pool tag " + tag);
        }
      }
      in.transferTo(out);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
