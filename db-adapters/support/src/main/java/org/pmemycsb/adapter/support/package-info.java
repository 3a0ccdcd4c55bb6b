/**
 * Code that several adapters share: processes of servers, ports, Unix sockets, failures of TLS,
 * logs, helper programs, and failures.
 *
 * <p>The harness does not use it. An adapter that comes as a jar may bundle it as any library.
 *
 * <p>Errors: a user can mend each {@link org.pmemycsb.spi.DatabaseException}. Its message is one
 * line.
 */
package org.pmemycsb.adapter.support;
