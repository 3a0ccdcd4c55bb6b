/**
 * pmem-ycsb on a real DAX file system, in a virtual machine with an emulated NVDIMM.
 *
 * <p>The machine itself is made and booted by the scripts in {@code src/test/dax}, which also work
 * without these tests. It is booted twice for all tests together, since under emulation a boot with
 * its Java programs takes a minute. {@link org.pmemycsb.it.dax.Guest} runs inside it, all else
 * outside; its console is the only connection between the two.
 *
 * <p>What a machine lacks (QEMU, debootstrap, root, Debian's package sources) aborts the tests with
 * a line that names it, or fails them where {@code -Ddax.required=true} is given. Not thread-safe.
 */
package org.pmemycsb.it.dax;
