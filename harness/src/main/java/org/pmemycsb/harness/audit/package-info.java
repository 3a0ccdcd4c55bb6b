/**
 * The crash audit: finds acknowledged writes that are missing after a database was killed under
 * load.
 *
 * <p>A round has four steps. Writers, in a JVM of their own, put records that describe themselves
 * ({@link org.pmemycsb.harness.audit.FieldValue}) through the database's YCSB client. They note
 * each operation before it begins and when it is acknowledged, in a {@link
 * org.pmemycsb.harness.audit.WriteLog} outside the database. At a random moment SIGKILL ends the
 * database, or the clients' process in which it runs. The database starts again, and readers in a
 * fresh JVM look for every record. {@link org.pmemycsb.harness.audit.LossFinder} compares logs and
 * findings. The next round begins with the records that were found.
 *
 * <p>A server that ends by itself before the kill is a finding of its own ({@link
 * org.pmemycsb.harness.host.workspace.ServerProcesses}); the round goes on, and its writes are
 * compared as after a kill.
 *
 * <p>Nothing here knows a product. Only the age of lost writes is timed.
 *
 * <p>A round belongs to one thread. A database that does not come back is a result. Errors of the
 * user are a {@link org.pmemycsb.harness.ConfigurationException}.
 */
package org.pmemycsb.harness.audit;
