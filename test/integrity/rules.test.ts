import { setTimeout as sleep } from 'node:timers/promises';
import { missingBroker } from '../harness/broker';
import type { Answer } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { isLong, rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { errorsOf, type Form, missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { raceAtRandom, randomRounds } from './randomRounds';
import { type RulePair, type RuleRound, rulePairs } from './rulePairs';
import { prepareRulesWorld, type RulesWorld, type Write } from './rulesWorld';
import { stillLegal } from './stillLegal';

const count = rounds(200, 2);
const atATime = 4;
/** `PLUMBLINE_SEED` draws the same random writes again. */
const seed = Number(process.env.PLUMBLINE_SEED ?? Date.now() % 1e6);

const send = ({ client }: RulesWorld, { method, path, body }: Write): Promise<Answer> =>
  client.call(method, path, body);

/** Both writes of a round at the same moment, or very nearly so. */
async function race(world: RulesWorld, { writes }: RuleRound, round: number): Promise<[Answer, Answer]> {
  const ahead = (round % 5) - 2;
  const after = async (milliseconds: number, write: Write) => {
    if (milliseconds > 0) await sleep(milliseconds * 2);
    return send(world, write);
  };
  return Promise.all([after(-ahead, writes[0]), after(ahead, writes[1])]);
}

const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;
const refused = ({ status }: Answer): boolean => [400, 404, 409].includes(status);

/** What is wrong after a round; nothing when it went as if one write had come after the other. */
async function faultsOf(world: RulesWorld, pair: RulePair, round: RuleRound, answers: Answer[]): Promise<string[]> {
  const told = answers.map(({ status, text }) => `${status} ${text.slice(0, 300)}`).join(' | ');
  if (!answers.every((answer) => succeeded(answer) || refused(answer))) return [`odd answers: ${told}`];
  if (!answers.some(succeeded)) return [`both refused: ${told}`];
  if (pair.exclusive && answers.every(succeeded)) return [`both done: ${told}`];
  const made = answers.flatMap(({ status, body }, index) =>
    status === 201 ? [`${round.writes[index]!.path}${body.id}/`] : [],
  );
  return stillLegal(world.client, [...made, ...round.concerned]);
}

describe.each<Form>(isLong ? ['one', 'split'] : ['one'])(
  'rules that look at each other’s objects, in the form %s',
  (form) => {
    describeUnless(missingBuild ?? (form === 'split' ? missingBroker : undefined), 'pairs of writes', () => {
      let program: Whole;
      let world: RulesWorld;
      beforeAll(async () => {
        program = await startForm(form);
        world = await prepareRulesWorld(program.client);
      });
      afterAll(() => program?.stop());

      it.each(rulePairs)(
        'hold however the two meet: $name',
        async (pair) => {
          const indexes = Array.from({ length: count }, (_, round) => round);
          const faults = await inParallel(indexes, atATime, async (index) => {
            const round = await pair.prepare(world, index);
            return faultsOf(world, pair, round, await race(world, round, index));
          });
          expect(faults.flat()).toEqual([]);
        },
        count * 2_000 + 300_000,
      );

      it(
        `hold for two random writes at once, drawn from the seed ${seed}`,
        async () => expect(await raceAtRandom(world, seed)).toEqual([]),
        randomRounds * 4_000 + 300_000,
      );

      it('complained of nothing meanwhile', () => {
        expect(errorsOf(program)).toEqual([]);
      });
    });
  },
);
