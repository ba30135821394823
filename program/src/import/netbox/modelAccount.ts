import type { NetboxObject } from './mapping/language';
import { inWords } from './mapping/language';

/** What became of the objects of a model. */
export interface ModelAccount {
  from: string;
  list: string;
  /** How many there are. */
  there: number;
  /** Those that are objects here. */
  taken: number;
  /** Those that are part of another object here: one with it, or a note on it. */
  joined: number;
  /** Those that have no place. */
  nowhere: number;
}

/** Something of several objects for one reason. */
export interface PlaceFinding {
  from: string;
  /** Of each object; empty: all of it. */
  field: string;
  reason: string;
  count: number;
  /** Some of them, by their names. */
  examples: string[];
}

const mostExamples = 3;

/** Collects findings, those of a model and field for one reason as one. */
export function createFindings() {
  const findings = new Map<string, PlaceFinding>();
  return {
    add: (from: string, field: string, reason: string, object?: NetboxObject, count = 1): void => {
      const name = JSON.stringify([from, field, reason]);
      const finding = findings.get(name) ?? { from, field, reason, count: 0, examples: [] };
      findings.set(name, finding);
      finding.count += count;
      if (object && finding.examples.length < mostExamples) finding.examples.push(nameOf(object));
    },
    all: (): PlaceFinding[] => [...findings.values()],
  };
}

/** What people call an object. */
export const nameOf = (object: NetboxObject): string =>
  `${inWords(object.display ?? object.name ?? '')} #${object.id}`.trim();
