package org.pmemycsb.cluster;

import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.measure.Fleet;

/** Opens fleets of Spark's executors. It can be loaded where there is no Spark. */
public final class SparkProvider implements Fleet.Provider {
  @Override
  public Fleet open(Fleet.Terms terms) throws InterruptedException {
    Master master = Master.of(terms.url());
    try {
      Class.forName("org.apache.spark.SparkContext");
    } catch (ClassNotFoundException none) {
      throw new ConfigurationException(
          "cluster %s: Apache Spark is not there; start with bin/pmem-ycsb, which brings it"
              .formatted(terms.url()),
          none);
    }
    master.check(terms.machines());
    return SparkFleet.open(terms, master);
  }
}
