package org.pmemycsb.harness.measure.database;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Loads classes from jars of users. Such a jar uses its own libraries, whatever versions the
 * harness has. Only the classes of YCSB and of the SPI come from the harness, because both sides
 * share them. Thread-safe.
 */
public final class JarLoader extends URLClassLoader {
  private static final List<String> COMMON = List.of("java.", "site.ycsb.", "org.pmemycsb.");

  static {
    registerAsParallelCapable();
  }

  /**
   * @param jars searched in this order
   * @param parent has the common classes, and what the jars lack
   */
  public JarLoader(List<Path> jars, ClassLoader parent) {
    super("jars", urls(jars), parent);
  }

  private static URL[] urls(List<Path> jars) {
    return jars.stream()
        .map(
            jar -> {
              try {
                return jar.toUri().toURL();
              } catch (MalformedURLException impossible) {
                throw new IllegalArgumentException(impossible);
              }
            })
        .toArray(URL[]::new);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (COMMON.stream().anyMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> found = findLoadedClass(name);
      if (found == null) {
        try {
          found = findClass(name);
        } catch (ClassNotFoundException notInTheJars) {
          return super.loadClass(name, resolve);
        }
      }
      if (resolve) {
        resolveClass(found);
      }
      return found;
    }
  }

  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own != null ? own : super.getResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    List<URL> all = new ArrayList<>(Collections.list(findResources(name)));
    all.addAll(Collections.list(getParent().getResources(name)));
    return Collections.enumeration(all);
  }
}
