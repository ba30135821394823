/** What templates know an object of any service by. */
export const keyOf = (label: string, id: unknown): string => `${label}/${id}`;
