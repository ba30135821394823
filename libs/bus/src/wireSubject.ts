import type { Subject } from './bus';

const root = 'plumbline';
const asked = 'ask';
const events = 'event';
const kept = 'change';
const word = /^[A-Za-z0-9_-]+$/;

/**
 * Writes the subject of a request: `plumbline.ask.<asker>.<app>.<model>.<verb>`; throws a TypeError for anything but
 * plain words. The broker lets everybody publish under their own name alone, so that it says who asks.
 */
export function requestSubject(asker: string, { app, model, verb }: Subject): string {
  return [root, asked, ...plainWords([asker, app, model, verb], false)].join('.');
}

/** Writes the subject under which one application is asked for anything by anybody. */
export function requestsTo(app: string): string {
  return [root, asked, '*', ...plainWords([app], false), '*', '*'].join('.');
}

/** Reads who asks from the subject of a request. */
export const askerOf = (text: string): string => text.split('.')[2] ?? '';

/** Writes the subject of an event. Where `pattern` says so, `*` stands for any word. */
export function eventSubject({ app, model, verb }: Subject, { pattern = false } = {}): string {
  return [root, events, ...plainWords([app, model, verb], pattern)].join('.');
}

/** Writes the subject under which change records of an application are kept for anybody to read; `*` stands for any. */
export function keptSubject(app: string): string {
  return [root, kept, ...plainWords([app], true)].join('.');
}

/** What every inbox of a part starts with: nobody else may listen there. */
export const inboxPrefix = (owner: string): string => `_INBOX_${plainWords([owner], false)[0]}`;

/**
 * Writes where one part puts what another waits for: nobody else may write there, so that nobody answers in the name of
 * another.
 */
export const inboxOf = (owner: string, writer: string): string =>
  [inboxPrefix(owner), ...plainWords([writer], true)].join('.');

/** Whether something is an inbox that this part may write to. */
export const isInboxFor = (text: string, writer: string): boolean =>
  text.startsWith('_INBOX_') && text.split('.')[1] === writer;

/** Reads either kind of subject as it came over the wire. */
export function readSubject(text: string): Subject {
  const [app = '', model = '', verb = ''] = text.split('.').slice(-3);
  return { app, model, verb };
}

/** Whether an event falls under a pattern in which `*` stands for any word. */
export function matches(pattern: Subject, subject: Subject): boolean {
  const fits = (wanted: string, found: string) => wanted === '*' || wanted === found;
  return fits(pattern.app, subject.app) && fits(pattern.model, subject.model) && fits(pattern.verb, subject.verb);
}

/** A dot or a wildcard inside a word would address somebody else. */
function plainWords(words: string[], wildcards: boolean): string[] {
  for (const text of words) {
    if (!word.test(text) && !(wildcards && text === '*')) throw new TypeError(`not a word of a subject: "${text}"`);
  }
  return words;
}
