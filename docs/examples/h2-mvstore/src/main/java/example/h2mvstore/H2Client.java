package example.h2mvstore;

import org.pmemycsb.adapter.inprocess.LocalClient;

/** The YCSB client. YCSB makes it by this constructor. */
public final class H2Client extends LocalClient {
  public H2Client() {
    super(new H2Adapter());
  }
}
