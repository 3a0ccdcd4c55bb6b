package org.pmemycsb.harness.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.pmemycsb.harness.database.Guard;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.run.Crew;
import org.pmemycsb.harness.run.LostMachineException;
import org.pmemycsb.harness.run.Shards;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;

/**
 * The harness's side of the shards in the workers of a crew. It asks the shards for their state
 * once after each phase. For one thread; any thread may close it.
 */
final class CrewShards implements Shards {
  private final Crew crew;
  private final int machines;
  private final Messages.Opened opened;

  /** The state of the shards; null after a phase. */
  private List<Messages.Shown> shown;

  private boolean lost;
  private boolean closed;

  /**
   * Opens a shard on each machine.
   *
   * @param place name and folder of the place, on each machine
   * @param settings of the database as a whole
   * @throws DatabaseException if one cannot be opened, or they differ; the crew is closed then
   */
  CrewShards(
      Crew crew,
      int machines,
      DatabaseAdapter adapter,
      String place,
      Path folder,
      ServerSettings settings)
      throws DatabaseException {
    this.crew = crew;
    this.machines = machines;
    RecordLayout all = settings.layout();
    Messages.Store store =
        new Messages.Store(
            Guard.typeOf(adapter).getName(),
            place,
            folder.toString(),
            settings.medium(),
            settings.durability(),
            new RecordLayout(
                (all.maxRecords() + machines - 1) / machines,
                all.keyBytes(),
                all.fieldCount(),
                all.fieldBytes()),
            settings.scans(),
            Math.max(1, settings.threads() / machines),
            settings.options(),
            (int) settings.patience().toSeconds());
    boolean open = false;
    try {
      shown = order(Shard.OPEN + Messages.JSON.writeValueAsString(store));
      opened = alike();
      open = true;
    } catch (IOException unreadable) {
      throw new DatabaseException(unreadable.getMessage(), unreadable);
    } finally {
      if (!open) {
        close();
      }
    }
  }

  /** The answer of the first machine, if all others equal it. */
  private Messages.Opened alike() throws DatabaseException {
    List<Messages.Opened> all =
        shown.stream().map(each -> each.opened().orElseThrow()).distinct().toList();
    for (Messages.Opened other : all) {
      for (Function<Messages.Opened, Object> fact :
          List.<Function<Messages.Opened, Object>>of(
              Messages.Opened::version, Messages.Opened::durability)) {
        if (!fact.apply(other).equals(fact.apply(all.get(0)))) {
          throw new DatabaseException(
              "the shards differ: there is %s and %s"
                  .formatted(fact.apply(all.get(0)), fact.apply(other)));
        }
      }
    }
    return all.get(0);
  }

  /** Gives all shards an order, and waits for its end. */
  private List<Messages.Shown> order(String order) throws DatabaseException {
    List<Messages.Shown> all = new ArrayList<>();
    try {
      for (Answer answer : crew.phase(Collections.nCopies(machines, order), none -> {})) {
        if (answer.failure().isPresent()) {
          lost = true;
          throw new LostMachineException(answer.failure().get());
        }
        Messages.Shown one =
            Messages.JSON.readValue(answer.line().orElse("{}"), Messages.Shown.class);
        if (one.failure().isPresent()) {
          throw new DatabaseException(
              Machine.name(answer.machine(), answer.host()) + ": " + one.failure().get());
        }
        all.add(one);
      }
    } catch (IOException broken) {
      throw new DatabaseException(broken.getMessage(), broken);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("the run is being stopped", stopped);
    }
    return all;
  }

  /** The state of the shards; empty if a machine is lost, which its phase reports. */
  private List<Messages.Shown> shown() throws DatabaseException {
    if (shown == null) {
      shown = lost ? List.of() : order(Shard.SHOW);
    }
    return shown;
  }

  @Override
  public void tell(List<String> lines) throws IOException, InterruptedException {
    crew.tell(lines);
  }

  @Override
  public List<Answer> phase(List<String> lines, LongConsumer progress)
      throws IOException, InterruptedException {
    shown = null;
    List<Answer> answers = crew.phase(lines, progress);
    lost |= answers.stream().anyMatch(answer -> answer.failure().isPresent());
    return answers;
  }

  /** Empty: each worker has the properties for its own shard. */
  @Override
  public Properties clientProperties() {
    return new Properties();
  }

  @Override
  public void reset() throws DatabaseException {
    shown = null;
    order(Shard.EMPTY);
  }

  @Override
  public String version() {
    return opened.version();
  }

  @Override
  public Durability effectiveDurability() {
    return opened.durability();
  }

  @Override
  public Optional<String> durabilitySettings() {
    return opened.settings();
  }

  /** The configuration of the first machine. */
  @Override
  public Map<String, String> configuration() {
    return opened.configuration();
  }

  @Override
  public OptionalLong recordCount() throws DatabaseException {
    return sum(Messages.Shown::records);
  }

  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    Map<String, Long> sums = new TreeMap<>();
    shown().forEach(each -> each.statistics().forEach((name, n) -> sums.merge(name, n, Long::sum)));
    return sums;
  }

  @Override
  public OptionalLong bytes() {
    try {
      return sum(Messages.Shown::bytes);
    } catch (DatabaseException unknown) {
      return OptionalLong.empty();
    }
  }

  private OptionalLong sum(Function<Messages.Shown, OptionalLong> figure) throws DatabaseException {
    List<OptionalLong> all = shown().stream().map(figure).toList();
    return all.isEmpty() || all.stream().anyMatch(OptionalLong::isEmpty)
        ? OptionalLong.empty()
        : OptionalLong.of(all.stream().mapToLong(OptionalLong::getAsLong).sum());
  }

  @Override
  public boolean livesInClient() {
    return true;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (!lost) {
        order(Shard.CLOSE);
      }
    } catch (DatabaseException left) {
      // The worker removes remaining files when it ends. After a kill, the next worker does.
      lost = true;
    } finally {
      crew.close();
    }
  }
}
