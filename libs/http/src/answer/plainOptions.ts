/** What OPTIONS says of a view that has no model (docs/contract/description.md). */
export const plainOptions = (name: string, description = '') => ({
  name,
  description,
  renders: ['application/json', 'text/html', 'text/csv'],
  parses: ['application/json', 'text/csv'],
  object_type: 'unknown',
});
