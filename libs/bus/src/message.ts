import { z } from 'zod/v4';

/** A question of the bus and its answer: what they are, and what they look like. */
export interface Question {
  request: z.ZodType;
  /** Of an answer that is a problem, or none, nothing is said. */
  reply: z.ZodType;
  example: { request: unknown; reply: unknown };
}

/** An event of the bus. */
export interface Event {
  event: z.ZodType;
  example: { event: unknown };
}

/** Messages by the last two words of their subject, `<model>.<verb>`; `*` stands for any model. */
export type Questions = Readonly<Record<string, Question>>;
export type Events = Readonly<Record<string, Event>>;

/** A question that says nothing but its name. */
export const nothingAsked = z.object({});

/** The message of a subject. */
export const messageFor = <T>(messages: Readonly<Record<string, T>>, model: string, verb: string): T | undefined =>
  messages[`${model}.${verb}`] ?? messages[`*.${verb}`];
