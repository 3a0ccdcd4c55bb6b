package org.pmemycsb.it.containers;

import org.pmemycsb.adapter.redis.RedisAdapter;

class RedisContainerContractTest extends ContainerContract {
  RedisContainerContractTest() {
    super(new RedisAdapter(), Server::redis);
  }
}
