import type { Catalog } from '@plumbline/model';

/**
 * The address of a file of an object: below `/media/`, as the object's own is below `/api/`; null for a model without
 * one.
 */
export function fileUrl(
  catalog: Catalog,
  base: string,
  label: string,
  id: unknown,
  field: string,
  reference: string,
): string | null {
  const path = catalog.listPath(label);
  return path === undefined ? null : `${base}/media/${path}/${id}/${field}/${reference}`;
}
