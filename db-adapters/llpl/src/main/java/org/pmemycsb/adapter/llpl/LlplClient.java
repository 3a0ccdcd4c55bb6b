package org.pmemycsb.adapter.llpl;

import org.pmemycsb.adapter.inprocess.LocalClient;

/** The YCSB client of LLPL. */
public final class LlplClient extends LocalClient {
  public LlplClient() {
    super(new LlplAdapter());
  }
}
