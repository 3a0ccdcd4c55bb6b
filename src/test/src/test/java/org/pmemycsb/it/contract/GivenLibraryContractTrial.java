package org.pmemycsb.it.contract;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.adapter.nativestore.NativeAdapter;
import org.pmemycsb.contract.DbContract;
import org.pmemycsb.spi.DatabaseAdapter;

/**
 * The contract, on the library that a user names by {@code -Dcontract=FILE}, with further options
 * by {@code -Dcontract.options=NAME=VALUE,...}.
 */
class GivenLibraryContractTrial extends DbContract {
  @Override
  protected DatabaseAdapter adapter() {
    return new NativeAdapter();
  }

  @Override
  protected Map<String, String> options() {
    Map<String, String> options = new TreeMap<>();
    for (String option : System.getProperty("contract.options", "").split(",")) {
      if (!option.isBlank()) {
        options.put(option.replaceFirst("=.*", "").strip(), option.replaceFirst("[^=]*=", ""));
      }
    }
    options.put("library", Path.of(System.getProperty("contract")).toAbsolutePath().toString());
    return options;
  }
}
