import { rmSync } from 'node:fs';
import { type App, apps } from '../../libs/config/src';
import { missingBroker } from '../harness/broker';
import { freePort } from '../harness/freePort';
import { isLong } from '../harness/long';
import { type Parts, startParts } from '../harness/parts';
import { missingBuild, untilHealthy } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { describeLater, type Trees, writeTrees } from './describeLater';
import { buildRelease, lastRelease, missingRelease } from './release';
import { upgrades } from './upgrades';
import { worksTogether } from './worksTogether';

type Part = App | 'gateway';

const release = lastRelease();
/** What runs where a part alone is old: the last version of that part; where it alone is new, all others are of the last release. */
const releaseAmong = (old: readonly Part[]) => (old.length === 1 ? lastRelease(old[0]) : release);
const parts: readonly Part[] = ['gateway', ...apps];
const except = (part: Part): Part[] => parts.filter((each) => each !== part);

/** The estate that goes on to become all of this version. */
const upgraded: [string, Part[]] = ['a new ipam among old ones', except('ipam')];
/**
 * Which parts are of the last release. In full: each part old while the others are new, and the other way round; in the short
 * form an old ipam among new ones is in unknownRelation.test.ts.
 */
const estates: [string, Part[]][] = isLong
  ? parts.flatMap((part): [string, Part[]][] => [
      [`an old ${part} among new ones`, [part]],
      part === 'ipam' ? upgraded : [`a new ${part} among old ones`, except(part)],
    ])
  : [upgraded];

describe.each(estates)('parts of a release and of this version: %s', (name, old) => {
  const released = releaseAmong(old);
  const goesOn = name === upgraded[0];
  describeUnless(missingBuild ?? missingBroker ?? missingRelease(released), `with version ${released.version}`, () => {
    const ports = new Map<App, number>();
    let entry: string;
    let trees: Trees | undefined;
    let running: Parts;

    beforeAll(async () => {
      entry = await buildRelease(released);
      const entries = Object.fromEntries(old.map((part) => [part, entry]));
      for (const app of apps) ports.set(app, await freePort());
      const further = Object.fromEntries([...ports].map(([app, port]) => [app, [port]]));
      if (goesOn) trees = await writeTrees();
      // Nothing is asked of virtualization once it is replaced: a proxy takes connections also for a process that has ended.
      running = await startParts({
        behindProxies: 'virtualization',
        entries,
        further,
        ...(trees && { authorization: trees.authorization }),
        env: { PLUMBLINE_OUTGOING_ALLOW: '127.0.0.1' },
      });
    }, 600_000);
    afterAll(async () => {
      await running?.stop();
      if (trees) rmSync(trees.folder, { recursive: true, force: true });
    });

    worksTogether(() => running);

    if (!goesOn) return;
    describe('all of the release', () => {
      beforeAll(async () => {
        const ipam = running.services.get('ipam')!;
        ipam.client.close();
        await ipam.end('SIGTERM');
        const port = Number(new URL(ipam.url).port);
        running.services.set('ipam', await running.startService('ipam', port, entry));
        await untilHealthy(running.gateway.url);
      });

      upgrades(() => running, ports);

      describe('upgraded to this version, and a service that nobody has heard of', () =>
        describeLater(
          () => running,
          () => trees!,
        ));
    });
  });
});
