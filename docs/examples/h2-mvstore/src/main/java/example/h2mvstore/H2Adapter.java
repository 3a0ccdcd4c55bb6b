package example.h2mvstore;

import java.nio.file.Path;
import java.util.Properties;
import org.h2.mvstore.MVStore;
import org.pmemycsb.adapter.inprocess.LocalAdapter;
import org.pmemycsb.adapter.inprocess.LocalClient;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.spi.Durability;

/** Puts H2's MVStore into the comparison. */
public final class H2Adapter extends LocalAdapter {
  /** The YCSB client. YCSB makes it by this constructor. */
  public static final class Client extends LocalClient {
    public Client() {
      super(new H2Adapter());
    }
  }

  public H2Adapter() {
    super("h2-mvstore", Client.class);
  }

  @Override
  protected String version() {
    return "H2 MVStore " + MVStore.class.getPackage().getImplementationVersion();
  }

  @Override
  protected LocalStore open(
      Path folder, Durability durability, Properties properties, boolean create) {
    return new H2Store(folder, durability);
  }
}
