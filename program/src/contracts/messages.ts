import type { Event, Events, Question, Questions } from '@plumbline/bus';
import { eventEnvelope, replyEnvelope, requestEnvelope } from '@plumbline/bus';
import { circuitTerminationCabling } from '@plumbline/domain';
import { engineEvents, engineQuestions } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { gatewayEvents, gatewayQuestions } from '@plumbline/gateway';
import { z } from 'zod/v4';
import { ownServices } from '../start/services';

/**
 * Every message that parts of Plumbline agree on: questions with their answers, and events, by their subject
 * (`<application>.<model>.<verb>`, `*` for any); and what carries them.
 */
export interface MessageRegistry {
  questions: Questions;
  events: Events;
  /** What is agreed on without being a message of its own, by name. */
  parts: Record<string, z.ZodType>;
}

const under = <T>(app: string, messages: Readonly<Record<string, T>> = {}): Record<string, T> =>
  Object.fromEntries(Object.entries(messages).map(([name, message]) => [`${app}.${name}`, message]));

/** All there are, of the services that come with the program. */
export function messageRegistry(): MessageRegistry {
  const { all } = ownServices;
  return {
    questions: {
      ...under('*', { ...engineQuestions, ...registered.extensions.questions }),
      ...under('gateway', gatewayQuestions),
      ...Object.assign({}, ...all.map(({ app, questions }) => under(app, questions))),
    },
    events: {
      ...under('*', engineEvents),
      ...under('gateway', gatewayEvents),
      ...Object.assign({}, ...all.map(({ app, eventMessages }) => under(app, eventMessages))),
    },
    parts: { requestEnvelope, replyEnvelope, eventEnvelope, circuitTerminationCabling },
  };
}

/** A message as it is reviewed: JSON schemas, and what it looks like. */
export interface WrittenMessages {
  questions: Record<string, { request: object; reply: object; example: Question['example'] }>;
  events: Record<string, { event: object; example: Event['example'] }>;
  parts: Record<string, object>;
}

/** The registry as JSON; schemas are those of what may be sent, so keys that none of them names may be there. */
export function writtenMessages({ questions, events, parts }: MessageRegistry = messageRegistry()): WrittenMessages {
  return {
    questions: mapped(questions, ({ request, reply, example }) => ({
      request: schemaOf(request),
      reply: schemaOf(reply),
      example,
    })),
    events: mapped(events, ({ event, example }) => ({ event: schemaOf(event), example })),
    parts: mapped(parts, schemaOf),
  };
}

const schemaOf = (schema: z.ZodType): object => {
  const { $schema: _, ...written } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  return written;
};

const mapped = <T, Written>(all: Readonly<Record<string, T>>, write: (one: T) => Written): Record<string, Written> =>
  Object.fromEntries(
    Object.entries(all)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, write(one)]),
  );
