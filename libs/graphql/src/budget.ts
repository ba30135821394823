/** Thrown when a query asks for more than one answer may hold. */
export class TooMuch extends Error {
  constructor(limit: number) {
    super(
      `The answer would hold more than ${limit} values. Ask for fewer objects, with filters or with limit and offset.`,
    );
    this.name = 'TooMuch';
  }
}

/** How many values an answer may still hold; an object counts as one more than the fields asked of it. */
export class Budget {
  private left: number;
  /** Set once it was not enough. */
  exceeded: TooMuch | undefined;

  constructor(private readonly limit: number) {
    this.left = limit;
  }

  /** How many objects of so many fields there is room for. */
  room(fields: number): number {
    return Math.max(0, Math.floor(this.left / (fields + 1)));
  }

  spend(objects: number, fields: number): void {
    this.left -= objects * (fields + 1);
    if (this.left < 0 || this.exceeded) throw this.refuse();
  }

  refuse(): TooMuch {
    this.exceeded ??= new TooMuch(this.limit);
    return this.exceeded;
  }
}
