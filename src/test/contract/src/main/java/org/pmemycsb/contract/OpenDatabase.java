package org.pmemycsb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.SafeFolder;
import site.ycsb.DB;
import site.ycsb.DBException;

/**
 * A database that is open, with the clients that were made for it. Clients may be made anywhere.
 */
final class OpenDatabase implements AutoCloseable {
  /** The work of a thread with a client of its own. */
  interface Work {
    void run(Client client, int thread) throws Exception;
  }

  private final DatabaseAdapter adapter;
  private final DatabaseServer server;
  private final Path parent;
  private final Path folder;
  private final ProcessLog processes;
  private final Queue<Client> clients = new ConcurrentLinkedQueue<>();

  OpenDatabase(
      DatabaseAdapter adapter,
      DatabaseServer server,
      Path parent,
      Path folder,
      ProcessLog processes) {
    this.adapter = adapter;
    this.server = server;
    this.parent = parent;
    this.folder = folder;
    this.processes = processes;
  }

  DatabaseServer server() {
    return server;
  }

  Path folder() {
    return folder;
  }

  ProcessLog processes() {
    return processes;
  }

  /** A new client, which the calling thread may use and which is closed after the test. */
  Client client() throws DBException {
    return client(server.clientProperties());
  }

  /** The same with other properties than the server's. */
  Client client(Properties properties) throws DBException {
    // One by one, so that no message shows the whole environment.
    server
        .clientEnvironment()
        .forEach(
            (name, value) ->
                assertThat(System.getenv(name))
                    .as(
                        "%s in this JVM, which runs the clients; set it where the tests start",
                        name)
                    .isEqualTo(value));
    Client client = new Client(newInstance());
    clients.add(client);
    properties.setProperty("reusebuffers", "true"); // as the harness does
    client.init(properties);
    return client;
  }

  private DB newInstance() {
    try {
      return adapter.client().getConstructor().newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new AssertionError(
          adapter.client().getName() + " needs a public no-argument constructor", impossible);
    }
  }

  /** Runs work in threads that start together, and throws the first exception of one. */
  void inThreads(int threads, Work work) throws Exception {
    await(start(threads, work));
  }

  /** Starts work in threads, each with a client of its own. */
  List<Future<Void>> start(int threads, Work work) {
    CyclicBarrier together = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Void>> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      running.add(
          pool.submit(
              () -> {
                Client client;
                try {
                  client = client();
                } finally {
                  together.await();
                }
                work.run(client, thread);
                client.close();
                return null;
              }));
    }
    pool.shutdown();
    return running;
  }

  static void await(List<Future<Void>> running) throws Exception {
    Exception failure = null;
    for (Future<Void> one : running) {
      try {
        one.get();
      } catch (ExecutionException thrown) {
        if (thrown.getCause() instanceof Error error) {
          throw error;
        }
        if (failure == null) {
          failure = (Exception) thrown.getCause();
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  void reset() throws DatabaseException {
    closeClients();
    server.reset();
  }

  /** Kills the database; aborts the test where the adapter cannot. */
  void crash() throws DatabaseException {
    restartable().crash();
  }

  /**
   * Kills the database under threads that {@link #start} has started. Where it cannot be killed,
   * the threads have ended before this throws, because no other thread may clean up a working
   * client.
   *
   * @param spare tells the threads to end although nothing was killed
   */
  void crashUnder(List<Future<Void>> running, Runnable spare) throws Exception {
    try {
      crash();
    } catch (DatabaseException | RuntimeException spared) {
      spare.run();
      try {
        await(running);
      } catch (Exception | AssertionError late) {
        spared.addSuppressed(late);
      }
      throw spared;
    }
  }

  /** Starts a database that was killed; aborts the test where the adapter cannot. */
  void restart() throws DatabaseException {
    restartable().restart();
  }

  private Restartable restartable() {
    if (server instanceof Restartable restartable) {
      return restartable;
    }
    throw new TestAbortedException("Restartable is optional: this server does not implement it");
  }

  /** Closes all clients, and ignores their failures. */
  void closeClients() {
    for (Client client = clients.poll(); client != null; client = clients.poll()) {
      try {
        client.close();
      } catch (DBException | RuntimeException late) {
        continue;
      }
    }
  }

  @Override
  public void close() throws IOException, DatabaseException {
    closeClients();
    try {
      server.close();
    } finally {
      processes.killAll();
      SafeFolder.delete(parent);
    }
  }

  /** The files in a folder, in which a server may be at work. */
  static List<Path> files(Path root) throws IOException {
    while (true) {
      try (Stream<Path> found = Files.walk(root)) {
        return found.filter(path -> !path.equals(root)).toList();
      } catch (NoSuchFileException gone) {
        return List.of();
      } catch (UncheckedIOException failure) {
        if (!(failure.getCause() instanceof NoSuchFileException)) {
          throw failure;
        }
        // The server has just removed a file: look again.
      }
    }
  }
}
