/** A text as a database can keep it: null characters and halves of characters are replaced. */
export const storableText = (text: string): string => text.replaceAll(unstorable, '�');

/** Whether a database can keep all of a text. */
export const isStorable = (text: string): boolean => text.search(unstorable) < 0;

const unstorable = /\0|\p{Surrogate}/gu;

/** JSON of which a database can keep all: the same is replaced where it is spelled so, and not where a text says just that. */
export const storableJson = (text: string): string => text.replaceAll(spelled, '$1\\ufffd');

const spelled = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/g;
