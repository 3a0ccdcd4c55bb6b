/**
 * The experiment, its settings and checks, and its expansion into runs.
 *
 * <p>Pure: no clock, no database, no machine; it reads the experiment's YAML file and the property
 * files that it names as phases, models of media, and nothing else. It refuses what is impossible
 * with a {@link org.pmemycsb.harness.ConfigurationException}, before anything starts.
 */
package org.pmemycsb.harness.experiment;
