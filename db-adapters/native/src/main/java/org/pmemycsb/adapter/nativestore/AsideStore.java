package org.pmemycsb.adapter.nativestore;

import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.store.StoreProgram;

/** A store that another process opens for each question. It has no sessions. */
final class AsideStore implements LocalStore {
  private final StoreProgram program;
  private final StoreProgram.Traits traits;
  private final Durability asked;

  AsideStore(StoreProgram program, Durability asked) {
    this.program = program;
    this.traits = program.describe();
    this.asked = asked;
  }

  @Override
  public RecordStore session() {
    throw new UnsupportedOperationException("the harness has no session with a native library");
  }

  @Override
  public Durability durability() {
    return OpenedStore.durability(traits.durable(), traits.syncs(), asked);
  }

  @Override
  public String durabilitySettings() {
    return "durable = " + traits.durable();
  }

  @Override
  public String configuration() {
    StringBuilder text = new StringBuilder();
    text.append("library = ").append(program.library()).append('\n');
    text.append("bytes = ").append(program.bytes()).append('\n');
    new TreeMap<>(program.options())
        .forEach((name, value) -> text.append(name).append(" = ").append(value).append('\n'));
    return text.append(traits).append('\n').toString();
  }

  @Override
  public long count() {
    return program.count();
  }

  @Override
  public void sync() {
    // Whatever process opened the store has synced it.
  }

  @Override
  public Map<String, Long> statistics() {
    return Map.of();
  }

  @Override
  public boolean endsWithProcess() {
    return traits.endsWithProcess();
  }

  @Override
  public void close() {
    // Nothing is open here.
  }
}
