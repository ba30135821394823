import { anyOf, by, type Filter, where } from '@plumbline/model';

/** Any of the texts is somewhere in a JSON column. */
export const within = (path: string): Filter =>
  by.rule((texts) => anyOf(...texts.map((text) => where(path, 'icontains', text))), { lookupWords: 'contains' });
