import type { ServerResponse } from 'node:http';

interface Place {
  res: ServerResponse;
  at: number;
}

/**
 * The answers that a server has not ended yet. An array, in which the last one takes the place of one that leaves: a Set that
 * members keep entering and leaving is copied again and again, and each copy leads to the next. Once one of them is old, all
 * that follow it, and with them every request and answer, stay until the next full garbage collection.
 */
export class AnswersUnderWay {
  private readonly places: Place[] = [];

  get count(): number {
    return this.places.length;
  }

  /** Takes one in; what it answers takes it out again. */
  enter(res: ServerResponse): () => void {
    const place: Place = { res, at: this.places.length };
    this.places.push(place);
    return () => {
      const last = this.places.pop()!;
      if (last === place) return;
      this.places[place.at] = last;
      last.at = place.at;
    };
  }

  [Symbol.iterator](): Iterator<ServerResponse> {
    return this.places.map(({ res }) => res)[Symbol.iterator]();
  }
}
