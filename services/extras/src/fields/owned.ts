import { f, type Label, type Row } from '@plumbline/model';

/** What objects may come from, and be looked after by. */
export const owners: Label[] = ['extras.gitrepository'];

/** The kind of thing an object comes from, and the thing itself. */
export const ownerFields = () => ({
  owner_content_type: f.contentType(owners).optional().defaultAlsoOnReplace(null).inForm({ default: null }),
  owner: f.generic('owner_content_type', 'owner_object_id'),
});

/** The id of the thing an object comes from. */
export const ownerKey = () => ({
  owner_object_id: f.genericKey('owner_content_type', { onDelete: 'cascade', unverified: true }).optional(),
});

/** What `displayOwned` reads. */
export const displayOwnedNeeds = ['owner.display'];

/** The name of an object, with what it comes from before it. */
export const displayOwned = (row: Row): string =>
  row['owner.display'] ? `[${row['owner.display']}] ${row.name}` : String(row.name);
