/** The first `limit` characters of a text, none of them cut in half: PostgreSQL takes no half of one. */
export const firstCharacters = (text: string, limit: number): string =>
  text.length > limit ? [...text].slice(0, limit).join('') : text;
