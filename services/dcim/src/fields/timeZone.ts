import { Field, f, plainProperty, refuse } from '@plumbline/model';
import { timeZones } from '../choices/timeZones';

const known = new Set<unknown>(timeZones.map(([name]) => name));

/** A time zone by its name in the tz database. */
export const timeZone = (): Field => {
  const text = f.text(63);
  return Field.of(
    {
      filter: 'text',
      column: () => 'text',
      parse: (value, field) =>
        known.has(value) ? text.kind.parse(value, field) : refuse('A valid timezone is required.'),
      restore: text.kind.restore!,
      wire: () => ({ type: 'string' }),
      outline: () => ({ is: 'choice', values: timeZones.map(([name]) => name) }),
      // Forms offer a choice, which has no length.
      property: ({ options }, context) =>
        plainProperty({ options: { ...options, maxLength: undefined } }, context, { type: 'string' }),
    },
    text.options,
  );
};
