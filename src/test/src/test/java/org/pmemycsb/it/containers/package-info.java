/**
 * Databases in containers, and the harness in one.
 *
 * <p>Images are named by system properties, {@code containers.redis}, {@code containers.postgres},
 * {@code containers.mongo} and, for what the harness is built on, {@code containers.base}; without
 * them they are the public ones. Where no image of MongoDB can be had, {@code none} is said so.
 * {@code src/test/containers/local-images} makes images for machines that can pull none.
 *
 * <p>A machine without Docker aborts the tests with a line that says so, or fails them where {@code
 * -Dcontainers.required=true} is given. Containers are reached on the loopback interface only. Not
 * thread-safe.
 */
package org.pmemycsb.it.containers;
