/** What is said of something: a label, and a value as people read it. */
export type Fact = readonly [label: string, value: string];

/** The facts that there are: what has no value is not told. */
export const factsOf = (...facts: (readonly [label: string, value: string | null | undefined])[]): Fact[] =>
  facts.filter((fact): fact is Fact => fact[1] !== null && fact[1] !== undefined && fact[1] !== '');
