import { rounds } from '../harness/long';
import { seededRandom } from '../harness/seededRandom';
import { type Holdings, lookedAt, populate, randomWrite } from './randomWrites';
import type { RulesWorld, Write } from './rulesWorld';
import { allStillLegal } from './stillLegal';

/** Rounds of two random writes each, and after how many of them everything is looked at. */
export const randomRounds = rounds(400, 12);
const every = rounds(1, 6);

/** Endpoints whose objects writes come and go, beside those that rules look at. */
const drawnFrom = [...lookedAt, 'ipam/ip-address-to-interface/', 'extras/custom-field-choices/'];

const expected = [200, 201, 204, 400, 404, 409];

/** Does two random writes at a time, and tells where that left a state that the rules refuse, or was answered oddly. */
export async function raceAtRandom(world: RulesWorld, seed: number): Promise<string[]> {
  const small = await populate(world);
  const random = seededRandom(seed);
  let done: string[] = [];
  for (let round = 1; round <= randomRounds; round++) {
    const stored = await read(world);
    const writes = [0, 1].map(() => randomWrite(world, small, stored, random));
    const answers = await Promise.all(writes.map(({ method, path, body }) => world.client.call(method, path, body)));
    done.push(...answers.map(({ status, text }, index) => told(writes[index]!, status, text)));
    if (answers.some(({ status }) => !expected.includes(status))) return done;
    if (round % every !== 0 && round !== randomRounds) continue;
    const faults = await allStillLegal(world.client, await read(world), lookedAt);
    if (faults.length > 0) return [...done, ...faults];
    done = [];
  }
  return [];
}

const told = ({ method, path, body }: Write, status: number, text: string): string =>
  `${method} ${path} ${JSON.stringify(body)}: ${status} ${status >= 400 ? text.slice(0, 200) : ''}`;

async function read({ client }: RulesWorld): Promise<Holdings> {
  const pages = await Promise.all(drawnFrom.map((path) => client.must(200, 'GET', `${path}?limit=0`)));
  return new Map(drawnFrom.map((path, index) => [path, pages[index]!.body.results]));
}
