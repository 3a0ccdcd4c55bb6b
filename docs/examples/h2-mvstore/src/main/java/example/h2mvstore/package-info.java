/**
 * An example of an adapter: H2's MVStore, an ordered key-value store within the client's process.
 *
 * <p>Job: what a database needs to stand in the comparison, and no more. It touches the folder that
 * it is given and nothing else. The store is shared by all clients of a process and thread-safe; a
 * client belongs to one thread. A client throws nothing once it is up: failures are a Status.
 */
package example.h2mvstore;
