import type { Row } from '@plumbline/model';

/** An object that is gone, for what it leaves behind: that is removed as if it still were there. */
export interface DeletedObject {
  label: string;
  id: string;
  /** How others showed it inside themselves. */
  nested: Row | undefined;
  /** How messages named it. */
  plainText: string;
  /** When the next object it leaves behind goes: just before it went itself. */
  moment(): string;
}

/** A value of the deleted object, when it is the one that is looked for. */
export function valueOfDeleted(
  { deletedObject }: { deletedObject?: DeletedObject },
  label: string,
  id: unknown,
  name: string,
): unknown {
  if (deletedObject?.label !== label || deletedObject.id !== id) return undefined;
  return name === 'plain_text' ? deletedObject.plainText : deletedObject.nested?.[name];
}
