package example.h2mvstore;

import java.nio.file.Path;
import java.util.Properties;
import org.h2.mvstore.MVStore;
import org.pmemycsb.adapter.inprocess.LocalAdapter;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.DB;

/** Puts H2's MVStore into the comparison. */
public final class H2Adapter extends LocalAdapter {
  @Override
  public String name() {
    return "h2-mvstore";
  }

  @Override
  public Class<? extends DB> client() {
    return H2Client.class;
  }

  @Override
  protected String version() {
    return "H2 MVStore " + MVStore.class.getPackage().getImplementationVersion();
  }

  /** This adapter has no options that a client would have to know. */
  @Override
  protected Properties properties(ServerSettings settings) {
    return new Properties();
  }

  @Override
  protected LocalStore open(
      Path folder, Durability durability, Properties properties, boolean create) {
    return new H2Store(folder, durability);
  }
}
