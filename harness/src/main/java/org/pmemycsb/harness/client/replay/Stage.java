package org.pmemycsb.harness.client.replay;

/** The stages of a phase in their order; one that ends by time may have several replays. */
enum Stage {
  INIT,
  WARM_UP,
  REPLAY,
  AUDIT,
  CLEANUP
}
