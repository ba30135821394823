import { type ComponentType, useEffect, useState } from 'react';

/** A component whose code is fetched when it is shown, or before. */
export class Fetched<P> {
  /** The component, once it is here. */
  here: ComponentType<P> | undefined;
  private readonly load: () => Promise<ComponentType<P>>;

  constructor(load: () => Promise<ComponentType<P>>) {
    this.load = load;
  }

  async fetch(): Promise<ComponentType<P>> {
    this.here ??= await this.load();
    return this.here;
  }
}

/**
 * The component, undefined until it is here; it comes beside what else a page waits for. What is here already is shown at once:
 * React's `lazy` suspends even then, and what was suspended appears 300 ms later at the earliest.
 */
export function useFetched<P>(fetched: Fetched<P>): ComponentType<P> | undefined {
  const [shown, setShown] = useState(() => fetched.here);
  useEffect(() => {
    if (shown) return;
    fetched.fetch().then(
      (component) => setShown(() => component),
      // It is thrown where it is to be shown, so that the page says so.
      (problem: unknown) =>
        setShown(() => {
          throw problem;
        }),
    );
  }, [fetched, shown]);
  return shown;
}
