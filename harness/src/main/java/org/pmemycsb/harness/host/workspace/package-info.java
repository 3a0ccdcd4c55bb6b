/**
 * The folders and processes that a harness owns, and takes down.
 *
 * <p>Guarantee: whatever ends the harness, nothing of it stays for long. {@link
 * org.pmemycsb.harness.host.workspace.Workspace} ends the processes and removes the folder. After a
 * SIGKILL the child JVMs end by themselves, and the next harness removes the folder.
 *
 * <p>{@link org.pmemycsb.harness.host.workspace.ChildJvm} starts these JVMs, and {@link
 * org.pmemycsb.harness.host.workspace.Conversation} talks with a child process over its pipes.
 *
 * <p>This package knows no database and no run.
 */
package org.pmemycsb.harness.host.workspace;
