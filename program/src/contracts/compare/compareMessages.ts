import type { WrittenMessages } from '../messages';

interface Schema {
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema | boolean;
  additionalProperties?: Schema | boolean;
}

/** Which way a message goes: to whom it has been promised to read it, or from whom it has been promised to come. */
type Way = 'taken' | 'given';

/** What somebody of the older version would miss, each as a line: messages that are gone, and promises that are. */
export function compareMessages(old: WrittenMessages, now: WrittenMessages): string[] {
  const lines: string[] = [];
  for (const [name, question] of Object.entries(old.questions)) {
    const present = now.questions[name];
    if (!present) lines.push(`${name} is not answered any more`);
    else
      lines.push(
        ...between(question.request as Schema, present.request as Schema, 'taken', `${name} request`),
        ...between(question.reply as Schema, present.reply as Schema, 'given', `${name} reply`),
      );
  }
  for (const [name, { event }] of Object.entries(old.events)) {
    const present = now.events[name];
    if (!present) lines.push(`${name} is not told any more`);
    else lines.push(...between(event as Schema, present.event as Schema, 'given', `${name} event`));
  }
  return lines;
}

function between(old: Schema, now: Schema, way: Way, at: string): string[] {
  const lines: string[] = [];
  const [before, after] = [new Set(old.required), new Set(now.required)];
  if (way === 'taken')
    lines.push(...[...after].filter((name) => !before.has(name)).map((name) => `${at}: ${name} has to be there now`));
  else lines.push(...[...before].filter((name) => !after.has(name)).map((name) => `${at}: ${name} may be missing now`));
  if (old.type !== undefined && now.type !== undefined && String(old.type) !== String(now.type))
    lines.push(`${at}: ${old.type} has become ${now.type}`);
  for (const [name, property] of Object.entries(old.properties ?? {})) {
    const present = now.properties?.[name];
    if (present) lines.push(...between(property, present, way, `${at}.${name}`));
    else if (now.properties) lines.push(`${at}: ${name} is not known any more`);
  }
  if (isSchema(old.items) && isSchema(now.items)) lines.push(...between(old.items, now.items, way, `${at}[]`));
  return lines;
}

const isSchema = (value: Schema | boolean | undefined): value is Schema => typeof value === 'object';
