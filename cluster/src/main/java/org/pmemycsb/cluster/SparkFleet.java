package org.pmemycsb.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.measure.Fleet;
import org.pmemycsb.harness.measure.WorkerGroup;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** The executors of one application of Spark, one for each machine. */
final class SparkFleet implements Fleet {
  /** The variable that names a file for Spark's log; else it is in the scratch folder. */
  static final String LOG = "PMEM_YCSB_SPARK_LOG";

  /** A setting among Spark's: how long to wait for the machines. */
  static final String PATIENCE = "spark.pmemycsb.patience";

  /** A busy machine took up to 54 s. */
  private static final String USUAL_PATIENCE = "120s";

  /** Spark itself gives up after a minute, and then does not tell why. */
  private static final long SPARKS_PATIENCE_SECONDS = 55;

  /** Longer waits are announced. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private static final Duration SHORT_JOB = Duration.ofSeconds(30);

  /** Spark brings the jars with it, from this machine to each of the others. */
  private static final Duration FIRST_JOB = Duration.ofMinutes(10);

  private static final Duration KILLING = Duration.ofSeconds(5);
  private static final String GROUP = "pmem-ycsb";

  /** A job failed. The message is one line, and names the machine if one is to blame. */
  static final class LostException extends Exception {
    private static final long serialVersionUID = 1L;

    LostException(String message) {
      super(message);
    }
  }

