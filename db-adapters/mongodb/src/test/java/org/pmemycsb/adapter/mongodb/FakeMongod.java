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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * Stands in for a mongod 3.5.13 with PMSE: takes its arguments and no others, answers to the
 * commands that we use and to no others, and keeps documents in memory. The environment variable
 * FAKE_ENGINE is the storage engine that it says it has.
 */
final class FakeMongod {
  private static final int OP_REPLY = 1;
  private static final int OP_QUERY = 2004;
  private static final int OP_MSG = 2013;
  private static final int HEADER = 16;
  private static final int MORE_TO_COME = 2;

  private final ConcurrentSkipListMap<String, BsonDocument> documents =
      new ConcurrentSkipListMap<>();

  private final String build;

  private FakeMongod(String build) {
    this.build = build;
  }

  /**
   * Serves in this process, until its socket is closed.
   *
   * @param build what it answers to {@code buildInfo}
   */
  static ServerSocket serving(String build) throws IOException {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    FakeMongod server = new FakeMongod(build);
    Thread accepting =
        new Thread(
            () -> {
              try {
                server.serve(listener);
              } catch (IOException closed) {
                return;
              }
            });
    accepting.setDaemon(true);
    accepting.start();
    return listener;
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 1 && arguments[0].equals("--version")) {
      System.out.println("db version v3.5.13\nmodules: pmse");
      return;
    }
    int port = 0;
    for (String argument : arguments) {
      String value = argument.substring(argument.indexOf('=') + 1);
      if (argument.startsWith("--port=")) {
        port = Integer.parseInt(value);
      } else if (argument.startsWith("--dbpath=") && Files.isDirectory(Path.of(value))) {
        Files.createFile(Path.of(value, "pmkv.pm"));
      } else if (!List.of("--storageEngine=pmse", "--bind_ip=127.0.0.1", "--nounixsocket")
          .contains(argument)) {
        System.out.println("unrecognised option '" + argument + "'");
        System.exit(2);
      }
    }
    if (port == 0 || Stream.of(arguments).noneMatch("--storageEngine=pmse"::equals)) {
      System.out.println("not what PMSE is started with");
      System.exit(2);
    }
    try (ServerSocket listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
      new FakeMongod("{version: '3.5.13', modules: ['pmse']}").serve(listener);
    }
  }

  private void serve(ServerSocket listener) throws IOException {
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
          send(socket.getOutputStream(), OP_REPLY, id, answer(document(message)));
        } else {
          int flags = message.getInt();
          BsonDocument reply = answer(command(message));
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

  private BsonDocument answer(BsonDocument command) {
    BsonDocument asked = command.getDocument("writeConcern", new BsonDocument());
    if (asked.getBoolean("j", BsonBoolean.FALSE).getValue()) {
      return error(2, "cannot use 'j' option when a host does not have journaling enabled");
    }
    return switch (command.getFirstKey()) {
      case "isMaster", "ismaster" ->
          ok(
              "{ismaster: true, maxBsonObjectSize: 16777216, maxMessageSizeBytes: 48000000,"
                  + " maxWriteBatchSize: 100000, minWireVersion: 0, maxWireVersion: 6,"
                  + " readOnly: false}");
      case "ping" -> ok("{}");
      case "buildInfo", "buildinfo" -> ok(build);
      case "serverStatus" ->
          ok(
              "{storageEngine: {name: '"
                  + System.getenv().getOrDefault("FAKE_ENGINE", "pmse")
                  + "', persistent: true}, opcounters: {insert: 3}}");
      case "getCmdLineOpts" -> ok("{parsed: {storage: {engine: 'pmse'}}}");
      case "drop" -> {
        documents.clear();
        yield ok("{}");
      }
      case "create" -> ok("{}");
      case "aggregate" ->
          cursor(
              documents.isEmpty()
                  ? List.of()
                  : List.of(
                      new BsonDocument("_id", new BsonInt32(1))
                          .append("n", new BsonInt32(documents.size()))));
      case "find" -> cursor(find(command));
      case "update" -> update(command.getArray("updates").get(0).asDocument());
      case "delete" -> {
        BsonDocument filter = command.getArray("deletes").get(0).asDocument().getDocument("q");
        boolean there = documents.remove(filter.getString("_id").getValue()) != null;
        yield ok("{n: " + (there ? 1 : 0) + "}");
      }
      // What came with later versions.
      default -> error(59, "no such command: '" + command.getFirstKey() + "'");
    };
  }

  private List<BsonDocument> find(BsonDocument command) {
    BsonDocument filter = command.getDocument("filter", new BsonDocument());
    BsonDocument projection = command.getDocument("projection", new BsonDocument());
    int limit = command.getNumber("limit", new BsonInt32(Integer.MAX_VALUE)).intValue();
    BsonValue id = filter.get("_id");
    Map<String, BsonDocument> chosen = documents;
    if (id != null && id.isString()) {
      String key = id.asString().getValue();
      chosen = documents.subMap(key, true, key, true);
    } else if (id != null) {
      chosen = documents.tailMap(id.asDocument().getString("$gte").getValue());
    }
    List<BsonDocument> found = new ArrayList<>();
    boolean some =
        projection.entrySet().stream().anyMatch(e -> e.getValue().asBoolean().getValue());
    for (BsonDocument document : chosen.values()) {
      if (found.size() == limit) {
        break;
      }
      BsonDocument shown = new BsonDocument();
      document.forEach(
          (name, value) -> {
            boolean wanted = projection.getBoolean(name, BsonBoolean.valueOf(!some)).getValue();
            if (wanted) {
              shown.append(name, value);
            }
          });
      found.add(shown);
    }
    return found;
  }

  private BsonDocument update(BsonDocument update) {
    BsonString id = update.getDocument("q").getString("_id");
    BsonDocument change = update.getDocument("u");
    BsonDocument old = documents.get(id.getValue());
    boolean upsert = update.getBoolean("upsert", BsonBoolean.FALSE).getValue();
    if (old == null && !upsert) {
      return ok("{n: 0, nModified: 0}");
    }
    BsonDocument next = change;
    if (change.containsKey("$set")) {
      next = old.clone();
      next.putAll(change.getDocument("$set"));
    }
    documents.put(id.getValue(), next);
    BsonDocument reply = ok("{n: 1, nModified: " + (old == null ? 0 : 1) + "}");
    if (old == null) {
      reply.append(
          "upserted",
          new BsonArray(List.of(new BsonDocument("index", new BsonInt32(0)).append("_id", id))));
    }
    return reply;
  }

  private static BsonDocument cursor(List<BsonDocument> documents) {
    return ok("{}")
        .append(
            "cursor",
            new BsonDocument("firstBatch", new BsonArray(documents))
                .append("id", new BsonInt64(0))
                .append("ns", new BsonString("ycsb.usertable")));
  }

  private static BsonDocument ok(String json) {
    return BsonDocument.parse(json).append("ok", new BsonDouble(1));
  }

  private static BsonDocument error(int code, String text) {
    return new BsonDocument("ok", new BsonDouble(0))
        .append("errmsg", new BsonString(text))
        .append("code", new BsonInt32(code));
  }
}
