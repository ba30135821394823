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
import { type LoosePair, loosePairs, type Made } from './loosePairs';

const count = rounds(1_000, 5);
const portion = 50;
const atATime = 6;

/** Writes and withdraws at the same moment, or very nearly so. */
async function race({ client }: World, pair: LoosePair, made: Made, round: number): Promise<[Answer, Answer]> {
  const ahead = (round % 5) - 2;
  const later = async (milliseconds: number, act: () => Promise<Answer>) => {
    if (milliseconds > 0) await sleep(milliseconds);
    return act();
  };
  return Promise.all([
    later(-ahead * 3, () => pair.write(client, made)),
    later(ahead * 3, () => pair.withdraw(client, made)),
  ]);
}

describe.each<Form>(['one', 'split'])(
  'what refers without a relation while its target goes, in the form %s',
  (form) => {
    describeUnless(missingBuild ?? (form === 'split' ? missingBroker : undefined), 'rests', () => {
      let program: Whole;
      let world: World;
      beforeAll(async () => {
        program = await startForm(form);
        world = await prepareWorld(program.client);
      });
      afterAll(() => program?.stop());

      it.each(loosePairs)(
        'leaves none: $name',
        async (pair) => {
          const odd: string[] = [];
          for (let done = 0; done < count; done += portion) {
            const made = await pair.prepare(world, Math.min(portion, count - done));
            const answers = await inParallel(made, atATime, (one, round) => race(world, pair, one, round));
            for (const [written, withdrawn] of answers) {
              const outcome = `${written.status}/${withdrawn.status}`;
              if (!pair.outcomes.includes(outcome)) odd.push(`${outcome}: ${written.text} ${withdrawn.text}`);
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
        count * 2_000 + 300_000,
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
  },
);
