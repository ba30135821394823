import {
  type Bus,
  type BusUse,
  changedBus,
  type Events,
  messageFor,
  type Questions,
  type Subject,
} from '@plumbline/bus';
import type { z } from 'zod/v4';

/** What is known of messages, by the application that answers or tells. */
export interface KnownMessages {
  questions(app: string): Questions;
  events(app: string): Events;
  /** What each application asks, as the broker would let it. */
  uses: readonly BusUse[];
}

/**
 * The bus, of which every message is compared with what is written down of it: one that differs fails, and so does a
 * question that a broker would not let through.
 */
export function checkedBus(bus: Bus, known: KnownMessages): Bus {
  const asks = new Map(known.uses.map(({ name, asks }) => [name, new Set(asks.map(textOf))]));
  return changedBus(bus, {
    request: async <T>(subject: Subject, payload: unknown, call: Parameters<Bus['request']>[2]): Promise<T> => {
      demandLet(asks, subject, call.asker);
      const question = messageFor(known.questions(subject.app), subject.model, subject.verb);
      // What a stand-in answers, nobody has described.
      if (!question) return bus.request<T>(subject, payload, call);
      const reply = await bus.request<T>(subject, payload, call);
      // Of a question that was refused nothing is said.
      compare(question.request, payload, 'request', subject);
      compare(question.reply, reply, 'reply', subject);
      return reply;
    },
    publish: async (subject, payload) => {
      const message = messageFor(known.events(subject.app), subject.model, subject.verb);
      if (message) compare(message.event, payload, 'event', subject);
      await bus.publish(subject, payload);
    },
  });
}

const textOf = ({ app, model, verb }: Subject): string => `${app}.${model}.${verb}`;

/** Whoever is no part of a Plumbline, such as a test, may ask anything. */
function demandLet(asks: ReadonlyMap<string, ReadonlySet<string>>, subject: Subject, asker = ''): void {
  const asked = textOf(subject);
  if (asks.get(asker)?.has(asked) ?? true) return;
  throw new Error(`${asker} does not say that it asks ${asked}, so that a broker would refuse it`);
}

/** As it would be on the wire. */
function compare(schema: z.ZodType, message: unknown, what: string, { app, model, verb }: Subject): void {
  const { error } = schema.safeParse(message === undefined ? undefined : JSON.parse(JSON.stringify(message)));
  if (error) throw new Error(`the ${what} of ${app}.${model}.${verb} is not as it is written down: ${error.message}`);
}
