/** How many values an answer may still hold; an object counts as one more than the fields asked of it. */
export class Budget {
  private left: number;
  /** Whether it was not enough. From then on nothing is looked up any more, so that the work soon comes to its end. */
  isExceeded = false;
  private counted: Promise<void> | undefined;

  constructor(readonly limit: number) {
    this.left = limit;
  }

  /** How many objects of so many fields there is room for. */
  room(fields: number): number {
    return Math.max(0, Math.floor(this.left / (fields + 1)));
  }

  /** Takes what objects of so many fields need; false when there is no room for them. */
  spend(objects: number, fields: number): boolean {
    this.left -= objects * (fields + 1);
    if (this.left < 0) this.isExceeded = true;
    return !this.isExceeded;
  }

  /**
   * Resolves when what comes at the same moment has been counted too. Who waits for it before handing on what was
   * counted spares the work on a part of what is too much as a whole.
   */
  allCounted(): Promise<void> {
    this.counted ??= new Promise((resolve) =>
      setImmediate(() => {
        this.counted = undefined;
        resolve();
      }),
    );
    return this.counted;
  }

  /** There was too much to even look at it. */
  exceed(): undefined {
    this.isExceeded = true;
    return undefined;
  }
}
