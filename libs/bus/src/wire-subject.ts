import type { Subject } from './bus';

const root = 'plumbline';
const events = 'event';
const kept = 'change';
const word = /^[A-Za-z0-9_-]+$/;

/**
 * Writes the subject of a request: `plumbline.<app>.<model>.<verb>`; throws a TypeError for anything but plain words.
 */
export function requestSubject({ app, model, verb }: Subject): string {
  return [root, ...plainWords([app, model, verb], false)].join('.');
}

/** Writes the subject under which one application is asked for anything. */
export function requestsTo(app: string): string {
  return [root, ...plainWords([app], false), '*', '*'].join('.');
}

/**
 * Writes the subject of an event: one word longer than a request's, so that no application's requests match it.
 * Where `pattern` says so, `*` stands for any word.
 */
export function eventSubject({ app, model, verb }: Subject, { pattern = false } = {}): string {
  return [root, events, ...plainWords([app, model, verb], pattern)].join('.');
}

/** Writes the subject under which change records of an application are kept for anybody to read; `*` stands for any. */
export function keptSubject(app: string): string {
  return [root, kept, ...plainWords([app], true)].join('.');
}

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
