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
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.OwnAddress;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.External;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.PlaceFolder;
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
import org.pmemycsb.spi.Traits;
import site.ycsb.workloads.CoreWorkload;

/** Checks that the databases of an experiment can run here, and in the way it asks for. */
public final class Feasibility {
  /** An address of loopback in a URL. */
  private static final Pattern HERE =
      Pattern.compile("(?i)//([^/@]*@)?(localhost|127\\.[0-9.]+|\\[::1\\])([:/]|$)");

  private static final String USUAL_TABLE = CoreWorkload.TABLENAME_PROPERTY_DEFAULT;

  private Feasibility() {}

  /**
   * Checks all databases of an experiment before anything is started.
   *
   * @return those that cannot run here, where the experiment goes on without them
   * @throws ConfigurationException if one cannot run and may not be left out, or none can
   */
  public static List<Unavailable> check(Experiment experiment, Databases available) {
    // A wrong address is refused before all else.
    OwnAddress.of(experiment.get(Settings.CLUSTER).listen().orElse(""));
    MemoryLimits.refuse(experiment);
    LocalHost host = new LocalHost();
    Set<Unavailable> absent = new LinkedHashSet<>();
    List<DatabaseChoice> present = new ArrayList<>();
    for (DatabaseChoice choice : experiment.databases()) {
      DatabaseAdapter adapter = available.get(choice.id());
      refuseOwnProperties(experiment, choice, adapter);
      if (experiment.get(Settings.SKIP_UNAVAILABLE) && !choice.isExternal()) {
        Availability found =
            adapter.probe(host, Secrets.resolved(choice.ownOptions(), System::getenv));
        if (!found.available() || found.standIn().isPresent()) {
          absent.add(unavailable(choice, found));
          continue;
        }
      }
      Optional<String> together = logTogether(experiment, choice);
      if (together.isPresent()) {
        if (!experiment.get(Settings.SKIP_UNAVAILABLE)) {
          throw new ConfigurationException(choice.identity() + ": " + together.get());
        }
        absent.add(new Unavailable(choice.identity(), together.get(), Optional.empty()));
        continue;
      }
      present.add(choice);
      Optional<ExternalServer> external = refuse(choice, adapter, experiment.durabilities());
      refuseRunnerOrClaim(experiment, choice, adapter);
      refuseRestart(experiment, choice, adapter, external);
      refuseInCluster(experiment, choice, adapter, external);
      if (experiment.limitsMemory() && (external.isPresent() || choice.isClass())) {
        throw new ConfigurationException(
            "memory: the harness does not start %s, so it cannot limit its memory; leave out memory or the database"
                .formatted(choice.label()));
      }
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
   * Refuses a database that cannot run here, or not as it was asked for.
   *
   * @return the server to attach to, or empty to start one
   */
  public static Optional<ExternalServer> refuse(
      DatabaseChoice choice, DatabaseAdapter adapter, List<Durability> durabilities) {
    Optional<ExternalServer> external;
    try {
      external = External.choose(choice, adapter, new LocalHost());
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
    return external;
  }

  private static void refuseRunnerOrClaim(
      Experiment experiment, DatabaseChoice choice, DatabaseAdapter adapter) {
    if (experiment.runners().equals(List.of(RunnerKind.NATIVE))
        && adapter.nativeReplay().isEmpty()) {
      throw new ConfigurationException(
          "runner: " + choice.id() + " has no native program; use trace or ycsb");
    }
    Traits traits = adapter.traits(choice.ownOptions());
    if (experiment.scans() && !traits.has(Trait.SCANS)) {
      throw new ConfigurationException(
          "workloads: %s cannot scan, which E needs; leave out the database or E, or choose an engine with sorted keys"
              .formatted(choice.label()));
    }
    if (experiment.longestKey() > traits.longestKey()) {
      throw new ConfigurationException(
          "keyLength: %s takes keys of up to %d bytes, and there are some of %d; give shorter ones, or leave the database out"
              .formatted(choice.label(), traits.longestKey(), experiment.longestKey()));
    }
    long value =
        Collections.max(experiment.valueSizes().stream().map(experiment::longestValue).toList())
            * (long) experiment.fieldCount();
    if (value > traits.longestValue()) {
      throw new ConfigurationException(
          "valueSize: %s takes records with values of up to %d bytes together, and there are some of %d; give shorter values or fewer fields, or leave the database out"
              .formatted(choice.label(), traits.longestValue(), value));
    }
    if (choice.claimedDurability().isPresent() && !choice.isClass() && !choice.isExternal()) {
      throw new ConfigurationException(
          "%s: the durability is read back from it; only a class: or a running server with a %s can need %s"
              .formatted(choice.label(), DatabaseChoice.URL, DatabaseChoice.CLAIMED_DURABILITY));
    }
    if (choice.claimedDurability().stream()
        .anyMatch(claimed -> !experiment.durabilities().contains(claimed))) {
      throw new ConfigurationException(
          "durability: %s is claimed to have %s, which is not among those asked for"
              .formatted(choice.label(), choice.claimedDurability().get().id()));
    }
  }

  /** Refuses a restart of a database whose processes are not the harness's. */
  private static void refuseRestart(
      Experiment experiment,
      DatabaseChoice choice,
      DatabaseAdapter adapter,
      Optional<ExternalServer> external) {
    Optional<Phase> killed =
        experiment.phases().stream().filter(Phase::restartsDatabase).findFirst();
    if (killed.isEmpty()) {
      return;
    }
    String reason =
        external.isPresent()
            ? "%s is a server that the harness did not start"
            : choice.isClass()
                ? "%s is a client without an adapter, which alone could start the database again"
                : adapter.traits(choice.ownOptions()).has(Trait.KEEPS_RECORDS)
                    ? ""
                    : "%s keeps no records";
    if (!reason.isEmpty()) {
      throw new ConfigurationException(
          "workloads: %s: %s; leave out the database or this phase"
              .formatted(killed.get().id(), reason.formatted(choice.label())));
    }
  }

  /** Refuses a database that the machines of a cluster cannot share or reach. */
  private static void refuseInCluster(
      Experiment experiment,
      DatabaseChoice choice,
      DatabaseAdapter adapter,
      Optional<ExternalServer> external) {
    Traits traits = adapter.traits(choice.ownOptions());
    if (experiment.cluster().isEmpty() || choice.isClass() || !traits.has(Trait.KEEPS_RECORDS)) {
      return;
    }
    if (traits.has(Trait.IN_PROCESS)) {
      throw new ConfigurationException(
          "cluster: %s lies in the process of its clients, so the machines cannot share it; leave it out, or the cluster"
              .formatted(choice.label()));
    }
    String cluster = experiment.cluster().get();
    boolean local =
        cluster.startsWith("local") || cluster.startsWith("spark:") && HERE.matcher(cluster).find();
    Optional<String> address = OwnAddress.of(experiment.get(Settings.CLUSTER).listen().orElse(""));
    boolean reached = address.filter(each -> !HERE.matcher("//" + each).find()).isPresent();
    if (external.isPresent()) {
      if (!local && HERE.matcher(external.get().url()).find()) {
        throw new ConfigurationException(
            "cluster: the machines of %s cannot reach %s, which listens on loopback; start the server on an address that they reach, and give --url"
                .formatted(cluster, choice.label()));
      }
    } else if (!local && !(reached && traits.has(Trait.LISTENS))) {
      throw new ConfigurationException(
          "cluster: the machines of %s cannot reach %s, which listens on this machine alone; %s"
              .formatted(
                  cluster,
                  choice.label(),
                  remedy(
                      traits.has(Trait.LISTENS) ? "give --cluster URL?listen=ADDRESS" : "",
                      traits)));
    }
  }

  /** Why a log that should lie apart from the data cannot; empty if it can, or should not. */
  private static Optional<String> logTogether(Experiment experiment, DatabaseChoice choice) {
    if (choice.logPlace().isEmpty()) {
      return Optional.empty();
    }
    if (choice.place().equals(choice.logPlace())) {
      return Optional.of(
          "its data goes to place %s, as its log does; name another place for one of them"
              .formatted(choice.logPlace().get()));
    }
    Optional<String> ofData = model(experiment, choice.place());
    Optional<String> ofLog = model(experiment, choice.logPlace());
    if (ofData.isPresent() && ofLog.isPresent()) {
      // The stand-in takes the time of one medium.
      return Optional.of(
          "its data and its log are on places with the models %s and %s; name a place without a model for one of them"
              .formatted(ofData.get(), ofLog.get()));
    }
    return experiment.limitsMemory()
        ? Optional.of(
            "its log lies on another place than its data, and the memory of only one may be limited; leave out memory or the log's place")
        : Optional.empty();
  }

  private static Optional<String> model(Experiment experiment, Optional<String> place) {
    return place.map(experiment.places()::get).flatMap(PlaceFolder::model);
  }

  private static String remedy(String option, Traits traits) {
    String server = traits.has(Trait.ATTACHES) ? "start the server yourself and give --url" : "";
    String both = option + (option.isEmpty() || server.isEmpty() ? "" : ", or ") + server;
    return both.isEmpty() ? "leave the database out" : both;
  }

  /** Refuses a property that would be ignored, because the adapter sets it. */
  private static void refuseOwnProperties(
      Experiment experiment, DatabaseChoice choice, DatabaseAdapter adapter) {
    PropertyKeys.sources(experiment)
        .forEach(
            (where, said) -> {
              for (Map.Entry<String, String> own : adapter.ownProperties().entrySet()) {
                if (said.containsKey(own.getKey())) {
                  String remedy =
                      own.getValue().isEmpty()
                          ? "leave it out"
                          : "give its option: --db '%s{%s=VALUE}'"
                              .formatted(choice.id(), own.getValue());
                  throw new ConfigurationException(
                      "%s: the adapter %s sets %s itself; %s"
                          .formatted(where, choice.id(), own.getKey(), remedy));
                }
              }
              String table = said.getOrDefault(CoreWorkload.TABLENAME_PROPERTY, USUAL_TABLE);
              if (adapter.traits(choice.ownOptions()).has(Trait.KEEPS_RECORDS)
                  && !choice.isClass()
                  && !table.equals(USUAL_TABLE)) {
                throw new ConfigurationException(
                    "%s: table=%s: the harness counts and removes the records of %s in %s; leave it out"
                        .formatted(where, table, choice.id(), USUAL_TABLE));
              }
            });
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
