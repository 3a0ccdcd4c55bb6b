package org.pmemycsb.adapter.mongodb;

import java.nio.file.Path;
import org.pmemycsb.spi.DatabaseException;

/** A {@code mongod} of our own, in a folder that is emptied when it ends. */
abstract class StartedMongo extends LiveMongo {
  private final Path folder;
  private final ServerProcess process;

  StartedMongo(MongoUrl url, Path folder, ServerProcess process) {
    super(url);
    this.folder = folder;
    this.process = process;
  }

  @Override
  public final void crash() {
    process.kill();
  }

  @Override
  public final void restart() throws DatabaseException {
    process.start(administration()::answers);
  }

  @Override
  public final void close() {
    process.stop();
    Folders.empty(folder);
  }
}
