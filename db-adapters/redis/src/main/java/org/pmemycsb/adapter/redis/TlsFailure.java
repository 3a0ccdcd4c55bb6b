package org.pmemycsb.adapter.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.pmemycsb.adapter.support.Failures;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** A connection that failed because of TLS, with the cause in words. */
final class TlsFailure extends JedisConnectionException {
  private static final long serialVersionUID = 1L;
  private static final int PATIENCE_MILLIS = 1_000;
  private static final byte[] QUESTION = "PING\r\n".getBytes(US_ASCII);

  private TlsFailure(String cause, Throwable failure) {
    super(cause, failure);
  }

  /** The failure with its cause, if TLS is the cause; it asks the server. */
  static Optional<TlsFailure> of(RedisAddress address, Throwable failure) {
    boolean absent =
        causes(failure)
            .anyMatch(
                each ->
                    each instanceof ConnectException
                        || each instanceof NoRouteToHostException
                        || each instanceof UnknownHostException);
    if (absent || address.socket().isPresent()) {
      return Optional.empty();
    }
    return (address.tls() ? ofTls(address, failure) : ofPlain(address))
        .map(cause -> new TlsFailure(cause, failure));
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, each -> each != null, Throwable::getCause)
        .flatMap(each -> Stream.concat(Stream.of(each), Stream.of(each.getSuppressed())));
  }

  private static Optional<String> ofTls(RedisAddress address, Throwable failure) {
    Optional<String> store =
        address.trustStore().flatMap(file -> unusable(file, address.trustStorePassword()));
    if (store.isPresent()) {
      return store;
    }
    if (causes(failure).anyMatch(CertPathBuilderException.class::isInstance)) {
      return Optional.of(
          "%s does not trust its certificate: no valid certification path"
              .formatted(
                  address
                      .trustStore()
                      .map(file -> "trustStore " + file)
                      .orElse("Java's own store")));
    }
    Handshake handshake = Handshake.with(address);
    if (handshake.asksForCertificate && !handshake.answers) {
      return Optional.of(
          "it asks for a certificate of the client, which the harness cannot give; set tls-auth-clients no");
    }
    return !handshake.speaksTls && answersPlain(address)
        ? Optional.of("it has no TLS; use redis:// in the url")
        : Optional.empty();
  }

  private static Optional<String> ofPlain(RedisAddress address) {
    return Handshake.with(address).speaksTls
        ? Optional.of("it expects TLS; use rediss:// in the url")
        : Optional.empty();
  }

  private static Optional<String> unusable(Path file, Optional<String> password) {
    try {
      KeyStore store =
          KeyStore.getInstance(file.toFile(), password.map(String::toCharArray).orElse(null));
      return store.size() > 0
          ? Optional.empty()
          : Optional.of(
              "trustStore %s shows no certificate; give its trustStorePassword".formatted(file));
    } catch (KeyStoreException format) {
      return Optional.of(
          "trustStore %s is no PKCS #12 or JKS key store; make one from a PEM file with keytool -importcert"
              .formatted(file));
    } catch (IOException failure) {
      return Optional.of(
          failure.getCause() instanceof UnrecoverableKeyException
              ? "the trustStorePassword of %s is wrong".formatted(file)
              : unreadable(file, failure));
    } catch (GeneralSecurityException | IllegalArgumentException failure) {
      return Optional.of(unreadable(file, failure));
    }
  }

  private static String unreadable(Path file, Exception failure) {
    return "trustStore %s cannot be read: %s".formatted(file, Failures.oneLine(failure));
  }

  private static boolean answersPlain(RedisAddress address) {
    try (Socket socket = connect(address)) {
      socket.getOutputStream().write(QUESTION);
      return "+-".indexOf(socket.getInputStream().read()) >= 0;
    } catch (IOException silent) {
      return false;
    }
  }

  private static Socket connect(RedisAddress address) throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(address.host(), address.port()), PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  /**
   * A handshake that trusts every server. It sends no secret.
   *
   * @param speaksTls whether the server took part in it
   * @param answers whether the server answered a question after it
   */
  private record Handshake(boolean speaksTls, boolean asksForCertificate, boolean answers) {
    static Handshake with(RedisAddress address) {
      Asked asked = new Asked();
      boolean speaks = false;
      try (Socket plain = connect(address)) {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {asked}, new TrustManager[] {new TrustsAll()}, null);
        SSLSocket socket =
            (SSLSocket)
                context
                    .getSocketFactory()
                    .createSocket(plain, address.host(), address.port(), true);
        socket.startHandshake();
        speaks = true;
        socket.getOutputStream().write(QUESTION);
        return new Handshake(true, asked.certificate, socket.getInputStream().read() >= 0);
      } catch (SSLException refused) {
        boolean alert = String.valueOf(refused.getMessage()).contains("fatal alert");
        return new Handshake(speaks || alert || asked.certificate, asked.certificate, false);
      } catch (IOException | GeneralSecurityException silent) {
        return new Handshake(speaks || asked.certificate, asked.certificate, false);
      }
    }
  }

  /** Notes whether the server asked for a certificate. */
  private static final class Asked extends X509ExtendedKeyManager {
    private boolean certificate;

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      certificate = true;
      return null;
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
      certificate = true;
      return null;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return null;
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return null;
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return null;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return null;
    }
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
