package org.pmemycsb.cluster;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Spark's own master and workers on loopback, from the jars of this class path. */
final class Standalone implements AutoCloseable {
  private static final Pattern STARTED = Pattern.compile("Starting Spark master at (\\S+)\\n");

  private final Path folder;
  private final List<String> options;
  private final String url;
  private final Process master;
  private final List<Process> workers = new ArrayList<>();

  /**
   * Starts them.
   *
   * @param options of master and workers
   */
  Standalone(Path folder, int workers, String... options) throws Exception {
    this.folder = folder;
    this.options = List.of(options);
    Path jars = Files.createDirectories(folder.resolve("spark/jars"));
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (each.endsWith(".jar")) {
        Files.createSymbolicLink(jars.resolve(Path.of(each).getFileName()), Path.of(each));
      }
    }
    master = daemon("master", "org.apache.spark.deploy.master.Master", "--port", "0");
    url = awaitMaster();
    for (int i = 0; i < workers; i++) {
      addWorker();
    }
  }

  /** Starts one more worker, with one processor. */
  void addWorker() throws IOException {
    int i = workers.size();
    workers.add(
        daemon(
            "worker-" + i,
            "org.apache.spark.deploy.worker.Worker",
            "--port",
            "0",
            "--cores",
            "1",
            "--memory",
            "1g",
            "--work-dir",
            folder.resolve("work-" + i).toString(),
            url()));
  }

  private Process daemon(String name, String main, String... arguments) throws IOException {
    List<String> command = java("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    command.addAll(
        List.of(
            "-Dspark.master.rest.enabled=false",
            "-cp",
            folder.resolve("spark/jars") + "/*",
            main,
            "--host",
            "127.0.0.1",
            "--webui-port",
            "0"));
    command.addAll(options);
    command.addAll(List.of(arguments));
    return start(command, folder.resolve(name + ".log"));
  }

  /** Another JVM with the options that Spark needs. */
  static List<String> java(String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(each -> each.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(List.of(options));
    return command;
  }

  /** Starts a program that finds this Spark. */
  Process start(List<String> command, Path log) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", folder.resolve("spark").toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_LOCAL_DIRS", folder.toString());
    // What is killed leaves the native libraries of its cipher behind.
    builder.environment().put("JDK_JAVA_OPTIONS", "\"-Djava.io.tmpdir=" + folder + "\"");
    return builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private String awaitMaster() throws Exception {
    Path log = folder.resolve("master.log");
    while (true) {
      Matcher said = STARTED.matcher(Files.readString(log));
      if (said.find()) {
        return said.group(1);
      }
      if (!master.isAlive()) {
        throw new IllegalStateException(Files.readString(log));
      }
      Thread.sleep(50);
    }
  }

  String url() {
    return url;
  }

  /** One of the workers that live. */
  Process worker(int i) {
    return workers.stream().filter(Process::isAlive).toList().get(i);
  }

  /** The executors of one worker. */
  static List<ProcessHandle> executors(Process worker) {
    return worker
        .descendants()
        .filter(
            each ->
                each.info()
                    .commandLine()
                    .filter(line -> line.contains("CoarseGrainedExecutorBackend"))
                    .isPresent())
        .toList();
  }

  /** Output of the master, the workers and their executors. */
  String said() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        if (each.toString().matches(".*(\\.log|/std(out|err))")) {
          all.append(Files.readString(each));
        }
      }
    }
    return all.toString();
  }

  /**
   * Kills all that {@link #start} started, and executors that outlive their worker; removes the
   * links to the jars.
   */
  @Override
  public void close() throws IOException {
    List<ProcessHandle> left = left();
    while (!left.isEmpty()) {
      left.forEach(ProcessHandle::destroyForcibly);
      left.forEach(each -> each.onExit().join());
      left = left();
    }
    try (Stream<Path> links = Files.list(folder.resolve("spark/jars"))) {
      for (Path each : links.toList()) {
        Files.delete(each);
      }
    }
  }

  private List<ProcessHandle> left() {
    return Fleets.withEnvironment("SPARK_HOME=" + folder.resolve("spark"));
  }
}
