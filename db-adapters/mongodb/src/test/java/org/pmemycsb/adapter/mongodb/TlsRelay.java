package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

/** Speaks TLS with clients, with a certificate of its own, and passes all on to a server. */
final class TlsRelay implements AutoCloseable {
  private static final String PASSWORD = "changeit";

  private final SSLServerSocket listening;
  private final SSLContext trusting;
  private final int server;

  /**
   * @param folder for its keys
   * @param server port of the server on this machine
   * @param asks whether clients need a certificate
   */
  TlsRelay(Path folder, int server, boolean asks) throws Exception {
    this.server = server;
    Path store = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-dname",
                "CN=test",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    KeyStore own = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    keys.init(own, PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("a", own.getCertificate("a"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    trusting = SSLContext.getInstance("TLS");
    trusting.init(null, trust.getTrustManagers(), null);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    listening =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    listening.setNeedClientAuth(asks);
    thread(this::accept);
  }

  /** For clients that trust its certificate. */
  SSLContext trusting() {
    return trusting;
  }

  int port() {
    return listening.getLocalPort();
  }

  private interface Work {
    void make() throws IOException;
  }

  private static void thread(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.make();
              } catch (IOException ended) {
                return;
              }
            },
            "tls-relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listening.accept();
      Socket to = new Socket(InetAddress.getLoopbackAddress(), server);
      thread(() -> pass(client, to));
      thread(() -> pass(to, client));
    }
  }

  private static void pass(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
