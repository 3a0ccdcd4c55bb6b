package org.pmemycsb.harness.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.OwnAddress;
import org.pmemycsb.harness.measure.Refusal.Candidate;
import org.pmemycsb.harness.measure.database.ClassAdapter;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.OptionForms;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.PropertyKeys;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Trait;
import site.ycsb.workloads.CoreWorkload;

/** Checks that the databases of an experiment can run here, and in the way it asks for. */
public final class Feasibility {
  /** An address of loopback in a URL. */
  private static final Pattern HERE =
      Pattern.compile("(?i)//([^/@]*@)?(localhost|127\\.[0-9.]+|\\[::1\\])([:/]|$)");

  private static final String USUAL_TABLE = CoreWorkload.TABLENAME_PROPERTY_DEFAULT;

  /** The refusals of a database; features have tables of their own. */
  static final List<Refusal> TABLE =
      List.of(
          new Refusal(
              "the adapter's own property",
              asked -> ownProperty(asked).isPresent(),
              asked -> ownProperty(asked).get()),
          new Refusal(
              "another table",
              asked -> otherTable(asked).isPresent(),
              asked -> otherTable(asked).get()),
          new Refusal(
              "a log beside its data",
              asked -> {
                Optional<String> log = asked.database().logPlace();
                return log.isPresent() && log.equals(asked.database().place());
              },
              asked ->
                  "its data goes to place %s, as its log does; name another place for one of them"
                      .formatted(asked.database().logPlace().get()),
              true),
          new Refusal(
              "no native program",
              asked ->
                  asked.experiment().runners().equals(List.of(RunnerKind.NATIVE))
                      && asked.adapter().nativeReplay().isEmpty(),
              asked ->
                  "runner: %s has no native program; use trace or ycsb"
                      .formatted(asked.database().id())),
          new Refusal(
              "no scans",
              asked -> asked.experiment().scans() && !asked.has(Trait.SCANS),
              asked ->
                  "workloads: %s cannot scan, which E needs; leave out the database or E, or choose an engine with sorted keys"
                      .formatted(asked.label())),
          new Refusal(
              "long keys",
              asked -> asked.experiment().longestKey() > asked.traits().longestKey(),
              asked ->
                  "keyLength: %s takes keys of up to %d bytes, and there are some of %d; give shorter ones, or leave the database out"
                      .formatted(
                          asked.label(),
                          asked.traits().longestKey(),
                          asked.experiment().longestKey())),
          new Refusal(
              "long values",
              asked -> longestValues(asked) > asked.traits().longestValue(),
              asked ->
                  "valueSize: %s takes records with values of up to %d bytes together, and there are some of %d; give shorter values or fewer fields, or leave the database out"
                      .formatted(
                          asked.label(), asked.traits().longestValue(), longestValues(asked))),
          new Refusal(
              "a claim of what can be read",
              asked ->
                  asked.database().claimedDurability().isPresent()
                      && !asked.database().isClass()
                      && asked.url().isEmpty(),
              asked ->
                  "%s: the durability is read back from it; only a class: or a running server with a %s can need %s"
                      .formatted(
                          asked.label(), DatabaseChoice.URL, DatabaseChoice.CLAIMED_DURABILITY)),
          new Refusal(
              "a claim of another durability",
              asked ->
                  asked.database().claimedDurability().stream()
                      .anyMatch(
                          claimed ->
                              !asked.experiment().get(Settings.DURABILITIES).contains(claimed)),
              asked ->
                  "durability: %s is claimed to have %s, which is not among those asked for"
                      .formatted(asked.label(), asked.database().claimedDurability().get().id())),
          new Refusal(
              "a claim of a known medium",
              asked -> asked.database().claimedMedium().isPresent() && isOnPlace(asked),
              asked ->
                  "%s: its data are on a place, whose medium is known; leave out %s"
                      .formatted(asked.label(), DatabaseChoice.CLAIMED_MEDIUM)),
          new Refusal(
              "a store on many machines",
              asked -> isShared(asked) && asked.has(Trait.IN_PROCESS),
              asked ->
                  "cluster: %s lies in the process of its clients, so the machines cannot share it; leave it out, or the cluster"
                      .formatted(asked.label())),
          new Refusal(
              "a server on loopback for many machines",
              asked ->
                  isShared(asked)
                      && isElsewhere(cluster(asked))
                      && asked.url().filter(at -> HERE.matcher(at).find()).isPresent(),
              asked ->
                  "cluster: the machines of %s cannot reach %s, which listens on loopback; start the server on an address that they reach, and give --url"
                      .formatted(cluster(asked), asked.label())),
          new Refusal(
              "a server of our own for many machines",
              asked ->
                  isShared(asked)
                      && isElsewhere(cluster(asked))
                      && asked.url().isEmpty()
                      && !(asked.has(Trait.LISTENS) && isReached(asked.experiment())),
              asked ->
                  "cluster: the machines of %s cannot reach %s, which listens on this machine alone; %s"
                      .formatted(cluster(asked), asked.label(), toReach(asked))));

