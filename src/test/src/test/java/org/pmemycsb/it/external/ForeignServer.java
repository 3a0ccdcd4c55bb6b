package org.pmemycsb.it.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmemycsb.it.harness.HarnessProcess.words;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.SafeFolder;

/** A server that runs already, with a user, a password, TLS and a Unix socket. */
final class ForeignServer implements AutoCloseable {
  static final String USER = "bench";
  static final String PASSWORD = "p@ss/word-4711";
  static final String PASSWORD_ENCODED = "p%40ss%2Fword-4711";

  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));
  private static final int SECONDS = 60;

  private final Path folder;
  private int port;
  private Process process;

  private ForeignServer() throws IOException {
    folder = Files.createTempDirectory(Path.of("/dev/shm"), "foreign-");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    certify("");
    certify("other-");
    run(
        words(
            """
            keytool -importcert -noprompt -alias ca -file %s -keystore %s -storetype PKCS12
            -storepass changeit
            """,
            file("cert.pem"), file("trust.p12")));
  }

  private void certify(String prefix) throws IOException {
    run(
        words(
            """
            openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost
            -addext subjectAltName=IP:127.0.0.1,DNS:localhost -keyout %s -out %s
            """,
            file(prefix + "key.pem"), file(prefix + "cert.pem")));
  }

  /** Chosen as late as possible, so that nobody else takes it before the server has it. */
  int port() throws IOException {
    if (port == 0) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = free.getLocalPort();
      }
    }
    return port;
  }

  Process process() {
    return process;
  }

  String file(String name) {
    return folder.resolve(name).toString();
  }

  /** A Redis that only speaks TLS on its port, and lets in whoever knows the password. */
  static ForeignServer redis(String... more) throws IOException, InterruptedException {
    ForeignServer server = new ForeignServer();
    List<String> lines =
        new ArrayList<>(
            List.of(
                "bind 127.0.0.1",
                "port 0",
                "tls-port " + server.port(),
                "tls-cert-file " + server.file("cert.pem"),
                "tls-key-file " + server.file("key.pem"),
                "tls-ca-cert-file " + server.file("cert.pem"),
                "tls-auth-clients no",
                "unixsocket " + server.file("redis.sock"),
                "dir " + server.folder,
                "save \"\"",
                "user default off",
                "user " + USER + " on >" + PASSWORD + " ~* &* +@all"));
    lines.addAll(List.of(more));
    Path configuration = Files.write(server.folder.resolve("redis.conf"), lines);
    server.start(List.of(program("redis-server"), configuration.toString()), "Ready to accept");
    return server;
  }

  /** A PostgreSQL that asks for the password, with TLS on its port. */
  static ForeignServer postgres() throws IOException, InterruptedException {
    ForeignServer server = new ForeignServer();
    Files.writeString(server.folder.resolve("password"), PASSWORD + "\n");
    server.own();
    server.run(
        as(
            words(
                "%s -D %s -A scram-sha-256 -U %s --pwfile=%s --no-sync -E UTF8",
                program("initdb"), server.file("data"), USER, server.file("password"))));
    server.start(
        as(
            words(
                // It is killed in the end, and could remove its shared memory from nowhere else.
                """
                %s -D %s -p %s -k %s -c listen_addresses=127.0.0.1
                -c dynamic_shared_memory_type=mmap -c ssl=on
                -c ssl_cert_file=%s -c ssl_key_file=%s -c ssl_ca_file=%s
                """,
                program("postgres"),
                server.file("data"),
                server.port(),
                server.folder,
                server.file("cert.pem"),
                server.file("key.pem"),
                server.file("cert.pem"))),
        "ready to accept");
    return server;
  }

  /** A MariaDB that lets clients in with TLS only, and asks for their certificates. */
  static ForeignServer mariadb() throws IOException, InterruptedException {
    ForeignServer server = new ForeignServer();
    String data = "--no-defaults --datadir=%s --user=" + System.getProperty("user.name");
    server.run(
        words(
            "%s " + data + " --skip-test-db --auth-root-authentication-method=normal",
            program("mariadb-install-db"),
            server.file("data")));
    Path accounts =
        Files.writeString(
            server.folder.resolve("accounts.sql"),
            """
            CREATE DATABASE ycsb;
            CREATE USER bench IDENTIFIED BY 'word';
            GRANT ALL ON *.* TO bench;
            CREATE USER certified IDENTIFIED BY 'word' REQUIRE X509;
            GRANT ALL ON *.* TO certified;
            """);
    server.start(
        words(
            "%s "
                + data
                + " --bind-address=127.0.0.1 --port=%s --socket=%s --init-file=%s"
                + " --require-secure-transport=ON --ssl-cert=%s --ssl-key=%s --ssl-ca=%s",
            program("mariadbd"),
            server.file("data"),
            server.port(),
            server.file("s"),
            accounts,
            server.file("cert.pem"),
            server.file("key.pem"),
            server.file("cert.pem")),
        "ready for connections");
    return server;
  }

  private static String program(String name) {
    return new LocalHost()
        .executable(name)
        .map(Path::toString)
        .orElseGet(
            () -> {
              Assumptions.abort("this machine lacks " + name);
              return "";
            });
  }

  /** PostgreSQL does not run as root. */
  private static List<String> as(List<String> command) {
    if (!ROOT) {
      return command;
    }
    List<String> all =
        new ArrayList<>(
            List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"));
    all.addAll(command);
    return all;
  }

  private void own() throws IOException {
    if (ROOT) {
      run(List.of("chown", "-R", "postgres", folder.toString()));
    }
  }

  private void start(List<String> command, String ready) throws IOException, InterruptedException {
    Path log = folder.resolve("server.log");
    process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!Files.readString(log).contains(ready)) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        String said = Files.readString(log);
        close();
        throw new AssertionError("the server did not start: " + said);
      }
      Thread.sleep(50);
    }
  }

  private void run(List<String> command) throws IOException {
    Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(tool.getInputStream().readAllBytes());
    assertThat(tool.onExit().join().exitValue()).as(said).isZero();
  }

  @Override
  public void close() throws IOException {
    if (process != null) {
      List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
      all.add(process.toHandle());
      all.forEach(ProcessHandle::destroyForcibly);
      all.forEach(each -> each.onExit().join());
    }
    SafeFolder.delete(folder);
  }
}
