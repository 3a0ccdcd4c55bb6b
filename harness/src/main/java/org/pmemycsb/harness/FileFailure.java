package org.pmemycsb.harness;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.pmemycsb.spi.SafeFolder;

/** A file could not be written. The system's own message about a full disk does not name it. */
public final class FileFailure extends IOException {
  private static final long serialVersionUID = 1L;

  /** Makes one whose message has the file and the cause. */
  public FileFailure(Path file, IOException cause) {
    super(cause instanceof FileSystemException ? describe(cause) : file + ": " + describe(cause));
    initCause(cause);
  }

  /**
   * Replaces a file. A reader never sees a part of it.
   *
   * @throws FileFailure if that fails; then the file is as before
   */
  public static void write(Path file, CharSequence text) throws FileFailure {
    write(file, bytes(text));
  }

  /** The same with a file that is no text. */
  public static void write(Path file, byte[] content, OpenOption... further) throws FileFailure {
    try {
      SafeFolder.replaceFile(file, content, further);
    } catch (IOException failure) {
      throw new FileFailure(file, failure);
    }
  }

  /**
   * Replaces a file, and syncs it: a power cut leaves no part of it, either.
   *
   * @throws FileFailure if that fails; then the file is as before
   */
  public static void replace(Path file, CharSequence text) throws FileFailure {
    write(file, bytes(text), StandardOpenOption.SYNC);
  }

  /**
   * Appends a text to a file and syncs it.
   *
   * @throws FileFailure if that fails
   */
  public static void append(Path file, CharSequence text) throws FileFailure {
    try {
      SafeFolder.appendToFile(file, bytes(text), StandardOpenOption.SYNC);
    } catch (IOException failure) {
      throw new FileFailure(file, failure);
    }
  }

  /**
   * The text of a file in UTF-8.
   *
   * @throws ConfigurationException if there is none
   */
  public static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (CharacterCodingException binary) {
      throw new ConfigurationException(
          file + ": is a binary file; a text in UTF-8 is needed", binary);
    } catch (IOException unreadable) {
      throw new ConfigurationException(new FileFailure(file, unreadable).getMessage(), unreadable);
    }
  }

  private static byte[] bytes(CharSequence text) {
    return text.toString().getBytes(StandardCharsets.UTF_8);
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