  private final Terms terms;
  private final Master master;
  private final ExecutorService jobs =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "pmem-ycsb-jobs");
            thread.setDaemon(true);
            return thread;
          });
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<Integer, String> lost = new ConcurrentHashMap<>();
  private volatile JavaSparkContext context;
  private volatile List<Report> machines = List.of();
  private volatile boolean busy;
  private ClassPath classPath;

  /** The machines of the last roll call, and the tasks of each job since. */
  private int present;

  /** Whether a wait for the machines was in vain. */
  private boolean missed;

  /** How many seconds to wait for machines. Tests change it while the fleet is open. */
  long patience;

  private SparkFleet(Terms terms, Master master) {
    this.terms = terms;
    this.master = master;
  }

  /**
   * Enters the cluster and waits for the machines.
   *
   * @throws ConfigurationException if that is not possible
   */
  static SparkFleet open(Terms terms, Master master) throws InterruptedException {
    SparkFleet fleet = new SparkFleet(terms, master);
    boolean open = false;
    try {
      fleet.log();
      long begin = System.nanoTime();
      fleet.enter(Settings.of(terms, master));
      fleet.call(terms.machines(), begin);
      open = true;
    } catch (LostException | IOException failed) {
      throw fleet.wrong(failed.getMessage());
    } finally {
      if (!open) {
        fleet.close();
      }
    }
    return fleet;
  }

  private ConfigurationException wrong(String why) {
    return new ConfigurationException("cluster %s: %s".formatted(terms.url(), why));
  }

  private ConfigurationException silent(long seconds) {
    return wrong(
        "its master did not take us within %d s; is it Spark %s, with the same secret?"
            .formatted(seconds, org.apache.spark.package$.MODULE$.SPARK_VERSION()));
  }

  private void enter(SparkConf conf) throws IOException, InterruptedException {
    patience = conf.getTimeAsSeconds(PATIENCE, USUAL_PATIENCE);
    if (master.deployment() != Master.Deployment.THREADS) {
      conf.setJars(new String[] {ClassPath.ownJar(terms.scratch()).toString()});
    }
    long begin = System.nanoTime();
    try {
      context = jobs.submit(() -> new JavaSparkContext(conf)).get(patience, TimeUnit.SECONDS);
    } catch (TimeoutException silent) {
      throw silent(patience);
    } catch (ExecutionException failed) {
      long waited = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
      throw waited < SPARKS_PATIENCE_SECONDS ? wrong(line(failed.getCause())) : silent(waited);
    }
    context
        .sc()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
                removed(event.executorId(), event.reason());
              }
            });
    classPath =
        master.deployment() == Master.Deployment.THREADS
            ? ClassPath.here(terms.classPath())
            : ClassPath.shipped(
                terms.classPath(),
                Files.createDirectory(terms.scratch().resolve("shipped")),
                file -> context.addJar(file.toString()));
  }

  private void log() {
    String file = System.getenv(LOG);
    System.setProperty(
        "pmemycsb.spark.log",
        file == null ? terms.scratch().resolve("spark.log").toString() : file);
    try {
      URI settings = SparkFleet.class.getResource("log4j2.properties").toURI();
      Configurator.reconfigure(settings);
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void removed(String executor, String reason) {
    for (Report each : machines) {
      if (each.executor().equals(executor)) {
        lost.put(
            each.machine(),
            Report.name(each.machine(), each.host())
                + ": the executor was lost: "
                + reason.lines().findFirst().orElse(""));
        cancel();
      }
    }
  }

  /**
   * Waits for enough executors, and numbers all that are there. After a wait in vain, it looks once
   * and does not wait again.
   *
   * @param needed how many are enough
   * @param begin since when they could have come, by {@link System#nanoTime}
   */
  private void call(int needed, long begin) throws LostException, InterruptedException {
    machines = List.of();
    boolean announced = false;
    while (executors() < needed) {
      long waited = System.nanoTime() - begin;
      if (missed || waited > TimeUnit.SECONDS.toNanos(patience)) {
        missed = true;
        throw new LostException(
            ("%d of %d machines came within %d s; start more workers with a free processor and"
                    + " 512 MiB each, or wait longer by a line '%s 300s' in the file that %s names,"
                    + " or ask for fewer machines")
                .formatted(executors(), needed, patience, PATIENCE, Settings.FILE));
      }
      if (!announced && waited > SILENCE.toNanos()) {
        announced = true;
        terms
            .log()
            .accept(
                "%d of %d machines are there; waiting up to %d s for them"
                    .formatted(executors(), needed, patience));
      }
      Thread.sleep(100);
    }
    lost.clear();
    present = Math.min(executors(), terms.machines());
    missed &= present < terms.machines();
    machines = run(new MachineTask.NumberMachines(), none -> {}, FIRST_JOB);
    List<String> hosts = machines.stream().map(Report::host).toList();
    if (!master.loopback() && new TreeSet<>(hosts).size() < hosts.size()) {
      terms.log().accept("some machines are one host: " + String.join(", ", hosts));
    }
  }

  int executors() throws LostException {
    if (context.sc().isStopped()) {
      throw new LostException("the cluster has ended this application");
    }
    // The harness is the first of them.
    return master.deployment() == Master.Deployment.THREADS
        ? master.most()
        : context.sc().statusTracker().getExecutorInfos().length - 1;
  }

  /**
   * Runs a job with a task for each machine of the fleet.
   *
   * @param progress takes the operations of all machines, once a second
   * @param limit when to give up; null never to
   * @return the reports, in the order of machines
   */
  List<Report> run(MachineTask task, LongConsumer progress, Duration limit)
      throws LostException, InterruptedException {
    if (context.sc().isStopped() || !lost.isEmpty() && task.together()) {
      throw new LostException(because("the cluster has ended this application"));
    }
    Line.Inbox inbox = Line.listen(task.job);
    long begin = System.nanoTime();
    Future<List<Report>> job = jobs.submit(() -> collect(task));
    while (true) {
      try {
        return job.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException running) {
        progress.accept(inbox.operations());
        boolean late = limit != null && System.nanoTime() - begin > limit.toNanos();
        // A job that lost a machine before it began waits for ever.
        if (late || !lost.isEmpty() && task.together()) {
          cancel();
          if (late) {
            throw new LostException(because("the cluster did not do a job of a moment in time"));
          }
        }
      } catch (ExecutionException failed) {
        if (!inbox.failure().isEmpty()) {
          throw new LostException(inbox.failure());
        }
        awaitReason();
        throw new LostException(because(line(failed.getCause())));
      } catch (InterruptedException stopped) {
        cancel();
        throw stopped;
      }
    }
  }

  private List<Report> collect(MachineTask task) {
    busy = true;
    try {
      context.setJobGroup(GROUP, "pmem-ycsb", true);
      List<Integer> numbers = IntStream.range(0, present).boxed().toList();
      RDD<Integer> each = context.parallelize(new ArrayList<>(numbers), present).rdd();
      ClassTag<Report> reports = ClassTag$.MODULE$.apply(Report.class);
      return (task.together()
              ? each.barrier().mapPartitions(task, false, reports)
              : each.mapPartitions(task, false, reports))
          .toJavaRDD().collect().stream().sorted(Comparator.comparingInt(Report::machine)).toList();
    } finally {
      busy = false;
    }
  }

  /** Cancels the job that runs; its tasks kill their workers. */
  void cancel() {
    JavaSparkContext entered = context;
    if (entered != null && busy && !entered.sc().isStopped()) {
      entered.cancelJobGroup(GROUP);
    }
  }

  /** Spark tells that a job has failed before it tells that its executor was lost. */
  private void awaitReason() throws InterruptedException {
    for (int i = 0; i < 20 && lost.isEmpty() && !closed.get(); i++) {
      Thread.sleep(50);
    }
  }

  private String because(String otherwise) {
    return lost.values().stream().findFirst().orElse(otherwise);
  }

  private static String line(Throwable failed) {
    String message = failed.getMessage() == null ? failed.toString() : failed.getMessage();
    return message.lines().findFirst().orElse("Spark failed");
  }

  @Override
  public WorkerGroup start(int count, List<String> javaArguments, Map<String, String> environment)
      throws IOException, InterruptedException {
    try {
      if (!lost.isEmpty() || machines.size() < count) {
        call(count, System.nanoTime());
      }
      run(
          new MachineTask.StartWorkers(count, classPath, javaArguments, environment),
          none -> {},
          SHORT_JOB);
    } catch (LostException failed) {
      throw new IOException(failed.getMessage(), failed);
    }
    return new SparkWorkers(this, machines.subList(0, count));
  }

  /** Kills the workers of all machines that can be reached; those of others end by themselves. */
  void killWorkers() {
    cancel();
    try {
      if (!closed.get()) {
        run(new MachineTask.KillWorkers(), none -> {}, KILLING);
      }
    } catch (LostException gone) {
      // Its workers end with their executors.
      return;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    cancel();
    // Those of other executors end with their executors.
    ExecutorMachines.killAll();
    JavaSparkContext entered = context;
    if (entered != null) {
      entered.close();
    }
    jobs.shutdownNow();
  }
}
