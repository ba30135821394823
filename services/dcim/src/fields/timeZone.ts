import { Field, f, refuse } from '@plumbline/model';
import { timeZones } from '../choices/timeZones';

const known = new Set<unknown>(timeZones.map(([name]) => name));

/** A time zone by its name in the tz database. */
export const timeZone = (): Field => {
  const text = f.text(63);
  return Field.of(
    {
      ...text.kind,
      name: 'timeZone',
      parse: (value, field) =>
        known.has(value) ? text.kind.parse(value, field) : refuse('A valid timezone is required.'),
    },
    text.options,
  );
};
