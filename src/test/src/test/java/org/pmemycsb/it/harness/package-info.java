/**
 * The harness as a user meets it: arguments, an exit status, files and signals.
 *
 * <p>A test that sends signals to the harness or gives it an environment starts it in a JVM of its
 * own. All others run it in their own JVM, where it starts the same workers and servers: {@link
 * org.pmemycsb.it.harness.HarnessProcess#runHere}. The class path holds the harness, the real
 * adapters, and one adapter that is faulty on purpose.
 */
package org.pmemycsb.it.harness;
