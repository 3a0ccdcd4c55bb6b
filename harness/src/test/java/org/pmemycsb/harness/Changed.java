package org.pmemycsb.harness;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Copies records with one component changed, for tests. */
public final class Changed {
  private Changed() {}

  /**
   * The same record with another value.
   *
   * @param path names of the components that lead to the value, with dots between them
   */
  public static <R extends Record> R with(R whole, String path, Object value) {
    String[] names = path.split("\\.", 2);
    RecordComponent[] components = whole.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    boolean found = false;
    try {
      for (int i = 0; i < components.length; i++) {
        components[i].getAccessor().setAccessible(true);
        values[i] = components[i].getAccessor().invoke(whole);
        if (components[i].getName().equals(names[0])) {
          found = true;
          values[i] = names.length == 1 ? value : with((Record) values[i], names[1], value);
        }
      }
      if (!found) {
        throw new AssertionError(whole.getClass() + " has no " + names[0]);
      }
      @SuppressWarnings("unchecked")
      Constructor<R> constructor =
          (Constructor<R>)
              whole
                  .getClass()
                  .getDeclaredConstructor(
                      Arrays.stream(components)
                          .map(RecordComponent::getType)
                          .toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
