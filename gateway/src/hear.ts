import type { Bus } from '@plumbline/bus';
import type { Log } from '@plumbline/log';

/** What is being listened to. */
export interface Hearing {
  /** Resolves when what is told is heard. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Acts when something is told, and when messages get through again: it may have been told meanwhile. */
export function hear(bus: Bus, subject: Parameters<Bus['subscribe']>[0], log: Log, act: () => void): Hearing {
  const subscribed = bus.subscribe(subject, async () => act());
  subscribed.catch((error) => log.error({ error, subject }, 'cannot hear of what others tell'));
  const forgetBus = bus.onFound(act);
  return {
    ready: async () => {
      await subscribed;
    },
    close: async () => {
      forgetBus();
      const unsubscribe = await subscribed;
      await unsubscribe();
    },
  };
}
