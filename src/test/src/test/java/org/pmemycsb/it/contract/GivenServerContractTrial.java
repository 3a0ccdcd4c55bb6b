package org.pmemycsb.it.contract;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.it.server.GivenServer;
import org.pmemycsb.spi.DatabaseAdapter;

/** The contract, on the program that a user names. */
class GivenServerContractTrial extends DbContract {
  private final GivenServer server = GivenServer.get();

  @Override
  protected DatabaseAdapter adapter() {
    return server.adapter();
  }

  @Override
  protected Map<String, String> options() {
    return server.options();
  }

  @Override
  @Test
  public void adapterIsFoundByServiceLoader() {
    server.requireOurs();
    super.adapterIsFoundByServiceLoader();
  }

  @Override
  @Test
  public void clientOfADatabaseThatIsGoneFails() throws Exception {
    server.requireOurs();
    super.clientOfADatabaseThatIsGoneFails();
  }
}
