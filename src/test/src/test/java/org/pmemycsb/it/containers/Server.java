package org.pmemycsb.it.containers;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.pmemycsb.spi.Durability;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * A database in a container, on a loopback port that stays the same when it is started again.
 *
 * @param container the container, started
 * @param url where it is, as its adapter wants it
 */
record Server(GenericContainer<?> container, String url) implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String PASSWORD = "kept-in-this-test";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  static Server redis(Durability durability) {
    int port = freePort();
    String[] command = {
      "redis-server",
      "--protected-mode",
      "no",
      "--save",
      "",
      "--appendonly",
      durability == Durability.NONE ? "no" : "yes",
      "--appendfsync",
      durability == Durability.COMMIT ? "always" : "everysec"
    };
    return start(
        container(Images.redis(), port, 6379)
            .withCommand(command)
            .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1)),
        "redis://" + LOOPBACK + ":" + port);
  }

  static Server postgres(Durability durability) {
    int port = freePort();
    return start(
        container(Images.postgres(), port, 5432)
            .withEnv("POSTGRES_USER", "ycsb")
            .withEnv("POSTGRES_DB", "ycsb")
            .withEnv("POSTGRES_PASSWORD", PASSWORD)
            .withCommand("postgres", "-c", "synchronous_commit=" + onlyAt(durability))
            // On a socket it also answers while it makes its first files; over TCP only after.
            .waitingFor(Wait.forSuccessfulCommand("pg_isready -h 127.0.0.1 -U ycsb -d ycsb")),
        "postgresql://ycsb:" + PASSWORD + "@" + LOOPBACK + ":" + port + "/ycsb");
  }

  static Server mongo(Durability durability) {
    int port = freePort();
    return start(
        container(Images.mongo(), port, 27017)
            .withEnv("FERRETDB_SYNCHRONOUS_COMMIT", onlyAt(durability))
            .waitingFor(answersOn(27017)),
        "mongodb://"
            + LOOPBACK
            + ":"
            + port
            + "/ycsb?w=1&journal="
            + (durability == Durability.COMMIT));
  }

  private static String onlyAt(Durability durability) {
    return durability == Durability.COMMIT ? "on" : "off";
  }

  private static GenericContainer<?> container(DockerImageName image, int port, int inside) {
    ExposedPort exposed = ExposedPort.tcp(inside);
    PortBinding binding = new PortBinding(Ports.Binding.bindIpAndPort(LOOPBACK, port), exposed);
    return new GenericContainer<>(image)
        .withCreateContainerCmdModifier(
            create -> create.withExposedPorts(exposed).getHostConfig().withPortBindings(binding));
  }

  private static WaitStrategy answersOn(int inside) {
    return Wait.forSuccessfulCommand("bash -c 'exec 3<>/dev/tcp/127.0.0.1/" + inside + "'");
  }

  private static Server start(GenericContainer<?> container, String url) {
    container.withStartupTimeout(PATIENCE).start();
    return new Server(container, url);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException none) {
      throw new AssertionError("no free port", none);
    }
  }

  /** SIGKILL to every process in it. */
  void kill() {
    container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
  }

  boolean isUp() {
    return container.isRunning();
  }

  /** Starts what was killed, on the data that it left. */
  void startAgain() {
    container.getDockerClient().startContainerCmd(container.getContainerId()).exec();
  }

  /** From now on packets arrive, and nobody answers. */
  void pause() {
    container.getDockerClient().pauseContainerCmd(container.getContainerId()).exec();
  }

  void unpause() {
    container.getDockerClient().unpauseContainerCmd(container.getContainerId()).exec();
  }

  /** What a program in it prints. */
  String run(String... command) {
    try {
      return container.execInContainer(command).getStdout().strip();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException hurried) {
      throw new AssertionError(hurried);
    }
  }

  @Override
  public void close() {
    container.close();
  }
}
