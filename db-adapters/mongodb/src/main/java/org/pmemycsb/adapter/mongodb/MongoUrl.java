package org.pmemycsb.adapter.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerException;
import com.mongodb.ServerAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.pmemycsb.adapter.support.TlsPort;

/**
 * A connection string, and the name of its database.
 *
 * @param text {@code mongodb://user:password@host:port/database?parameters}
 */
record MongoUrl(String text, String database) {
  private static final String DATABASE = "mongodb.database";
  private static final String DEFAULT_DATABASE = "ycsb";
  private static final String DEFAULT = "mongodb://127.0.0.1:27017/ycsb";

  // The protocol's header and the code of a message.
  private static final int HEADER = 16;
  private static final int MESSAGE = 2013;

  private static final TlsPort.Remedies TLS_REMEDIES =
      new TlsPort.Remedies(
          "leave tls=true out of the url",
          "add tls=true to the url",
          "give one by JAVA_TOOL_OPTIONS=-Djavax.net.ssl.keyStore=FILE");

  static MongoUrl from(Properties properties) {
    String text = properties.getProperty(MongoYcsbClient.URL, DEFAULT);
    return new MongoUrl(text, properties.getProperty(DATABASE, databaseIn(text)));
  }

  static MongoUrl of(String text) {
    return new MongoUrl(text, databaseIn(text));
  }

  private static String databaseIn(String text) {
    try {
      String named = new ConnectionString(text).getDatabase();
      return named == null ? DEFAULT_DATABASE : named;
    } catch (IllegalArgumentException refused) {
      // The connection refuses it again, with the reason.
      return DEFAULT_DATABASE;
    }
  }

  /** One line about a failure, without the account. */
  String describe(Throwable failure) {
    String cause = tlsCause(failure).map(words -> "; " + words).orElse("");
    return "MongoDB, " + this + ": " + MongoFailures.text(failure) + cause;
  }

  /** The cause of a failure in words, if TLS is the cause. It asks the server. */
  Optional<String> tlsCause(Throwable failure) {
    if (!(failure instanceof MongoException)
        || failure instanceof MongoServerException
        || failure instanceof MongoSecurityException) {
      return Optional.empty();
    }
    ConnectionString parsed = new ConnectionString(text);
    ServerAddress first = new ServerAddress(parsed.getHosts().get(0));
    return new TlsPort(first.getHost(), first.getPort())
        .cause(
            failure,
            Boolean.TRUE.equals(parsed.getSslEnabled()),
            Stream.ofNullable(System.getProperty("javax.net.ssl.trustStore"))
                .map(file -> "trustStore " + file)
                .toList(),
            question(),
            TLS_REMEDIES);
  }

  /** A message of MongoDB's protocol, which a server answers before a login. */
  private static byte[] question() {
    BsonDocument hello = BsonDocument.parse("{hello: 1, $db: 'admin'}");
    ByteBuffer command =
        new RawBsonDocument(hello, new BsonDocumentCodec()).getByteBuffer().asNIO();
    int length = HEADER + Integer.BYTES + 1 + command.remaining();
    return ByteBuffer.allocate(length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0, length)
        .putInt(HEADER - Integer.BYTES, MESSAGE)
        .position(HEADER + Integer.BYTES + 1)
        .put(command)
        .array();
  }

  /** Without the account. */
  @Override
  public String toString() {
    return text.replaceAll("//[^/@]*@", "//");
  }
}
