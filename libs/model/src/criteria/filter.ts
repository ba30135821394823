import type { Label } from '../catalog/label';
import type { ChoiceSet } from '../fields/choices';
import type { ContentTypeChoice } from '../fields/contentTypeChoice';
import { readMac } from '../kinds/mac';
import { type Criteria, everything } from './criteria';

/** How a filter reads its values and which look-ups it takes (docs/contract/lists.md). */
export type FilterKind =
  | 'text'
  | 'uuid'
  | 'number'
  | 'decimal'
  | 'datetime'
  | 'date'
  | 'boolean'
  | 'choice'
  | 'relation'
  | 'relationId'
  | 'tree'
  | 'has'
  | 'labels'
  | 'label'
  | 'labelNumber'
  | 'search'
  | 'rule';

/** Finds rows in other models on behalf of a filter rule: the ids of those that match. */
export interface FilterContext {
  find(label: Label, criteria: Criteria): Promise<(string | number)[]>;
}

export type FilterRule = (values: string[], context: FilterContext) => Criteria | Promise<Criteria>;

/** One base parameter; the generated ones (`__n`, `__ic`, `__isnull` …) follow from its kind. */
export interface Filter {
  kind: FilterKind;
  /** Where the value lives: a dotted path over relations. */
  path: string;
  /** The attribute accepted besides the id, for filters on related objects. */
  key?: string;
  /** The model of the related objects, where the path does not lead to it. */
  target?: Label;
  /** Only related objects that match can be meant. */
  among?: Criteria;
  /** Related objects are named by `key` alone, never by id. */
  keyOnly?: boolean;
  /** Turns a value into the form that is stored; undefined when it is none. */
  read?: (value: string) => string | undefined;
  /** The one value counts, the last when repeated. */
  single?: boolean;
  /** Repeated values must all hold. */
  conjoined?: boolean;
  choices?: ChoiceSet;
  /** The look-ups on parts of the text take any text, not only choices. */
  anyText?: boolean;
  /** Content types accepted; others are refused. Undefined or `any`: unknown ones match nothing. */
  allowed?: ContentTypeChoice;
  /** Whether `__isnull` exists; undefined: follows from the column. */
  isnull?: boolean;
  /** Whether `__n` and the other generated look-ups exist; default by kind. */
  lookups?: boolean;
  /** Parts of a search: look-up by path; `trimmed` is `icontains` without the blanks around the phrase. */
  search?: Record<string, 'icontains' | 'trimmed' | 'iexact' | 'exact' | 'number'>;
  rule?: FilterRule;
  /** Objects of the model have no such value: it is read like any other, and finds nothing. */
  absent?: boolean;
  /** Its look-up `n` takes an id that nobody has, and leaves nothing out for it. */
  negatesAnyId?: boolean;
  /** The values of a rule name objects, which an empty one does not. */
  namesObjects?: true;
  /** What finds rows without a value: `null` when absent, and nothing when it is false. */
  nullWord?: string | false;
  /** What the values of a rule are, where they are not texts of which several may be given. */
  takes?: 'boolean' | 'integer';
  label?: string;
  /** What a rule looks for, in the words of OPTIONS, where it is not the same value. */
  lookupWords?: 'contains' | 'is in';
}

/**
 * The words of a yes-or-no parameter that a model declares itself; any others are as if they were not there
 * (docs/contract/lists.md).
 */
const answers: Readonly<Record<string, boolean>> = {
  true: true,
  True: true,
  1: true,
  false: false,
  False: false,
  0: false,
};

/** What the last value of a yes-or-no parameter says; undefined: nothing. */
export const readAnswer = (values: string[]): boolean | undefined => {
  const word = values.at(-1) ?? '';
  return Object.hasOwn(answers, word) ? answers[word] : undefined;
};

type Options = Partial<Omit<Filter, 'kind' | 'path'>>;

/** The vocabulary filters are written in. */
export const by = {
  text: (path: string, options: Options = {}): Filter => ({ kind: 'text', path, ...options }),
  /** A hardware address in any notation; the look-ups on parts see the one with colons. */
  mac: (path: string, options: Options = {}): Filter => ({
    kind: 'text',
    path,
    read: readMac,
    isnull: false,
    ...options,
  }),
  uuid: (path: string, options: Options = {}): Filter => ({ kind: 'uuid', path, ...options }),
  number: (path: string, options: Options = {}): Filter => ({ kind: 'number', path, ...options }),
  /** A number with a fraction allowed; only the last value counts. */
  decimal: (path: string, options: Options = {}): Filter => ({ kind: 'decimal', path, ...options }),
  dateTime: (path: string, options: Options = {}): Filter => ({ kind: 'datetime', path, ...options }),
  /** A moment that the contract lets clients ask for although objects of the model have none. */
  absentDateTime: (): Filter => ({ kind: 'datetime', path: '', lookups: false, isnull: false, absent: true }),
  date: (path: string, options: Options = {}): Filter => ({ kind: 'date', path, ...options }),
  boolean: (path: string, options: Options = {}): Filter => ({ kind: 'boolean', path, ...options }),
  /** Only known choices are accepted. */
  choice: (path: string, choices: ChoiceSet, options: Options = {}): Filter => ({
    kind: 'choice',
    path,
    choices,
    ...options,
  }),
  /** A related object by id or by `key` (its name unless said otherwise). */
  relation: (path: string, options: Options = {}): Filter => ({ kind: 'relation', path, key: 'name', ...options }),
  /** A related object by id alone. */
  relationId: (path: string, options: Options = {}): Filter => ({ kind: 'relationId', path, ...options }),
  /** A node of a tree by id or `key`, its descendants included. */
  tree: (path: string, options: Options = {}): Filter => ({ kind: 'tree', path, key: 'name', ...options }),
  /** Whether at least one related object exists. */
  has: (path: string, options: Options = {}): Filter => ({ kind: 'has', path, ...options }),
  /** Content types of a set column; all of them must be there unless `conjoined` is false. */
  labels: (path: string, allowed: ContentTypeChoice, options: Options = {}): Filter => ({
    kind: 'labels',
    path,
    allowed,
    conjoined: true,
    ...options,
  }),
  /** A content type in a text column. */
  label: (path: string, options: Options = {}): Filter => ({ kind: 'label', path, ...options }),
  /** A content type by its number, in a text column or a set. */
  labelNumber: (path: string, options: Options = {}): Filter => ({ kind: 'labelNumber', path, ...options }),
  /** `q`: any of the parts contains the phrase, or the id equals it. */
  search: (search: NonNullable<Filter['search']>): Filter => ({ kind: 'search', path: '', search, single: true }),
  /** Yes or no: what then holds. */
  either: (yes: Criteria, no: Criteria): Filter => ({
    kind: 'rule',
    path: '',
    takes: 'boolean',
    rule: (values) => {
      const answer = readAnswer(values);
      return answer === undefined ? everything : answer ? yes : no;
    },
  }),
  /** A filter with a meaning of its own. */
  rule: (rule: FilterRule, options: Options = {}): Filter => ({ kind: 'rule', path: '', rule, ...options }),
};

/** What finds objects by their tags, which all have to be there: in the words of the contract, and of its reference. */
export function tagFilters(): { tags: Filter; tag: Filter } {
  const tags = by.relation('tags', { conjoined: true, isnull: true });
  return { tags, tag: tags };
}
