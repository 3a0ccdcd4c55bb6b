package org.pmemycsb.adapter.support;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509KeyManager;

/**
 * A port of a server that is asked whether it speaks TLS. It gets no secret.
 *
 * @param opening comes before a handshake
 */
public record TlsPort(String host, int port, Opening opening) {
  private static final int PATIENCE_MILLIS = 1_000;
  // The names that drivers give to their files.
  private static final String KEY_STORE = "(?i)(trustStore|keyStore|sslkey) .*";
  private static final String PEM = "(?i)(serverSslCert|sslrootcert|sslcert) .*";
  private static final String TRUST = "(?i)(trustStore|serverSslCert|sslrootcert) .*";

  /** The beginning of a connection, up to the handshake. */
  @FunctionalInterface
  public interface Opening {
    void make(Socket socket) throws IOException;
  }

  /**
   * @param speaksTls whether the server took part in a handshake
   * @param asksForCertificate whether it asked for a certificate of the client
   * @param ends whether it ended the connection
   */
  public record Answer(boolean speaksTls, boolean asksForCertificate, boolean ends) {}

  /**
   * The settings to change, as an end of a sentence.
   *
   * @param plain for a server without TLS
   * @param encrypted for a server with TLS
   * @param certificate for a server that asks for a certificate of the client
   */
  public record Remedies(String plain, String encrypted, String certificate) {}

  /** A port on which the handshake comes first. */
  public TlsPort(String host, int port) {
    this(host, port, socket -> {});
  }

  /**
   * The cause of a connection that failed, in words; empty if TLS is not the cause.
   *
   * @param tls whether the client asked for TLS
   * @param question has an answer on a port without TLS
   */
  public Optional<String> cause(
      Throwable failure, boolean tls, List<String> files, byte[] question, Remedies remedies) {
    boolean absent =
        causes(failure)
            .anyMatch(
                each ->
                    each instanceof ConnectException
                        || each instanceof NoRouteToHostException
                        || each instanceof UnknownHostException);
    if (absent) {
      return Optional.empty();
    }
    Optional<String> seen = tls ? inWords(failure, files) : Optional.empty();
    if (seen.isPresent()) {
      return seen;
    }
    Answer answer = ask();
    if (!tls) {
      return Optional.of("it expects TLS; " + remedies.encrypted).filter(cause -> answer.speaksTls);
    }
    if (answer.asksForCertificate && answer.ends) {
      return Optional.of("it asks for a certificate of the client; " + remedies.certificate);
    }
    return Optional.of("it has no TLS; " + remedies.plain)
        .filter(cause -> !answer.speaksTls && answersPlain(question));
  }

  private boolean answersPlain(byte[] question) {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(question);
      return socket.getInputStream().read() >= 0;
    } catch (IOException silent) {
      return false;
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(host, port), PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  /** Tries a handshake that trusts every server. */
  public Answer ask() {
    try (Socket socket = connect()) {
      return ask(socket);
    } catch (IOException absent) {
      return new Answer(false, false, false);
    }
  }

  private Answer ask(Socket plain) {
    AtomicBoolean asked = new AtomicBoolean();
    // Has no key, and notes whether the server asked for a certificate.
    X509KeyManager keys =
        (X509KeyManager)
            Proxy.newProxyInstance(
                TlsPort.class.getClassLoader(),
                new Class<?>[] {X509KeyManager.class},
                (proxy, method, arguments) -> {
                  asked.compareAndSet(false, method.getName().equals("chooseClientAlias"));
                  return null;
                });
    boolean speaks = false;
    try {
      opening.make(plain);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {keys}, new TrustManager[] {new TrustsAll()}, null);
      SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
      socket.startHandshake();
      speaks = true;
      // In TLS 1.3, the server judges the client after the handshake.
      return new Answer(true, asked.get(), socket.getInputStream().read() < 0);
    } catch (SocketTimeoutException silent) {
      return new Answer(speaks || asked.get(), asked.get(), false);
    } catch (SSLException refused) {
      boolean alert = String.valueOf(refused.getMessage()).contains("fatal alert");
      return new Answer(speaks || alert || asked.get(), asked.get(), true);
    } catch (IOException | GeneralSecurityException ended) {
      return new Answer(speaks || asked.get(), asked.get(), true);
    }
  }

  /**
   * The cause that a driver's exceptions show; empty if they show none.
   *
   * @param files the user's files for TLS, each as {@code name path}; none for Java's own store
   */
  public static Optional<String> inWords(Throwable failure, List<String> files) {
    return causes(failure).flatMap(each -> words(each, files).stream()).findFirst();
  }

  /** The failure, its causes, and those that each suppressed. */
  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, each -> each != null, Throwable::getCause)
        .flatMap(each -> Stream.concat(Stream.of(each), Stream.of(each.getSuppressed())));
  }

  private static Optional<String> words(Throwable failure, List<String> files) {
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof UnrecoverableKeyException) {
      return Optional.of("the password of %s is wrong".formatted(named(files, KEY_STORE)));
    }
    if (failure instanceof KeyStoreException
        || failure instanceof IOException
            && message.matches("(?i)(toDerInputStream rejects|invalid keystore format).*")) {
      return Optional.of(
          named(files, KEY_STORE)
              + " is no PKCS #12 or JKS key store; make one from a PEM file with keytool -importcert");
    }
    if (failure instanceof FileNotFoundException
        || message.matches("(Truststore file|File not found for option) .*")) {
      return Optional.of("%s cannot be read: %s".formatted(named(files, ".*"), message));
    }
    if (failure instanceof InvalidAlgorithmParameterException) {
      return Optional.of(named(files, KEY_STORE) + " shows no certificate; give its password");
    }
    if (failure instanceof CertPathBuilderException
        || failure instanceof CertPathValidatorException path
            && Set.of(PKIXReason.NO_TRUST_ANCHOR, BasicReason.INVALID_SIGNATURE)
                .contains(path.getReason())) {
      return Optional.of(
          named(files, TRUST) + " does not trust its certificate: no valid certification path");
    }
    if (failure instanceof CertificateExpiredException
        || failure instanceof CertificateNotYetValidException) {
      return Optional.of("the server's certificate is not valid today: " + message);
    }
    if (failure instanceof CertificateException) {
      return message.matches("No (name|subject alternative).*")
          ? Optional.of("the server's certificate is for another host: " + message)
          : Optional.of(named(files, PEM) + " is no certificate in PEM form")
              .filter(ofOthers -> !message.startsWith("PKIX"));
    }
    return Optional.empty();
  }

  private static String named(List<String> files, String kind) {
    String named =
        files.stream().filter(file -> file.matches(kind)).collect(Collectors.joining(" or "));
    return named.isEmpty() ? "Java's own store" : named;
  }

  private static final class TrustsAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
