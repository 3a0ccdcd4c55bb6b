package org.pmemycsb.adapter.lmdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.GetOp;
import org.lmdbjava.LmdbException;
import org.lmdbjava.SeekOp;
import org.lmdbjava.Txn;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.spi.Durability;

/**
 * An open LMDB environment. Each write is a transaction of its own.
 *
 * <p>Durability: none is MDB_NOSYNC; nothing is ever synced. Periodic is MDB_NOMETASYNC: a commit
 * syncs the data, and the page that makes it visible after a crash is synced by {@link #sync} or by
 * the next commit. Commit syncs both. MDB_NOSYNC with a sync from time to time would be faster than
 * MDB_NOMETASYNC, but a loss of power could then destroy the whole tree and not only lose the last
 * moments.
 */
final class LmdbStore implements LocalStore {
  /** The most threads that may read at once. */
  private static final int MAX_READERS = 1024;

  /** Their slots of 64 bytes, and room for the header. */
  private static final int LOCK_FILE_BYTES = 64 * (MAX_READERS + 64);

  /** A write that fails with less free space is reported as a lack of space. */
  private static final long HARDLY_ANY_BYTES = 1 << 16;

  private final Path folder;
  private final Env<Bytes> env;
  private final Dbi<Bytes> records;
  private final long firstTransaction;

  /**
   * @param mapSize largest size of the file, in bytes
   * @param readsAhead whether the kernel reads pages near those that are asked for
   */
  LmdbStore(Path folder, Durability durability, long mapSize, boolean readsAhead, boolean create)
      throws Exception {
    LmdbLibrary.load();
    this.folder = folder;
    if (create) {
      // LMDB maps this file for writing, with holes. A hole on a full medium would kill the
      // process.
      Files.write(folder.resolve("lock.mdb"), new byte[LOCK_FILE_BYTES]);
    } else if (!Files.exists(folder.resolve("data.mdb"))) {
      throw new IOException("there is no data.mdb");
    }
    Set<EnvFlags> flags = EnumSet.of(EnvFlags.MDB_NOTLS);
    if (!readsAhead) {
      flags.add(EnvFlags.MDB_NORDAHEAD);
    }
    if (durability == Durability.NONE) {
      flags.add(EnvFlags.MDB_NOSYNC);
    } else if (durability == Durability.PERIODIC) {
      flags.add(EnvFlags.MDB_NOMETASYNC);
    }
    env =
        Env.create(Bytes.PROXY)
            .setMapSize(mapSize)
            .setMaxReaders(MAX_READERS)
            .open(folder.toFile(), flags.toArray(EnvFlags[]::new));
    try {
      // Readers of a process that was killed would keep pages from being used again.
      env.readerCheck();
      records = env.openDbi((byte[]) null, new DbiFlags[0]);
      firstTransaction = env.info().lastTransactionId;
    } catch (RuntimeException failure) {
      env.close();
      throw failure;
    }
  }

  @Override
  public RecordStore session() {
    return new LmdbSession();
  }

  @Override
  public Durability durability() throws Exception {
    int flags = LmdbLibrary.flags(env);
    if ((flags & EnvFlags.MDB_NOSYNC.getMask()) != 0) {
      return Durability.NONE;
    }
    return (flags & EnvFlags.MDB_NOMETASYNC.getMask()) != 0
        ? Durability.PERIODIC
        : Durability.COMMIT;
  }

  @Override
  public String durabilitySettings() throws Exception {
    return switch (durability()) {
      case NONE -> "MDB_NOSYNC";
      case PERIODIC -> "MDB_NOMETASYNC";
      case COMMIT -> "neither MDB_NOSYNC nor MDB_NOMETASYNC";
    };
  }

  @Override
  public String configuration() throws Exception {
    return "flags = 0x%x (%s)%nmapSize = %d%npageSize = %d%nmaxReaders = %d%n"
        .formatted(
            LmdbLibrary.flags(env),
            durabilitySettings(),
            env.info().mapSize,
            env.stat().pageSize,
            env.info().maxReaders);
  }

  @Override
  public long count() {
    return env.stat().entries;
  }

  @Override
  public void sync() {
    env.sync(true);
  }

  @Override
  public Map<String, Long> statistics() {
    return Map.of("write_transactions", env.info().lastTransactionId - firstTransaction);
  }

  @Override
  public void close() {
    env.close();
  }

  /** Keeps a read transaction, which costs its memory and its slot only once. */
  private final class LmdbSession implements RecordStore {
    private final Bytes key = new Bytes();
    private final Bytes value = new Bytes();
    private final Txn<Bytes> reading = env.txnRead();

    LmdbSession() {
      reading.reset();
    }

    @Override
    public int get(byte[] name, byte[] buffer) {
      reading.renew();
      try {
        Bytes found = records.get(reading, key.of(name, name.length));
        return found == null ? -1 : found.copyTo(buffer, 0);
      } finally {
        reading.reset();
      }
    }

    @Override
    public boolean replace(byte[] name, byte[] bytes, int length) throws IOException {
      boolean there = get(name, NONE) >= 0;
      if (there) {
        put(name, bytes, length);
      }
      return there;
    }

    @Override
    public void put(byte[] name, byte[] bytes, int length) throws IOException {
      try (Txn<Bytes> writing = env.txnWrite()) {
        records.put(writing, key.of(name, name.length), value.of(bytes, length));
        writing.commit();
      } catch (Env.MapFullException full) {
        throw new IOException(
            "the map of "
                + env.info().mapSize
                + " bytes is full: give the option mapSize a larger value",
            full);
      } catch (LmdbException failure) {
        // LMDB reports a write that ended early as an input/output error.
        if (folder.toFile().getUsableSpace() < HARDLY_ANY_BYTES + length) {
          throw new IOException(
              "no space is left on the medium: make room, or take fewer or smaller records",
              failure);
        }
        throw failure;
      }
    }

    @Override
    public boolean remove(byte[] name) {
      try (Txn<Bytes> writing = env.txnWrite()) {
        boolean there = records.delete(writing, key.of(name, name.length));
        if (there) {
          writing.commit();
        }
        return there;
      }
    }

    @Override
    public void scan(byte[] from, int count, Values values) {
      reading.renew();
      try (Cursor<Bytes> cursor = records.openCursor(reading)) {
        Source value = (buffer, at) -> cursor.val().copyTo(buffer, at);
        boolean there = cursor.get(key.of(from, from.length), GetOp.MDB_SET_RANGE);
        for (int left = count; left > 0 && there; left--) {
          values.accept(value);
          there = left > 1 && cursor.seek(SeekOp.MDB_NEXT);
        }
      } finally {
        reading.reset();
      }
    }

    @Override
    public void leave() {
      reading.close();
    }
  }
}
