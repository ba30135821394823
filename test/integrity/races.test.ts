import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../harness/audit';
import { missingBroker } from '../harness/broker';
import type { Answer } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { errorsOf, type Form, missingBuild } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';
import { type Pair, pairs } from './pairs';

const count = rounds(Math.ceil(1000 / pairs.length), 12);
const atATime = 8;

interface Round {
  created: Answer;
  deleted: Answer;
}

/** Creates a referrer and deletes its target at the same moment, or very nearly so. */
async function race(
  world: World,
  pair: Pair,
  round: number,
  [target, referred]: readonly [string, string],
): Promise<Round> {
  const { client } = world;
  const ahead = (round % 5) - 2;
  const create = async () => {
    if (ahead < 0) await sleep(-ahead * 2);
    return client.call('POST', pair.referrers, pair.referrer(world, round, referred));
  };
  const remove = async () => {
    if (ahead > 0) await sleep(ahead * 2);
    return client.call('DELETE', `${pair.targets}${target}/`);
  };
  const [created, deleted] = await Promise.all([create(), remove()]);
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

describe.each<Form>(['one', 'split'])('references while their targets go, in the form %s', (form) => {
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
