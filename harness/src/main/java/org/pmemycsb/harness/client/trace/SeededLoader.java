package org.pmemycsb.harness.client.trace;

import java.io.IOException;
import java.io.InputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Loads YCSB's workload and generators anew, drawing from {@link SeededRandom}.
 *
 * <p>Every {@code ThreadLocalRandom} becomes a {@code SeededRandom}. All other classes, such as
 * {@link site.ycsb.DB}, come from the parent loader, so that both sides share them.
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

  private static byte[] rename(byte[] classFile) {
    ClassWriter out = new ClassWriter(0);
    new ClassReader(classFile).accept(new ClassRemapper(out, new SimpleRemapper(FROM, TO)), 0);
    return out.toByteArray();
  }
}
