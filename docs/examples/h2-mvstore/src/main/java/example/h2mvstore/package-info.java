/**
 * An example of an adapter: H2's MVStore, an ordered key-value store within the client's process.
 *
 * <p>It has only the parts that a database needs for the comparison. It touches only the folder
 * that it is given. All clients of a process share the store, which is thread-safe; a client
 * belongs to one thread. After init() a client throws nothing: a failure is a Status.
 */
package example.h2mvstore;
