/**
 * The harness as a user meets it: a process with arguments, an exit status, files and signals.
 *
 * <p>Every test starts a JVM of its own on the class path of the tests, which beside the harness
 * and the real adapters holds one that is faulty on purpose.
 */
package org.pmemycsb.it.harness;
