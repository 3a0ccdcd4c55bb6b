package org.pmemycsb.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Makes jars of somebody else's, from sources. */
final class JarBuilder {
  private final Path folder;
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, String> files = new LinkedHashMap<>();
  private final List<Path> classPath = new ArrayList<>();

  /**
   * @param folder where it works
   */
  JarBuilder(Path folder) {
    this.folder = folder;
  }

  /** Adds a class. */
  JarBuilder source(String name, String text) {
    sources.put(name, text);
    return this;
  }

  /** Adds a file that is no class. */
  JarBuilder file(String name, String text) {
    files.put(name, text);
    return this;
  }

  /** Compiles against a jar, beside the class path of the tests. */
  JarBuilder against(Path jar) {
    classPath.add(jar);
    return this;
  }

  Path build(String name) throws IOException {
    Path work = Files.createTempDirectory(folder, "jar");
    Path classes = Files.createDirectory(work.resolve("classes"));
    List<Path> units = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path unit = work.resolve("src").resolve(source.getKey().replace('.', '/') + ".java");
      Files.createDirectories(unit.getParent());
      units.add(Files.writeString(unit, source.getValue()));
    }
    if (!units.isEmpty()) {
      compile(units, classes);
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path target = classes.resolve(file.getKey());
      Files.createDirectories(target.getParent());
      Files.writeString(target, file.getValue());
    }
    Path jar = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> all = Files.walk(classes)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
    return jar;
  }

  private void compile(List<Path> units, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String path =
        Stream.concat(
                classPath.stream().map(Path::toString),
                Stream.of(System.getProperty("java.class.path")))
            .collect(Collectors.joining(java.io.File.pathSeparator));
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      boolean good =
          compiler
              .getTask(
                  said,
                  manager,
                  null,
                  List.of("-proc:none", "-cp", path, "-d", classes.toString()),
                  null,
                  manager.getJavaFileObjectsFromPaths(units))
              .call();
      assertThat(good).as(said.toString()).isTrue();
    }
  }
}
