package org.pmemycsb.adapter.mongodb;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * Stands in for a mongod of one version: speaks the protocol, takes the arguments of that version
 * and no others, and answers as {@link FakeAnswers}. As a process, the environment variables
 * FAKE_VERSION and FAKE_ENGINE name the version and the storage engine.
 */
final class FakeMongod implements AutoCloseable {
  private static final int OP_REPLY = 1;
  private static final int OP_QUERY = 2004;
  private static final int OP_MSG = 2013;
  private static final int HEADER = 16;
  private static final int MORE_TO_COME = 2;

  private final ServerSocket listener;
  private final FakeAnswers answers;

  private FakeMongod(ServerSocket listener, FakeAnswers answers) {
    this.listener = listener;
    this.answers = answers;
  }

  /**
   * Serves in this process, until it is closed.
   *
   * @param build the answer to {@code buildInfo}
   */
  static FakeMongod serving(String build) throws IOException {
    return serving(new FakeAnswers(MongodVersion.V7_0, build, "wiredTiger", new BsonDocument()));
  }

  /**
   * The same for a version.
   *
   * @param options the options in force
   */
  static FakeMongod serving(MongodVersion version, String options) throws IOException {
    return serving(
        new FakeAnswers(version, build(version), engine(version), BsonDocument.parse(options)));
  }

  private static FakeMongod serving(FakeAnswers answers) throws IOException {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    FakeMongod server = new FakeMongod(listener, answers);
    Thread accepting =
        new Thread(
            () -> {
              try {
                server.serve();
              } catch (IOException closed) {
                return;
              }
            });
    accepting.setDaemon(true);
    accepting.start();
    return server;
  }

  private static String build(MongodVersion version) {
    return "{version: '%s', modules: [%s]}"
        .formatted(version.number(), version.isPmse() ? "'pmse'" : "");
  }

  private static String engine(MongodVersion version) {
    return version.isPmse() ? "pmse" : "wiredTiger";
  }

  int port() {
    return listener.getLocalPort();
  }

