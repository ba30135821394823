/** What is asked of one model and only looks at what is there. */
const modelVerbNames = [
  'find',
  'lookups',
  'matching',
  'filters',
  'passing',
  'composed',
  'composedTable',
  'portray',
  'fetch',
  'query',
] as const;

export type ModelVerbName = (typeof modelVerbNames)[number];

const ofModels: ReadonlySet<string> = new Set(modelVerbNames);
const ofServices: ReadonlySet<string> = new Set([
  'service.count',
  'service.totals',
  'service.referring',
  'service.gone',
  'service.validate',
]);

/** Whether answering it changes nothing that matters, however often it is asked. */
export const isReadOnlyVerb = (model: string, verb: string): boolean =>
  ofModels.has(verb) || ofServices.has(`${model}.${verb}`);
