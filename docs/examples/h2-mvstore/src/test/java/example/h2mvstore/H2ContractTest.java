package example.h2mvstore;

import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/** Whatever every database of the comparison does, this one does too. */
class H2ContractTest extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new H2Adapter();
  }
}
