import type { GitHttpResponse, HttpClient } from 'isomorphic-git';
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
  async function inTime<T>(awaited: Promise<T>): Promise<T> {
    const seconds = hasSpoken ? patience : greeting;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        problem = new FetchProblem(`The server has kept us waiting for ${seconds} s.`);
        reject(problem);
      }, seconds * 1000);
    });
    try {
      return await Promise.race([awaited, late]);
    } finally {
      clearTimeout(timer);
    }
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
