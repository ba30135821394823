/** What a list holds. */
export type ItemOf<Paths, Path extends keyof Paths> = Paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': { results: (infer Item)[] } } } } };
}
  ? Item
  : never;

/** The paths of lists. */
export type ListPath<Paths> = {
  [Path in keyof Paths]: [ItemOf<Paths, Path>] extends [never] ? never : Path;
}[keyof Paths];

/** By what a list is filtered and sorted. */
export type QueryOf<Paths, Path extends keyof Paths> = Paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? Omit<NonNullable<Query>, 'limit' | 'offset'>
  : never;

/** The object at a path. */
export type ObjectOf<Paths, Path extends keyof Paths> = Paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Shown } } } };
}
  ? Shown
  : never;

/** What a change of the object at a path takes. */
export type BodyOf<Paths, Path extends keyof Paths> = Paths[Path] extends {
  patch: { requestBody?: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The paths of objects that can be changed. */
export type DetailPath<Paths> = {
  [Path in keyof Paths]: Path extends `${string}/{id}/`
    ? [BodyOf<Paths, Path>] extends [never]
      ? never
      : Path
    : never;
}[keyof Paths];
