package org.pmemycsb.harness.measure.ycsb;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.pmemycsb.harness.host.workspace.Conversation;

/**
 * The main class of a child JVM: runs the stock client's main method, and ends the JVM with the
 * harness.
 *
 * <p>The harness sends properties as a line of standard input, and the client gets them as its
 * {@code -p}. Passwords must not be in a file or in the arguments of a process, where other users
 * can read them.
 */
public final class ChildMain {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private ChildMain() {}

  /** Properties as the line that a child reads. */
  static String line(Properties properties) throws IOException {
    return JSON.writeValueAsString(properties);
  }

  public static void main(String[] arguments) throws Throwable {
    // The harness reads the figures.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Conversation.readHarness(lines::add);
    List<String> all = new ArrayList<>();
    JSON.readValue(lines.take(), Properties.class)
        .forEach((name, value) -> all.addAll(List.of("-p", name + "=" + value)));
    // Last, so that they take precedence.
    all.addAll(Arrays.asList(arguments).subList(1, arguments.length));
    try {
      Class.forName(arguments[0])
          .getMethod("main", String[].class)
          .invoke(null, (Object) all.toArray(String[]::new));
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
