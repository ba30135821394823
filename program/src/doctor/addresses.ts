import { type App, type Settings, serviceUrlVariable } from '@plumbline/config';
import { reachInstances, readInstances } from '@plumbline/gateway';
import { type Finding, ill, well } from './finding';

const patience = 2_000;

/** Whether each service is reached at the addresses that the gateway was told. */
export async function examineAddresses({ serviceUrls }: Pick<Settings, 'serviceUrls'>): Promise<Finding[]> {
  const named = Object.entries(serviceUrls).filter((entry): entry is [App, string] => entry[1] !== undefined);
  return Promise.all(named.map(([app, urls]) => examineOne(app, urls)));
}

async function examineOne(app: App, urls: string): Promise<Finding> {
  const about = `${app}: address`;
  const troubles = await reachInstances(app, readInstances(urls), patience);
  const reached = troubles.filter((trouble) => trouble === undefined).length;
  // One that is not there yet is passed over.
  if (reached > 0) return well(about, `${reached} of ${troubles.length} reached at ${urls}`);
  return ill(
    about,
    `not reached at ${urls}: ${troubles.join('; ')}`,
    `The gateway sends requests there: mend ${serviceUrlVariable(app)}, or start a process with --target=${app} there.`,
  );
}
