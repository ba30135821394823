/** A text as a database can keep it: null characters and halves of characters are replaced. */
export const storableText = (text: string): string => text.replaceAll(unstorable, '�');

/** Whether a database can keep all of a text. */
export const isStorable = (text: string): boolean => text.search(unstorable) < 0;

const unstorable = /\0|\p{Surrogate}/gu;
