/** How many objects each end of a relationship may have. */
export const relationshipTypes = [
  ['one-to-one', 'One to One'],
  ['symmetric-one-to-one', 'Symmetric One to One'],
  ['one-to-many', 'One to Many'],
  ['many-to-many', 'Many to Many'],
  ['symmetric-many-to-many', 'Symmetric Many to Many'],
] as const;

/** Which objects cannot be without the relationship. */
export const requiredSides = [
  ['', 'Neither side required'],
  ['source', 'Source objects MUST implement this relationship'],
  ['destination', 'Destination objects MUST implement this relationship'],
] as const;
