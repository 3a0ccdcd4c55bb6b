package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A port of a server that is asked whether it speaks TLS. It gets no secret.
 *
 * @param opening comes before a handshake
 */
public record TlsPort(String host, int port, Opening opening) {
  private static final int PATIENCE_MILLIS = 1_000;

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
        TlsFailure.causes(failure)
            .anyMatch(
                each ->
                    each instanceof ConnectException
                        || each instanceof NoRouteToHostException
                        || each instanceof UnknownHostException);
    if (absent) {
      return Optional.empty();
    }
    Optional<String> seen = tls ? TlsFailure.inWords(failure, files) : Optional.empty();
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
    Asked asked = new Asked();
    boolean speaks = false;
    try {
      opening.make(plain);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {asked}, new TrustManager[] {new TrustsAll()}, null);
      SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
      socket.startHandshake();
      speaks = true;
      // In TLS 1.3, the server judges the client after the handshake.
      return new Answer(true, asked.certificate, socket.getInputStream().read() < 0);
    } catch (SocketTimeoutException silent) {
      return new Answer(speaks || asked.certificate, asked.certificate, false);
    } catch (SSLException refused) {
      boolean alert = String.valueOf(refused.getMessage()).contains("fatal alert");
      return new Answer(speaks || alert || asked.certificate, asked.certificate, true);
    } catch (IOException | GeneralSecurityException ended) {
      return new Answer(speaks || asked.certificate, asked.certificate, true);
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
