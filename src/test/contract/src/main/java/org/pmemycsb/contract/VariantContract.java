package org.pmemycsb.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;

/**
 * What a variant of a database whose whole contract is tested elsewhere can break: another engine,
 * durability or way to the server. A subclass names the adapter and its options. A variant that
 * keeps keys in another order adds {@link ScanContract}.
 *
 * <p>The limit of five minutes a test is against hanging only; nothing here measures time.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class VariantContract implements CoreContract {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private Subject subject;

  /** The adapter under test. */
  protected abstract DatabaseAdapter adapter();

  /** Options for {@link org.pmemycsb.spi.ServerSettings#options()}; none unless overridden. */
  protected Map<String, String> options() {
    return Map.of();
  }

  /** The durability levels that the options leave; all of the adapter's unless overridden. */
  protected Set<Durability> durabilities() {
    return adapter().traits(options()).durabilities();
  }

  /**
   * An existing folder, in which the suite makes one for each database that it opens, and removes
   * it. Shared memory where there is some, as a test asks for many syncs.
   */
  protected Path parentFolder() {
    return Files.isWritable(SHARED_MEMORY)
        ? SHARED_MEMORY
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  @Override
  public final Subject subject() {
    if (subject == null) {
      subject = new Subject(adapter(), options(), durabilities(), parentFolder());
    }
    return subject;
  }

  @AfterEach
  final void clientsAreGone() {
    subject().closeClients();
  }

  @AfterAll
  final void serversAreGone() throws IOException, DatabaseException {
    subject().close();
  }
}
