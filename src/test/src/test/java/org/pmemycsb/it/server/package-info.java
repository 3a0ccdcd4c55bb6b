/**
 * The server program that {@code bin/pmem-ycsb verify --server NAME=PATH} names. The classes named
 * {@code *Trial} in the packages beside this one try the adapter on it; no other run of the tests
 * starts them.
 */
package org.pmemycsb.it.server;
