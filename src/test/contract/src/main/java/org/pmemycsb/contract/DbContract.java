package org.pmemycsb.contract;

/**
 * The contract between a database and the harness. A subclass names the adapter; that is all it
 * needs to do. See the package for what is decided where YCSB leaves it open.
 */
public abstract class DbContract extends VariantContract
    implements AdapterContract,
        RecordContract,
        ValueContract,
        ScanContract,
        ConcurrencyContract,
        ServerContract,
        GuardContract,
        FailureContract {}
