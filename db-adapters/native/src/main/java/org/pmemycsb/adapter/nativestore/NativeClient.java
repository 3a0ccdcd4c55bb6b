package org.pmemycsb.adapter.nativestore;

import org.pmemycsb.adapter.inprocess.LocalClient;

public final class NativeClient extends LocalClient {
  public NativeClient() {
    super(new NativeAdapter());
  }
}
