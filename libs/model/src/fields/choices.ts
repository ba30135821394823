/** The values a field may take, in order, each with the words people read. */
export type ChoiceSet = readonly (readonly [value: string | number, label: string])[];

/** The words for a value, or the value itself when it is not in the set. */
export function choiceLabel(choices: ChoiceSet, value: unknown): string {
  return choices.find(([known]) => known === value)?.[1] ?? String(value);
}
