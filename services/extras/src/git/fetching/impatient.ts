import type { GitHttpResponse, HttpClient } from 'isomorphic-git';
import pTimeout from 'p-timeout';
import { FetchProblem } from './fetchProblem';

export interface Impatient extends HttpClient {
  /** Why the server was given up, where it was: git makes something else of what it was told. */
  givenUp(): FetchProblem | undefined;
}

/** Seconds in which a server has to say something: that it answers at all, and anything after that. */
interface Patience {
  greeting: number;
  patience: number;
}

/** Speaks as another does, and gives up a server from which for so long nothing has come, however much came before. */
export function impatient(http: HttpClient, { greeting, patience }: Patience): Impatient {
  let problem: FetchProblem | undefined;
  let hasSpoken = false;
  function inTime<T>(awaited: Promise<T>): Promise<T> {
    const seconds = hasSpoken ? patience : greeting;
    return pTimeout(awaited, seconds * 1000, () => {
      problem = new FetchProblem(`The server has kept us waiting for ${seconds} s.`);
      throw problem;
    });
  }
  async function* piecewise(body: NonNullable<GitHttpResponse['body']>): AsyncIterableIterator<Uint8Array> {
    for (;;) {
      const { done, value } = await inTime(Promise.resolve(body.next()));
      if (done) return;
      yield value;
    }
  }
  return {
    givenUp: () => problem,
    request: async (asked) => {
      const answer = await inTime(http.request(asked));
      hasSpoken = true;
      return answer.body ? { ...answer, body: piecewise(answer.body) } : answer;
    },
  };
}
