import type { Engine } from '@plumbline/engine';
import type { Label } from '@plumbline/model';
import type { Kind } from './applyOwned';

const named = { keyOf: (row: { name?: unknown }) => String(row.name), keyValues: ['name'] };

/** How objects of each kind are told apart within a repository. */
const identities: Record<string, Omit<Kind, 'model'>> = {
  'extras.configcontext': named,
  'extras.configcontextschema': named,
  'extras.exporttemplate': {
    keyOf: (row) => `${row.content_type} ${row.name}`,
    keyValues: ['content_type', 'name'],
  },
};

/** A kind of objects that come from repositories. */
export const kindOf = ({ models }: Engine, label: Label): Kind => ({
  model: models.get(label)!,
  ...identities[label]!,
});
