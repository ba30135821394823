import type { Extension, ExtensionWrite, Item, UnitOfWork } from '@plumbline/engine';
import type { Model } from '@plumbline/model';
import { associationsApp, associationVerbs } from './associationsApp';
import { relationshipCriteria, relationshipFilter } from './filter';
import { relationshipQuestions } from './messages';
import { readRelationshipInput } from './relationshipInput';
import { sidesOf, syncedRelationships } from './relationships';
import { checkRequired } from './required';
import { holdLinked, resolveRelationships, saveRelationships } from './saveRelationships';
import { isSettled, sharedWrites, unsettledWrites } from './shared';
import { relationshipTexts } from './show';
import { relationshipTables } from './tables';

/** Links between objects that people say what they are (docs/contract/custom-data.md). */
export const relationships: Extension = {
  name: 'relationships',
  concerns: ({ abilities }) => abilities.relationships,
  keys: () => [
    {
      key: 'relationships',
      title: 'Relationships',
      optIn: true,
      value: {
        of: 'page',
        isEmpty: (engine, { label }) => sidesOf(engine, label).length === 0,
        texts: relationshipTexts,
      },
      form: () => ({ type: 'object' }),
      schema: { type: 'object', additionalProperties: {} },
    },
  ],
  filter: (work, model, parameter) => {
    const relationshipSide = relationshipFilter(work, model, parameter);
    return (
      relationshipSide && {
        choosesObjects: false,
        takesList: true,
        criteria: (values) => relationshipCriteria(work, relationshipSide, values),
      }
    );
  },
  readInput,
  onlyShown: ['relationships'],
  tables: relationshipTables,
  follow: syncedRelationships,
  chores: [unsettledWrites],
  isSettled,
  busHandlers: { 'service.shared': sharedWrites },
  questions: relationshipQuestions,
  asks: associationVerbs.map((verb) => ({ app: associationsApp, model: 'relationship', verb })),
  leadsAnywhere: ['matching'],
};

function readInput(work: UnitOfWork, model: Model, items: Item[]): ExtensionWrite {
  const input = readRelationshipInput(work, model, items);
  let held: string[] = [];
  return {
    resolve: async () => {
      await resolveRelationships(work, input);
      held = await holdLinked(work, model, items, input);
    },
    checkWritten: (all) => checkRequired(work, model, all, input),
    afterWrite: (rows) => saveRelationships(work, model, input, rows, held),
  };
}
