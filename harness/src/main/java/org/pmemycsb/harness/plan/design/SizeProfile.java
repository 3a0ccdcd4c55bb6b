package org.pmemycsb.harness.plan.design;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Lengths of values that others found in production and published: a generalised Pareto
 * distribution, whose cumulative probability is {@code 1 - (1 + shape * x / scale)^(-1 / shape)},
 * without its shortest and longest values.
 */
public enum SizeProfile implements Named {
  /**
   * ZippyDB on RocksDB at Facebook. Z. Cao, S. Dong, S. Vemuri and D. H. C. Du, "Characterizing,
   * Modeling, and Benchmarking RocksDB Key-Value Workloads at Facebook", FAST 2020; scale, shape
   * and limits as RocksDB's db_bench has them for {@code mixgraph} (facebook/rocksdb pull requests
   * 5953 and 9711). db_bench wraps lengths beyond the limits; here they are drawn again.
   */
  ZIPPYDB(25.45, 0.2615, 10, 1024),

  /**
   * The pool ETC of Memcached at Facebook. B. Atikoglu, Y. Xu, E. Frachtenberg, S. Jiang and M.
   * Paleczny, "Workload Analysis of a Large-Scale Key-Value Store", SIGMETRICS 2012: their fit for
   * values of 15 bytes and more. Shorter ones, for which they give a table, are left out. 1 MiB is
   * Memcached's own limit.
   */
  ETC(214.476, 0.348238, 15, 1 << 20);

  private final double scale;
  private final double shape;
  private final int least;
  private final int most;

  SizeProfile(double scale, double shape, int least, int most) {
    this.scale = scale;
    this.shape = shape;
    this.least = least;
    this.most = most;
  }

  static final List<String> IDS = Arrays.stream(values()).map(SizeProfile::id).toList();

  public static Optional<SizeProfile> of(String id) {
    return Arrays.stream(values()).filter(each -> each.id().equals(id)).findFirst();
  }

  public int least() {
    return least;
  }

  public int most() {
    return most;
  }

  /**
   * A length, which may be beyond the limits.
   *
   * @param exponential a draw from the exponential distribution with mean 1
   */
  public double length(double exponential) {
    return scale * (StrictMath.exp(shape * exponential) - 1) / shape;
  }

  /** The mean between the limits, in bytes. */
  double mean() {
    double above = Math.pow(term(least), -1 / shape);
    double beyond = Math.pow(term(most), -1 / shape);
    double power = 1 - 1 / shape;
    // The integral of the survival function between the limits.
    double between =
        scale / (shape - 1) * (Math.pow(term(most), power) - Math.pow(term(least), power));
    return (least * above - most * beyond + between) / (above - beyond);
  }

  private double term(double length) {
    return 1 + shape * length / scale;
  }
}
