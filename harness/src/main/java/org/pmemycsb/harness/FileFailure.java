package org.pmemycsb.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file could not be written. The system's own message about a full disk does not name it. */
public final class FileFailure extends IOException {
  private static final long serialVersionUID = 1L;

  /** Makes one whose message has the file and the cause. */
  public FileFailure(Path file, IOException cause) {
    super(cause instanceof FileSystemException ? describe(cause) : file + ": " + describe(cause));
    initCause(cause);
  }

  /**
   * Writes a text into a file, in the place of what it had.
   *
   * @throws FileFailure if that fails
   */
  public static void write(Path file, CharSequence text) throws FileFailure {
    put(file, bytes(text));
  }

  /** The same with a file that is no text. */
  public static void write(Path file, byte[] content) throws FileFailure {
    put(file, content);
  }

  /**
   * Appends a text to a file and syncs it.
   *
   * @throws FileFailure if that fails
   */
  public static void append(Path file, CharSequence text) throws FileFailure {
    put(
        file,
        bytes(text),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND,
        StandardOpenOption.SYNC);
  }

  /**
   * Replaces a file at once. A reader never sees a part of it, and a power cut leaves none.
   *
   * @throws FileFailure if that fails; then the file is as before
   */
  public static void replace(Path file, CharSequence text) throws FileFailure {
    Path beside = file.resolveSibling("." + file.getFileName() + ".new");
    try {
      Files.write(
          beside,
          bytes(text),
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE,
          StandardOpenOption.SYNC);
      Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failure) {
      beside.toFile().delete(); // the part that a full disk had room for
      throw new FileFailure(file, failure);
    }
  }

  private static byte[] bytes(CharSequence text) {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void put(Path file, byte[] content, OpenOption... how) throws FileFailure {
    try {
      Files.write(file, content, how);
    } catch (IOException failure) {
      throw new FileFailure(file, failure);
    }
  }

  /** A failure in words, because the message of some Java exceptions is the path alone. */
  public static String describe(IOException failure) {
    if (!(failure instanceof FileSystemException system)) {
      return failure.getMessage();
    }
    String reason = system.getReason();
    if (system instanceof NoSuchFileException) {
      reason = "no such file or folder";
    } else if (system instanceof AccessDeniedException) {
      reason = "access denied";
    } else if (system instanceof FileAlreadyExistsException) {
      reason = "there is a file of this name";
    } else if (system instanceof NotDirectoryException) {
      reason = "is no folder";
    }
    return reason == null ? system.getMessage() : system.getFile() + ": " + reason;
  }
}
