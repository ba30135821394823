import { enumeration } from '../fields/forms';
import { accept, type Kind, refuse } from '../fields/kind';
import { listItems, notAList } from './relation';
import { restoreList, structured } from './structure';

/** Several values from a fixed set, in the order of the set and each once. */
export const choices: Kind = {
  ...structured,
  parse: (value, { options }) => {
    const items = listItems(value);
    if (!items) return notAList(value);
    const known: unknown[] = (options.choices ?? []).map(([choice]) => choice);
    const wrong = items.find((item) => !known.includes(item));
    if (wrong === undefined) return accept(known.filter((choice) => items.includes(choice)));
    return refuse(`"${typeof wrong === 'string' ? wrong : JSON.stringify(wrong)}" is not a valid choice.`);
  },
  restore: restoreList,
  wire: ({ options }) => ({
    type: 'array',
    items: { type: 'string', enum: (options.choices ?? []).map(([choice]) => choice) },
  }),
  schema: (_field, { choice }) => ({ type: 'array', items: choice }),
  property: ({ options }, { title }) => ({ type: 'array', title, ...enumeration(options.choices ?? []) }),
};
