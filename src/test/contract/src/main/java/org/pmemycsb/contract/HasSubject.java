package org.pmemycsb.contract;

import java.util.Map;

/** The database under test, as the parts of the contract reach it. */
interface HasSubject {
  Subject subject();

  /** A client of an empty database for experiments that never scan. */
  default Client plainClient() throws Exception {
    return subject().plain().client();
  }

  /** The same, of a database with one record. */
  default Client clientWith(String key, Map<String, String> fields) throws Exception {
    Client client = plainClient();
    client.mustInsert(key, fields);
    return client;
  }
}