  private Feasibility() {}

  /**
   * Checks all databases of an experiment before anything is started.
   *
   * @param ofFeatures the refusals of features
   * @return those that cannot run here, where the experiment goes on without them
   * @throws ConfigurationException if one cannot run and may not be left out, or none can
   */
  public static List<Unavailable> check(
      Experiment experiment, Databases available, List<Refusal> ofFeatures) {
    // A wrong address is refused before all else.
    OwnAddress.of(experiment.get(Settings.CLUSTER).listen().orElse(""));
    LocalHost host = new LocalHost();
    boolean maySkip = experiment.get(Settings.SKIP_UNAVAILABLE);
    Set<Unavailable> absent = new LinkedHashSet<>();
    List<DatabaseChoice> present = new ArrayList<>();
    for (DatabaseChoice choice : experiment.databases()) {
      DatabaseAdapter adapter = available.get(choice.id());
      if (maySkip && !choice.isExternal()) {
        Availability found =
            adapter.probe(host, Secrets.resolved(choice.ownOptions(), System::getenv));
        if (!found.available() || found.standIn().isPresent()) {
          absent.add(unavailable(choice, found));
          continue;
        }
      }
      Candidate asked = new Candidate(experiment, choice, adapter);
      Optional<Refusal> refused =
          Stream.concat(TABLE.stream(), ofFeatures.stream())
              .filter(row -> row.when().test(asked))
              .findFirst();
      if (refused.isEmpty()) {
        refuse(choice, adapter, experiment.get(Settings.DURABILITIES));
        present.add(choice);
        continue;
      }
      String message = refused.get().message().apply(asked);
      if (!refused.get().leavesOut()) {
        throw new ConfigurationException(message);
      }
      if (!maySkip) {
        throw new ConfigurationException(choice.identity() + ": " + message);
      }
      absent.add(new Unavailable(choice.identity(), message, Optional.empty()));
    }
    refuseUnknownKeys(experiment, available);
    if (present.isEmpty()) {
      throw new ConfigurationException(
          "no database of the experiment can run here: "
              + absent.stream().map(Unavailable::describe).collect(Collectors.joining("; ")));
    }
    return List.copyOf(absent);
  }

  private static Unavailable unavailable(DatabaseChoice choice, Availability found) {
    return new Unavailable(
        choice.label(),
        found
            .standIn()
            .map(product -> "only " + product + " could stand in for it")
            .orElse(found.detail()),
        found.remedy());
  }

  /**
   * Refuses a database that cannot run here, or not as durably as it is asked for.
   *
   * @throws ConfigurationException if it is so
   */
  public static void refuse(
      DatabaseChoice choice, DatabaseAdapter adapter, List<Durability> durabilities) {
    try {
      external(choice, adapter);
    } catch (DatabaseException cannot) {
      throw new ConfigurationException(cannot.getMessage(), cannot);
    }
    Set<Durability> possible = adapter.traits(choice.ownOptions()).durabilities();
    if (durabilities.stream().noneMatch(possible::contains)) {
      throw new ConfigurationException(
          "durability: %s has only %s"
              .formatted(
                  choice.label(),
                  String.join(", ", possible.stream().map(Durability::id).toList())));
    }
  }

  /**
   * The server to attach to; empty to start one.
   *
   * @throws DatabaseException if neither is possible
   * @throws ConfigurationException if an option is wrong, or names a variable that is not set
   */
  static Optional<ExternalServer> external(DatabaseChoice choice, DatabaseAdapter adapter)
      throws DatabaseException {
    Map<String, String> options = Secrets.resolved(choice.ownOptions(), System::getenv);
    if (!choice.isClass()) {
      OptionForms.refuse(choice, adapter, options);
    }
    Optional<String> url = new Candidate(null, choice, adapter).url();
    if (url.filter(String::isBlank).isPresent()) {
      throw new DatabaseException(
          choice.id() + ": the url is empty; name a running server, or leave it out");
    }
    if (url.isPresent() && !adapter.traits(choice.ownOptions()).has(Trait.ATTACHES)) {
      throw new DatabaseException(adapter.name() + " has no server that could be attached to");
    }
    Availability here = adapter.probe(new LocalHost(), options);
    if (url.isEmpty() && !here.available()) {
      throw new DatabaseException(
          "%s cannot run here: %s%s"
              .formatted(
                  adapter.name(),
                  here.detail(),
                  here.remedy().map(remedy -> "; to mend: " + remedy).orElse("")));
    }
    return url.map(each -> new ExternalServer(each, choice.allowReset()));
  }

