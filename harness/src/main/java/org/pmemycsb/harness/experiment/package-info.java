/**
 * What is asked: the experiment, its checks, and its expansion into runs.
 *
 * <p>Pure: no clock, no database, no machine; the only input is a YAML file. What is impossible is
 * refused here with a {@link org.pmemycsb.harness.ConfigurationException}, before anything starts.
 */
package org.pmemycsb.harness.experiment;
