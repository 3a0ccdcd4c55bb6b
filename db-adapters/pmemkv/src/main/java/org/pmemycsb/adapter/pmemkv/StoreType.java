package org.pmemycsb.adapter.pmemkv;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.spi.Durability;

/**
 * A kind of store behind libpmemkv's C interface.
 *
 * @param engine its name in the library
 * @param library the library's file; empty for the installed libpmemkv
 * @param durability of a write that has returned
 * @param inPool whether the data lie in a file that stays when the process ends
 * @param version what reports call the store
 * @param environment variables for the clients' process, beside those that the medium asks for
 */
public record StoreType(
    String engine,
    Optional<Path> library,
    Durability durability,
    boolean inPool,
    String version,
    Map<String, String> environment) {}
