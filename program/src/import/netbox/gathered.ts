import type { Row } from '@plumbline/model';
import { type Draft, refTo } from '../apply/draft';
import { able } from '../models';
import { type Context, choiceOf, type KeptType } from './mapping/language';

/** What objects of all models say together: the statuses and roles they have, and custom fields that keep what has no place. */
export interface Gathered extends Pick<Context, 'status' | 'role' | 'keep'> {
  /** What is to be here for that, once all objects have been looked at. */
  drafts(): Draft[];
}

/** Gathers statuses, roles and kept fields with the models that they are for. */
export function createGathered(): Gathered {
  const statuses = new Map<string, Set<string>>();
  const roles = new Map<string, Set<string>>();
  const kept = new Map<string, { type: KeptType; labels: Set<string> }>();
  return {
    status: (value, label) => {
      const word = statusName(value);
      grow(statuses, word, label);
      return refTo(`status:${word}`, true);
    },
    role: (word, label) => {
      grow(roles, word, label);
      return refTo(`role:${word}`);
    },
    keep: (draft, label, field, type, value) => {
      if (!able.customFields().has(label)) throw new Error(`${label} has no custom fields to keep ${field} in.`);
      if (value === null) {
        draft.emptied = [...(draft.emptied ?? []), `netbox_${field}`];
        return;
      }
      const known = kept.get(field) ?? { type, labels: new Set<string>() };
      if (known.type !== type) throw new Error(`netbox_${field} is kept as ${known.type} and as ${type}.`);
      known.labels.add(label);
      kept.set(field, known);
      draft.body.custom_fields = { ...(draft.body.custom_fields as Row | undefined), [`netbox_${field}`]: value };
    },
    drafts: () => [
      ...[...statuses].map(([word, labels]) => namedDraft('extras/statuses', `status:${word}`, word, labels)),
      ...[...roles].map(([word, labels]) => namedDraft('extras/roles', `role:${word}`, word, labels)),
      ...[...kept].map(([field, { type, labels }]) => keptFieldDraft(field, type, labels)),
    ],
  };
}

function grow(map: Map<string, Set<string>>, word: string, label: string): void {
  const labels = map.get(word) ?? new Set<string>();
  map.set(word, labels.add(label));
}

const namedDraft = (endpoint: string, key: string, name: string, labels: Set<string>): Draft => ({
  endpoint,
  key,
  body: { name, content_types: [...labels].sort() },
});

const keptFieldDraft = (field: string, type: KeptType, labels: Set<string>): Draft => ({
  endpoint: 'extras/custom-fields',
  key: `keptfield:${field}`,
  body: {
    key: `netbox_${field}`,
    label: `NetBox ${field.replace(/_/g, ' ')}`,
    type,
    content_types: [...labels].sort(),
  },
  once: { grouping: 'NetBox', description: 'Kept by the import from NetBox' },
});

/** A status in words. */
function statusName(value: unknown): string {
  const label = (value as { label?: unknown } | null)?.label;
  if (typeof label === 'string' && label !== '') return label;
  const word = String(choiceOf(value) ?? 'active').replace(/[-_]/g, ' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}