  private static long longestValues(Candidate asked) {
    Experiment experiment = asked.experiment();
    return Collections.max(experiment.valueSizes().stream().map(experiment::longestValue).toList())
        * (long) experiment.get(Settings.FIELD_COUNT);
  }

  private static boolean isOnPlace(Candidate asked) {
    return asked.url().isEmpty()
        && (!asked.database().isClass()
            || ClassAdapter.namesFolder(asked.database().ownOptions())
            || ClassAdapter.namesFolder(asked.experiment().properties()));
  }

  private static String cluster(Candidate asked) {
    return asked.experiment().cluster().orElseThrow();
  }

  /** Whether the machines of a cluster use one database together, which the adapter opens. */
  private static boolean isShared(Candidate asked) {
    return asked.experiment().cluster().isPresent()
        && !asked.database().isClass()
        && asked.has(Trait.KEEPS_RECORDS);
  }

  private static boolean isElsewhere(String cluster) {
    return !cluster.startsWith("local")
        && !(cluster.startsWith("spark:") && HERE.matcher(cluster).find());
  }

  /** Whether servers listen on an address that other machines reach. */
  private static boolean isReached(Experiment experiment) {
    return OwnAddress.of(experiment.get(Settings.CLUSTER).listen().orElse(""))
        .filter(address -> !HERE.matcher("//" + address).find())
        .isPresent();
  }

  private static String toReach(Candidate asked) {
    List<String> ways = new ArrayList<>();
    if (asked.has(Trait.LISTENS)) {
      ways.add("give --cluster URL?listen=ADDRESS");
    }
    if (asked.has(Trait.ATTACHES)) {
      ways.add("start the server yourself and give --url");
    }
    return ways.isEmpty() ? "leave the database out" : String.join(", or ", ways);
  }

  /** A property that would be ignored, because the adapter sets it. */
  private static Optional<String> ownProperty(Candidate asked) {
    for (Map.Entry<String, Map<String, String>> said :
        PropertyKeys.sources(asked.experiment()).entrySet()) {
      for (Map.Entry<String, String> own : asked.adapter().ownProperties().entrySet()) {
        if (said.getValue().containsKey(own.getKey())) {
          String id = asked.database().id();
          String remedy =
              own.getValue().isEmpty()
                  ? "leave it out"
                  : "give its option: --db '%s{%s=VALUE}'".formatted(id, own.getValue());
          return Optional.of(
              "%s: the adapter %s sets %s itself; %s"
                  .formatted(said.getKey(), id, own.getKey(), remedy));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> otherTable(Candidate asked) {
    if (asked.database().isClass() || !asked.has(Trait.KEEPS_RECORDS)) {
      return Optional.empty();
    }
    return PropertyKeys.sources(asked.experiment()).entrySet().stream()
        .filter(
            said ->
                !said.getValue()
                    .getOrDefault(CoreWorkload.TABLENAME_PROPERTY, USUAL_TABLE)
                    .equals(USUAL_TABLE))
        .map(
            said ->
                "%s: table=%s: the harness counts and removes the records of %s in %s; leave it out"
                    .formatted(
                        said.getKey(),
                        said.getValue().get(CoreWorkload.TABLENAME_PROPERTY),
                        asked.database().id(),
                        USUAL_TABLE))
        .findFirst();
  }

  /** Refuses a key that neither YCSB nor a client without a known adapter can mean. */
  private static void refuseUnknownKeys(Experiment experiment, Databases available) {
    if (experiment.databases().stream()
        .anyMatch(
            choice ->
                choice.isClass() || !available.jarsOf(available.get(choice.id())).isEmpty())) {
      return;
    }
    PropertyKeys.sources(experiment)
        .forEach(
            (where, said) -> {
              for (String key : said.keySet()) {
                if (!PropertyKeys.isKnown(key)) {
                  throw new ConfigurationException(
                      "%s: '%s' is no key of YCSB, and the clients of these databases take their options from --db; leave it out"
                          .formatted(where, key));
                }
              }
            });
  }
}