  FakeAnswers answers() {
    return answers;
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  public static void main(String[] arguments) throws IOException {
    MongodVersion version =
        MongodVersion.valueOf(System.getenv().getOrDefault("FAKE_VERSION", "PMSE"));
    if (arguments.length == 1 && arguments[0].equals("--version")) {
      System.out.println("db version v" + version.number());
      System.out.println("modules: " + (version.isPmse() ? "pmse" : "none"));
      return;
    }
    BsonDocument options;
    try {
      options = version.isPmse() ? pmse(arguments) : configured(version, arguments);
    } catch (IllegalArgumentException refused) {
      System.out.println(refused.getMessage());
      System.exit(2);
      return;
    }
    int port = options.getDocument("net").getInt32("port").getValue();
    String engine = System.getenv().getOrDefault("FAKE_ENGINE", engine(version));
    FakeAnswers answers = new FakeAnswers(version, build(version), engine, options);
    try (ServerSocket listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
      new FakeMongod(listener, answers).serve();
    }
  }

  /** The engine has no options of its own: its README has the first two. */
  private static BsonDocument pmse(String[] arguments) throws IOException {
    String port = "0";
    for (String argument : arguments) {
      String value = argument.substring(argument.indexOf('=') + 1);
      if (argument.startsWith("--port=")) {
        port = value;
      } else if (argument.startsWith("--dbpath=") && Files.isDirectory(Path.of(value))) {
        Files.createFile(Path.of(value, "pmkv.pm"));
      } else if (!List.of("--storageEngine=pmse", "--bind_ip=127.0.0.1", "--nounixsocket")
          .contains(argument)) {
        throw new IllegalArgumentException("unrecognised option '" + argument + "'");
      }
    }
    if (port.equals("0") || Stream.of(arguments).noneMatch("--storageEngine=pmse"::equals)) {
      throw new IllegalArgumentException("not what PMSE is started with");
    }
    return BsonDocument.parse("{net: {port: " + port + "}, storage: {engine: 'pmse'}}");
  }

  private static BsonDocument configured(MongodVersion version, String[] arguments)
      throws IOException {
    if (arguments.length != 2 || !arguments[0].equals("--config")) {
      throw new IllegalArgumentException("unrecognised option '" + arguments[0] + "'");
    }
    Map<String, String> settings = settings(Files.readAllLines(Path.of(arguments[1])));
    for (String name : settings.keySet()) {
      if (!version.settings().contains(name)) {
        throw new IllegalArgumentException("Unrecognized option: " + name);
      }
    }
    if (!Files.isDirectory(Path.of(settings.get("storage.dbPath").replace("\"", "")))) {
      throw new IllegalArgumentException("Data directory not found");
    }
    return BsonDocument.parse("{net: {port: " + settings.get("net.port") + "}}");
  }

  /** The settings of a file of nested keys, each by its name with dots. */
  private static Map<String, String> settings(List<String> lines) {
    Map<String, String> settings = new TreeMap<>();
    Deque<String> outer = new ArrayDeque<>();
    for (String line : lines) {
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      int depth = (line.length() - line.stripLeading().length()) / 2;
      while (outer.size() > depth) {
        outer.removeLast();
      }
      outer.addLast(text.substring(0, text.indexOf(':')));
      if (!text.endsWith(":")) {
        settings.put(String.join(".", outer), text.substring(text.indexOf(':') + 1).strip());
      }
    }
    return settings;
  }

  private void serve() throws IOException {
    while (true) {
      Socket socket = listener.accept();
      Thread thread = new Thread(() -> serve(socket));
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (true) {
        byte[] length = in.readNBytes(4);
        if (length.length < 4) {
          return;
        }
        int size = little(length).getInt();
        ByteBuffer message = little(in.readNBytes(size - 4));
        int id = message.getInt();
        message.getInt();
        int kind = message.getInt();
        if (kind == OP_QUERY) {
          message.getInt();
          skipText(message);
          message.getLong();
          send(socket.getOutputStream(), OP_REPLY, id, answers.query(document(message)));
        } else {
          int flags = message.getInt();
          BsonDocument reply = answers.answer(command(message));
          if ((flags & MORE_TO_COME) == 0) {
            send(socket.getOutputStream(), OP_MSG, id, reply);
          }
        }
      }
    } catch (EOFException gone) {
      return;
    } catch (IOException broken) {
      System.out.println("broken: " + broken);
    }
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void skipText(ByteBuffer message) {
    while (message.get() != 0) {
      continue;
    }
  }

  /** A command with the arrays of documents that follow it. */
  private static BsonDocument command(ByteBuffer message) {
    BsonDocument command = new BsonDocument();
    while (message.hasRemaining()) {
      if (message.get() == 0) {
        command.putAll(document(message));
        continue;
      }
      int end = message.position() + message.getInt();
      StringBuilder name = new StringBuilder();
      for (byte letter = message.get(); letter != 0; letter = message.get()) {
        name.append((char) letter);
      }
      BsonArray sequence = new BsonArray();
      while (message.position() < end) {
        sequence.add(document(message));
      }
      command.put(name.toString(), sequence);
    }
    return command;
  }

  private static BsonDocument document(ByteBuffer message) {
    int size = message.getInt(message.position());
    byte[] bytes = new byte[size];
    message.get(bytes);
    return new BsonDocumentCodec()
        .decode(new BsonBinaryReader(ByteBuffer.wrap(bytes)), DecoderContext.builder().build());
  }

  private static void send(OutputStream out, int kind, int to, BsonDocument reply)
      throws IOException {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(new BsonBinaryWriter(buffer), reply, EncoderContext.builder().build());
    byte[] body = buffer.toByteArray();
    int more = kind == OP_REPLY ? 20 : 5;
    ByteBuffer message = little(new byte[HEADER + more + body.length]);
    message.putInt(message.capacity()).putInt(0).putInt(to).putInt(kind).putInt(0);
    if (kind == OP_REPLY) {
      message.putLong(0).putInt(0).putInt(1);
    } else {
      message.put((byte) 0);
    }
    out.write(message.put(body).array());
    out.flush();
  }
}
