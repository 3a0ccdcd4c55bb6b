package org.pmemycsb.adapter.llpl;

import org.pmemycsb.adapter.inprocess.LocalClient;

public final class LlplClient extends LocalClient {
  public LlplClient() {
    super(new LlplAdapter());
  }
}
