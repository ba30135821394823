import type { Model } from '@plumbline/model';
import type { TableSpec } from '@plumbline/store';

/** Files that objects of this service refer to, each once, by the digest of its bytes. */
const fileContent: TableSpec = {
  name: 'file_content',
  columns: [
    { name: 'digest', type: 'text', nullable: false, collate: 'C' },
    { name: 'content', type: 'bytea', nullable: false },
    // When somebody last came with these bytes: until a while later they stay, whether or not anything refers to them.
    { name: 'kept', type: 'timestamp with time zone', nullable: false },
  ],
  primaryKey: ['digest'],
  indexes: [],
  foreignKeys: [],
  checks: [],
};

/** The columns of a service's models that refer to files. */
export const fileColumns = (models: Iterable<Model>): { model: Model; column: string }[] =>
  [...models].flatMap((model) =>
    Object.entries(model.fields).flatMap(([column, field]) => (field.isFile ? [{ model, column }] : [])),
  );

/** The table of files, for a service whose models have some. */
export const fileTables = (models: readonly Model[]): TableSpec[] =>
  fileColumns(models).length > 0 ? [fileContent] : [];
