package org.pmemycsb.it.containers;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * A database in a container, on a free loopback port, durable at each commit.
 *
 * @param container the container, started
 * @param url where it is, as its adapter wants it
 */
record Server(GenericContainer<?> container, String url) implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  static Server redis() {
    return start(
        new GenericContainer<>(Images.redis())
            .withCommand("redis-server --protected-mode no --appendonly yes --appendfsync always")
            .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1)),
        6379,
        "redis://127.0.0.1:%d");
  }

  static Server postgres() {
    return start(
        new GenericContainer<>(Images.postgres())
            .withEnv("POSTGRES_USER", "ycsb")
            .withEnv("POSTGRES_DB", "ycsb")
            .withEnv("POSTGRES_PASSWORD", "kept-in-this-test")
            .withCommand("postgres", "-c", "synchronous_commit=on")
            // On a socket it also answers while it makes its first files; over TCP only after.
            .waitingFor(Wait.forSuccessfulCommand("pg_isready -h 127.0.0.1 -U ycsb -d ycsb")),
        5432,
        "postgresql://ycsb:kept-in-this-test@127.0.0.1:%d/ycsb");
  }

  static Server mongo() {
    return start(
        new GenericContainer<>(Images.mongo())
            .waitingFor(Wait.forSuccessfulCommand("bash -c 'exec 3<>/dev/tcp/127.0.0.1/27017'")),
        27017,
        "mongodb://127.0.0.1:%d/ycsb?w=1&journal=true");
  }

  private static Server start(GenericContainer<?> container, int port, String url) {
    PortBinding binding = new PortBinding(Ports.Binding.bindIp("127.0.0.1"), ExposedPort.tcp(port));
    container
        .withExposedPorts(port)
        .withCreateContainerCmdModifier(create -> create.getHostConfig().withPortBindings(binding))
        .withStartupTimeout(PATIENCE)
        .start();
    return new Server(container, url.formatted(container.getMappedPort(port)));
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
