package org.pmemycsb.harness.measure.worker;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** Records in the memory of this process, for the clients of several processes on this machine. */
final class SharedStore implements AutoCloseable {
  static final String PORT = "shared.port";

  /** Variable that names the fault of the clients of one process: one of {@link Client}. */
  static final String FAULT = "SHARED_STORE_FAULT";

  private final Map<String, Map<String, byte[]>> records = new ConcurrentHashMap<>();
  private final ServerSocket socket;

  SharedStore() throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(
        () -> {
          while (true) {
            Socket client = socket.accept();
            daemon(() -> serve(client));
          }
        });
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                return;
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return socket.getLocalPort();
  }

  int size() {
    return records.size();
  }

  void clear() {
    records.clear();
  }

  private void serve(Socket client) throws IOException {
    client.setTcpNoDelay(true);
    try (DataInputStream in = in(client);
        DataOutputStream out = out(client)) {
      while (true) {
        char what = in.readChar();
        String key = in.readUTF();
        if (what == 'r') {
          Map<String, byte[]> found = records.get(key);
          out.writeBoolean(found != null);
          if (found != null) {
            write(found, out);
          }
        } else {
          Map<String, byte[]> values = read(in);
          boolean insert = what == 'i';
          Map<String, byte[]> now =
              records.compute(
                  key,
                  (any, before) -> {
                    if (before == null && !insert) {
                      return null;
                    }
                    Map<String, byte[]> all = new HashMap<>(before == null ? Map.of() : before);
                    all.putAll(values);
                    return all;
                  });
          out.writeBoolean(now != null);
        }
        out.flush();
      }
    }
  }

  private static DataInputStream in(Socket socket) throws IOException {
    return new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  private static DataOutputStream out(Socket socket) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  private static void write(Map<String, byte[]> values, DataOutputStream out) throws IOException {
    out.writeInt(values.size());
    for (Map.Entry<String, byte[]> each : values.entrySet()) {
      out.writeUTF(each.getKey());
      out.writeInt(each.getValue().length);
      out.write(each.getValue());
    }
  }

  private static Map<String, byte[]> read(DataInputStream in) throws IOException {
    Map<String, byte[]> values = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readUTF();
      values.put(name, in.readNBytes(in.readInt()));
    }
    return values;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** A client of the store, in whatever process. */
  public static final class Client extends DB {
    private static final AtomicLong CALLS = new AtomicLong();
    private static final long TROUBLED = 500;
    private static final byte ZERO = 0;

    private Map<String, byte[]> earlier;
    private String fault;
    private Socket server;
    private DataInputStream in;
    private DataOutputStream out;

    @Override
    public void init() throws DBException {
      fault = System.getenv().getOrDefault(FAULT, "none");
      if (fault.equals("cannot-connect")) {
        throw new DBException("no connection to the store");
      }
      try {
        server =
            new Socket(
                InetAddress.getLoopbackAddress(),
                Integer.parseInt(getProperties().getProperty(PORT)));
        server.setTcpNoDelay(true);
        in = in(server);
        out = out(server);
      } catch (IOException gone) {
        throw new DBException(gone);
      }
    }

    @Override
    public void cleanup() throws DBException {
      try {
        server.close();
      } catch (IOException broken) {
        throw new DBException(broken);
      }
    }

    private static Map<String, byte[]> bytes(Map<String, ByteIterator> values) {
      Map<String, byte[]> bytes = new HashMap<>();
      values.forEach((name, value) -> bytes.put(name, value.toArray()));
      return bytes;
    }

    private Status ask(char what, String key, Map<String, byte[]> values) throws IOException {
      out.writeChar(what);
      out.writeUTF(key);
      if (what != 'r') {
        write(values, out);
      }
      out.flush();
      return in.readBoolean() ? Status.OK : Status.NOT_FOUND;
    }

    private Status change(char what, String key, Map<String, ByteIterator> values) {
      long call = CALLS.incrementAndGet();
      try {
        if (call == TROUBLED) {
          trouble();
        }
        boolean insert = what == 'i';
        if (call % 3 == 0 && fault.equals(insert ? "loses-inserts" : "drops-updates")) {
          return Status.OK;
        }
        return ask(what, key, insert ? damaged(bytes(values)) : bytes(values));
      } catch (IOException broken) {
        return Status.ERROR;
      }
    }

    /** What one call alone does. */
    private void trouble() throws IOException {
      switch (fault) {
        case "exits" -> Runtime.getRuntime().halt(9);
        case "fails" -> throw new IOException("on purpose");
        case "throws" -> throw new IllegalStateException("on purpose");
        case "hangs" -> {
          while (true) {
            LockSupport.park();
            Thread.interrupted();
          }
        }
        default -> {}
      }
    }

    /** The values, or others of the same length: half of them lost, or of the record before. */
    private Map<String, byte[]> damaged(Map<String, byte[]> values) {
      Map<String, byte[]> before = earlier;
      earlier = values;
      if (fault.equals("mixes-up") && before != null) {
        return before;
      }
      if (fault.equals("tears")) {
        values.values().forEach(value -> Arrays.fill(value, value.length / 2, value.length, ZERO));
      }
      return values;
    }

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      try {
        Status status = ask('r', key, null);
        if (status.isOk()) {
          SharedStore.read(in)
              .forEach((name, value) -> result.put(name, new ByteArrayByteIterator(value)));
        }
        return status;
      } catch (IOException broken) {
        return Status.ERROR;
      }
    }

    @Override
    public Status scan(
        String table,
        String startKey,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      return change('u', key, values);
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      return change('i', key, values);
    }

    @Override
    public Status delete(String table, String key) {
      return Status.NOT_IMPLEMENTED;
    }
  }
}
