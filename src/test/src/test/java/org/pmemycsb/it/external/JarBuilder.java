package org.pmemycsb.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

/** Makes jars of somebody else's, from sources. */
final class JarBuilder {
  private final Path folder;
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, String> files = new LinkedHashMap<>();
  private String classPath = System.getProperty("java.class.path");

  /**
   * @param folder where it works
   */
  JarBuilder(Path folder) {
    this.folder = folder;
  }

  /** Adds a class. */
  JarBuilder source(String name, String text) {
    sources.put(name.replace('.', '/') + ".java", text);
    return this;
  }

  /** Adds a file that is no class. */
  JarBuilder file(String name, String text) {
    files.put(name, text);
    return this;
  }

  /** Compiles against a jar, beside the class path of the tests. */
  JarBuilder against(Path jar) {
    classPath = jar + File.pathSeparator + classPath;
    return this;
  }

  Path build(String name) throws IOException {
    Path work = Files.createTempDirectory(folder, "jar");
    Path classes = Files.createDirectory(work.resolve("classes"));
    write(files, classes);
    List<String> compile =
        new ArrayList<>(List.of("-proc:none", "-cp", classPath, "-d", classes.toString()));
    write(sources, work).forEach(source -> compile.add(source.toString()));
    if (!sources.isEmpty()) {
      run("javac", compile);
    }
    Path jar = folder.resolve(name);
    run("jar", List.of("--create", "--file", jar.toString(), "-C", classes.toString(), "."));
    return jar;
  }

  private static List<Path> write(Map<String, String> texts, Path to) throws IOException {
    List<Path> written = new ArrayList<>();
    for (Map.Entry<String, String> each : texts.entrySet()) {
      Path file = to.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      written.add(Files.writeString(file, each.getValue()));
    }
    return written;
  }

  private static void run(String tool, List<String> arguments) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int status =
        ToolProvider.findFirst(tool).orElseThrow().run(out, out, arguments.toArray(String[]::new));
    assertThat(status).as(said.toString()).isZero();
  }
}
