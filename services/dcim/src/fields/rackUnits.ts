import { Field, f, refuse } from '@plumbline/model';

/** The reference's forms know no more of units than that they are JSON. */
const asFreeJson = { type: 'string', items: undefined, required: undefined, uniqueItems: undefined };

/** Numbers of units of a rack, at least one, in the order given; text that spells a number is not one. */
export const rackUnits = (): Field => {
  const integers = f.integers({ min: 0, max: 32767 });
  return Field.of(
    {
      ...integers.kind,
      parse: (value, field) => {
        // The contract finds two things wrong with a text: it is no list, and what it spells are no units.
        if (typeof value === 'string')
          return refuse('Expected a list of items.', 'A list of whole numbers is required.');
        return Array.isArray(value) && value.some((unit) => typeof unit === 'string')
          ? refuse('A list of whole numbers is required.')
          : integers.kind.parse(value, field);
      },
    },
    integers.options,
  ).inForm(asFreeJson);
};
