package org.pmemycsb.harness.ycsb;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/**
 * First class of a child JVM: runs the stock client's main method, and ends the JVM at once when
 * the harness is gone, however it went.
 *
 * <p>Properties come through standard input and are given to the client as its {@code -p}: there
 * may be passwords among them, which must be neither in a file nor in the arguments of a process,
 * for all to see.
 */
public final class ChildMain {
  private static final int ORPHANED = 3;

  private ChildMain() {}

  /** Sends properties to a child; the stream must then stay open for as long as it shall live. */
  static void send(Properties properties, OutputStream to) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    properties.store(text, null);
    DataOutputStream out = new DataOutputStream(to);
    out.writeInt(text.size());
    text.writeTo(out);
    out.flush();
  }

  private static Properties receive() throws IOException {
    DataInputStream in = new DataInputStream(System.in);
    Properties properties = new Properties();
    properties.load(new ByteArrayInputStream(in.readNBytes(in.readInt())));
    return properties;
  }

  public static void main(String[] arguments) throws Throwable {
    Properties properties = receive();
    List<String> all = new ArrayList<>();
    for (String name : properties.stringPropertyNames()) {
      all.addAll(List.of("-p", name + "=" + properties.getProperty(name)));
    }
    // Last, so that they win.
    all.addAll(Arrays.asList(arguments).subList(1, arguments.length));
    Thread watch = new Thread(ChildMain::endWithParent, "parent-watch");
    watch.setDaemon(true);
    watch.start();
    try {
      Class.forName(arguments[0])
          .getMethod("main", String[].class)
          .invoke(null, (Object) all.toArray(String[]::new));
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {
        // Nothing more is ever sent; only the end matters.
      }
    } catch (IOException closed) {
      // As good as the end.
    }
    Runtime.getRuntime().halt(ORPHANED);
  }
}
