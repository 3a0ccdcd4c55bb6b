package org.pmemycsb.adapter.support;

import java.io.FileNotFoundException;
import java.io.IOException;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The causes of connections that failed because of TLS, in words. */
public final class TlsFailure {
  // The names that drivers give to their files.
  private static final String KEY_STORE = "(?i)(trustStore|keyStore|sslkey) .*";
  private static final String PEM = "(?i)(serverSslCert|sslrootcert|sslcert) .*";
  private static final String TRUST = "(?i)(trustStore|serverSslCert|sslrootcert) .*";

  private TlsFailure() {}

  /**
   * The cause that a driver's exceptions show; empty if they show none.
   *
   * @param files the user's files for TLS, each as {@code name path}; none for Java's own store
   */
  public static Optional<String> inWords(Throwable failure, List<String> files) {
    return causes(failure).flatMap(each -> words(each, files).stream()).findFirst();
  }

  /** The failure, its causes, and those that each suppressed. */
  static Stream<Throwable> causes(Throwable failure) {
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
}
