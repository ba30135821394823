import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../harness/audit';
import { missingBroker } from '../harness/broker';
import type { Answer } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { isLong, rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { errorsOf, type Form, missingBuild } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';
import { type LoosePair, loosePairs, type Made } from './loosePairs';
import { type Pair, pairs } from './pairs';

/** In the short form once with each of them ahead by each of the times. */
const headStarts = [-2, -1, 0, 1, 2];
const count = rounds(Math.ceil(1000 / pairs.length), headStarts.length);
const looseCount = rounds(1_000, headStarts.length);
const portion = 50;
const atATime = 6;

/** In the short form the split one, where there is more time between what two services do; the other one too where there is no broker. */
const forms: Form[] = isLong || missingBroker ? ['one', 'split'] : ['split'];

/** Does two things at the same moment, or very nearly so: in which order and how far apart follows from the round. */
function together(
  round: number,
  apart: number,
  one: () => Promise<Answer>,
  other: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
  const ahead = headStarts[round % headStarts.length]! * apart;
  const later = async (milliseconds: number, act: () => Promise<Answer>) => {
    if (milliseconds > 0) await sleep(milliseconds);
    return act();
  };
  return Promise.all([later(-ahead, one), later(ahead, other)]);
}

interface Round {
  created: Answer;
  deleted: Answer;
}

/** Creates a referrer and deletes its target. */
async function race(
  world: World,
  pair: Pair,
  round: number,
  [target, referred]: readonly [string, string],
): Promise<Round> {
  const { client } = world;
  const [created, deleted] = await together(
    round,
    2,
    () => client.call('POST', pair.referrers, pair.referrer(world, round, referred)),
    () => client.call('DELETE', `${pair.targets}${target}/`),
  );
  return { created, deleted };
}

async function makeAll({ client }: World, path: string, bodies: object[]): Promise<string[]> {
  const made = await client.must(201, 'POST', path, bodies);
  return made.body.map(({ id }: { id: string }) => id);
}

const outcome = ({ created, deleted }: Round): string => `${created.status}/${deleted.status}`;

/** Creating and deleting: who refers to whom is settled, whichever comes first. */
const settled: Record<Pair['effect'], string[]> = {
  protects: ['201/409', '400/204'],
  follows: ['201/204', '400/204'],
};

/** Writes and withdraws. */
const looseRace = ({ client }: World, pair: LoosePair, made: Made, round: number): Promise<[Answer, Answer]> =>
  together(
    round,
    3,
    () => pair.write(client, made),
    () => pair.withdraw(client, made),
  );

describe.each(forms)('what is referred to while it goes, in the form %s', (form) => {
  describeUnless(missingBuild ?? (form === 'split' ? missingBroker : undefined), 'races', () => {
    let program: Whole;
    let world: World;
    beforeAll(async () => {
      program = await startForm(form);
      world = await prepareWorld(program.client);
    });
    afterAll(() => program?.stop());

    it.each(pairs)(
      'settles each round one way or the other: $name',
      async (pair) => {
        const bodies = Array.from({ length: count }, (_, round) => pair.target(world, round));
        const targets = await makeAll(world, pair.targets, bodies);
        const { between } = pair;
        const referred = between
          ? await makeAll(
              world,
              pair.targets,
              targets.map((target, round) => between(world, round, target)),
            )
          : targets;
        const results = await inParallel(targets, atATime, (target, round) =>
          race(world, pair, round, [target, referred[round]!]),
        );
        const odd = results.filter((round) => !settled[pair.effect].includes(outcome(round)));
        expect(odd.map((round) => [outcome(round), round.created.text, round.deleted.text])).toEqual([]);
      },
      count * 1_000 + 300_000,
    );

    it.each(loosePairs)(
      'leaves nothing that refers to it without a relation: $name',
      async (pair) => {
        const odd: string[] = [];
        for (let done = 0; done < looseCount; done += portion) {
          const made = await pair.prepare(world, Math.min(portion, looseCount - done));
          const answers = await inParallel(made, atATime, (one, round) => looseRace(world, pair, one, round));
          for (const [written, withdrawn] of answers) {
            const ended = `${written.status}/${withdrawn.status}`;
            if (!pair.outcomes.includes(ended)) odd.push(`${ended}: ${written.text} ${withdrawn.text}`);
          }
          const over = answers.map(([written, withdrawn], index) => ({
            made: made[index]!,
            written: written.status < 300,
            withdrawn: withdrawn.status < 300,
          }));
          await pair.left?.(world.client, over).catch((error) => odd.push(String(error)));
        }
        expect(odd).toEqual([]);
      },
      looseCount * 2_000 + 300_000,
    );

    it('left nothing behind that the audit would find', async () => {
      await world.client.must(200, 'GET', 'extras/object-changes/?limit=1');
      const { findings, exitCode } = await audit(program);
      expect(findings).toEqual([]);
      expect(exitCode).toBe(0);
    });

    it('complained of nothing meanwhile', () => {
      expect(errorsOf(program)).toEqual([]);
    });
  });
});
