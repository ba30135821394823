import { type Bus, changedBus, type Events, messageFor, type Questions, type Subject } from '@plumbline/bus';
import type { z } from 'zod/v4';

/** What is known of messages, by the application that answers or tells. */
export interface KnownMessages {
  questions(app: string): Questions;
  events(app: string): Events;
}

/** The bus, of which every message is compared with what is written down of it: one that differs fails. */
export const checkedBus = (bus: Bus, known: KnownMessages): Bus =>
  changedBus(bus, {
    request: async <T>(subject: Subject, payload: unknown, call: Parameters<Bus['request']>[2]): Promise<T> => {
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

/** As it would be on the wire. */
function compare(schema: z.ZodType, message: unknown, what: string, { app, model, verb }: Subject): void {
  const { error } = schema.safeParse(message === undefined ? undefined : JSON.parse(JSON.stringify(message)));
  if (error) throw new Error(`the ${what} of ${app}.${model}.${verb} is not as it is written down: ${error.message}`);
}
