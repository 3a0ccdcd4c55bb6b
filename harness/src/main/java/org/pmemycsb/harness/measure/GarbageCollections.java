package org.pmemycsb.harness.measure;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.pmemycsb.harness.outcome.Intervals;

/** Notes when this JVM collects garbage, in a thread of the JVM's own. */
final class GarbageCollections implements AutoCloseable {
  /** Their times count from the start of the JVM. */
  private final Queue<Intervals.Pause> seen = new ConcurrentLinkedQueue<>();

  private final NotificationListener listener = this::note;
  private final List<NotificationEmitter> emitters = new ArrayList<>();

  GarbageCollections() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(listener, null, null);
        emitters.add(emitter);
      }
    }
  }

  private void note(Notification notification, Object unused) {
    if (notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      GcInfo collection =
          GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
              .getGcInfo();
      seen.add(new Intervals.Pause(collection.getStartTime(), collection.getDuration()));
    }
  }

  /**
   * The collections of a time.
   *
   * @param startedAtMillis its begin, in milliseconds since 1970
   */
  List<Intervals.Pause> during(long startedAtMillis, long millis) {
    long origin = startedAtMillis - ManagementFactory.getRuntimeMXBean().getStartTime();
    return seen.stream()
        .map(each -> new Intervals.Pause(each.atMillis() - origin, each.millis()))
        .filter(pause -> pause.atMillis() >= 0 && pause.atMillis() <= millis)
        .toList();
  }

  @Override
  public void close() {
    for (NotificationEmitter emitter : emitters) {
      try {
        emitter.removeNotificationListener(listener);
      } catch (ListenerNotFoundException gone) {
        continue;
      }
    }
  }
}
