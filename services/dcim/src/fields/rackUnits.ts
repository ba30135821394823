import type { FieldErrors } from '@plumbline/http';
import { Field, f, refuse } from '@plumbline/model';

/** The reference's forms know no more of units than that they are JSON. */
const asFreeJson = { type: 'string', items: undefined, required: undefined, uniqueItems: undefined };

/**
 * Numbers of units of a rack, at least one, in the order given; text that spells a number is not one. Which there are,
 * the rack knows.
 */
export const rackUnits = (): Field => {
  const integers = f.integers({ min: 0, max: 32767 });
  return Field.of(
    {
      ...integers.kind,
      parse: (value, field) => {
        // The contract finds two things wrong with a text: it is no list, and what it spells are no units.
        if (typeof value === 'string')
          return refuse('Expected a list of items.', 'A list of whole numbers is required.');
        if (Array.isArray(value) && value.some((unit) => typeof unit === 'string'))
          return refuse('A list of whole numbers is required.');
        const parsed = integers.kind.parse(value, {
          options: { ...field.options, min: undefined, max: undefined },
        });
        return 'problem' in parsed ? refuse(...messagesIn(parsed.problem)) : parsed;
      },
    },
    integers.options,
  ).inForm(asFreeJson);
};

/** The messages as one list: the contract does not say which of the numbers they are about. */
const messagesIn = (problem: string[] | FieldErrors): string[] =>
  Array.isArray(problem) ? problem : Object.values(problem).flatMap(messagesIn);
