package org.pmemycsb.harness.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.RunSpec;

/**
 * What a runner needs to know of the run.
 *
 * @param experiment the experiment that the run belongs to
 * @param spec the run
 * @param clientClass name of the YCSB client
 * @param clientProperties how the client reaches the database
 * @param environment variables for the process in which the clients run
 * @param scratch an existing folder for the runner's own files, removed after the run
 */
public record RunTask(
    Experiment experiment,
    RunSpec spec,
    String clientClass,
    Properties clientProperties,
    Map<String, String> environment,
    Path scratch) {}
