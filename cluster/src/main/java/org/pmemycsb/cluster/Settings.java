package org.pmemycsb.cluster;

import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Properties;
import org.apache.spark.SparkConf;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.measure.Fleet;

/** Spark's settings for a fleet. */
final class Settings {
  /** The variable that names a file of Spark settings, which win over those here. */
  static final String FILE = "PMEM_YCSB_SPARK_CONF";

  private static final String LOOPBACK = "127.0.0.1";
  private static final String AUTHENTICATE = "spark.authenticate";
  private static final String SECRET = "spark.authenticate.secret";
  private static final int SECRET_BITS = 256;

  private Settings() {}

  /**
   * @throws ConfigurationException if the user's settings are wrong or lack a secret
   */
  static SparkConf of(Fleet.Terms terms, Master master) {
    SparkConf conf =
        new SparkConf()
            .setAppName("pmem-ycsb")
            .setMaster(master.url())
            .set("spark.plugins", Line.class.getName())
            .set("spark.ui.enabled", "false")
            .set("spark.local.dir", terms.scratch().toString())
            .set("spark.dynamicAllocation.enabled", "false")
            // Else a killed executor leaves a native library in the temporary folder.
            .set("spark.broadcast.compress", "false")
            // One executor for each machine, with one task.
            .set("spark.executor.cores", "1")
            .set("spark.cores.max", Integer.toString(terms.machines()))
            .set("spark.executor.instances", Integer.toString(terms.machines()))
            .set("spark.task.cpus", "1")
            // It only passes lines on.
            .set("spark.executor.memory", "512m")
            .set("spark.executor.extraJavaOptions", "-XX:+UseSerialGC")
            .set("spark.locality.wait", "0")
            .set("spark.scheduler.barrier.maxConcurrentTasksCheck.interval", "1s")
            .set("spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures", "5")
            // A machine waits so long for one that still loads or warms up.
            .set("spark.barrier.sync.timeout", "6h")
            // A silent executor is lost after 8 s. Questions to it wait longer than that.
            .set("spark.executor.heartbeatInterval", "2s")
            .set("spark.network.timeout", "8s")
            .set("spark.network.timeoutInterval", "1s")
            .set("spark.rpc.io.connectionTimeout", "120s");
    boolean local = master.loopback() && terms.listen().map(Master::isLoopback).orElse(true);
    if (local) {
      conf.set("spark.driver.host", LOOPBACK).set("spark.driver.bindAddress", LOOPBACK);
      if (master.deployment() == Master.Deployment.THREADS) {
        // Other users reach loopback, too. Here nobody but us has to know the secret.
        conf.set(AUTHENTICATE, "true")
            .set(
                SECRET,
                new BigInteger(SECRET_BITS, new SecureRandom()).toString(Character.MAX_RADIX));
      }
    } else {
      conf.set(AUTHENTICATE, "true").set("spark.network.crypto.enabled", "true");
      terms
          .listen()
          .ifPresent(
              address ->
                  conf.set("spark.driver.host", address).set("spark.driver.bindAddress", address));
    }
    String file = System.getenv(FILE);
    if (file != null) {
      read(Path.of(file)).forEach((name, value) -> conf.set((String) name, (String) value));
    }
    if (!local
        && master.deployment() == Master.Deployment.STANDALONE
        && conf.getBoolean(AUTHENTICATE, true)
        && !conf.contains(SECRET)) {
      throw new ConfigurationException(
          ("cluster %s: other machines can reach it, so it needs a secret; write"
                  + " 'spark.authenticate.secret ...' as on its master and workers into a file, and"
                  + " name the file in %s")
              .formatted(master.url(), FILE));
    }
    return conf;
  }

  private static Properties read(Path file) {
    Properties settings = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      settings.load(reader);
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new ConfigurationException(
          "%s: cannot read %s (%s); name a readable file of Spark settings"
              .formatted(FILE, file, unreadable.getMessage()),
          unreadable);
    }
    for (String name : settings.stringPropertyNames()) {
      if (!name.startsWith("spark.")) {
        throw new ConfigurationException(
            "%s: '%s' in %s is no setting of Spark; their names begin with 'spark.'"
                .formatted(FILE, name, file));
      }
    }
    return settings;
  }
}
