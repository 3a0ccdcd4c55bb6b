package org.pmemycsb.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.List;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.pmemkv.PmemkvPool;

/** A store of pmemkv for tests, which any threads use. */
public final class TestStore implements AutoCloseable {
  private final NativeStore store;
  private final ThreadLocal<RecordStore> session;

  public TestStore(NativeStore store) {
    this.store = store;
    this.session = ThreadLocal.withInitial(store::session);
  }

  /** The engines of the installed libpmemkv that keep the records that are put. */
  public static List<String> engines() {
    return List.of("cmap", "vcmap", "vsmap", "stree");
  }

  public static TestStore open(String engine, Path folder) {
    return open(engine, folder.resolve(engine), 64 << 20);
  }

  public static TestStore open(String engine, Path path, long bytes) {
    return new TestStore(new PmemkvPool(engine, path).open(bytes, PmemkvLibrary.files()));
  }

  public static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  public NativeStore store() {
    return store;
  }

  public RecordStore session() {
    return session.get();
  }

  public byte[] get(byte[] key) {
    int length = get(key, RecordStore.NONE);
    if (length < 0) {
      return null;
    }
    byte[] value = new byte[length];
    int now = get(key, value);
    return now == length ? value : now < 0 ? null : get(key);
  }

  public int get(byte[] key, byte[] buffer) {
    try {
      return session().get(key, buffer);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  public void put(byte[] key, byte[] value) {
    try {
      session().put(key, value, value.length);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  public boolean replace(byte[] key, byte[] value) throws Exception {
    return session().replace(key, value, value.length);
  }

  public boolean remove(byte[] key) throws Exception {
    return session().remove(key);
  }

  public long count() {
    return store.count();
  }

  @Override
  public void close() {
    store.close();
  }
}
