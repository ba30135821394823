import { aPicture } from '@plumbline/testkit';
import { makeAboutOthers } from './world/aboutOthers';
import { makeAddresses } from './world/addresses';
import { makeCircuits } from './world/circuits';
import { makeClusters } from './world/clusters';
import { makeDefinitions } from './world/definitions';
import { makeDevices } from './world/devices';
import { makeHardware } from './world/hardware';
import { makeMachines } from './world/machines';
import { makeNetworks } from './world/networks';
import { makePanels } from './world/panels';
import { makePeople } from './world/people';
import { makePlaces } from './world/places';
import { makeRacks } from './world/racks';
import { makeTenancy } from './world/tenancy';
import { takeTools, type WorldSize } from './world/tools';
import { makeUnplaced } from './world/unplaced';
import type { NetboxWorld } from './worldBuilder';

/** Some hundreds of objects. */
export const small: WorldSize = { sites: 4, devicesPerSite: 2, interfacesPerDevice: 4, machinesPerSite: 2 };
/** Some ten thousand. */
export const large: WorldSize = { sites: 40, devicesPerSite: 30, interfacesPerDevice: 8, machinesPerSite: 10 };

/** The files that objects of such a world name, by path. */
export const netboxMedia: ReadonlyMap<string, Buffer> = new Map([
  ['/media/devicetype-images/c9300.png', aPicture(8, 2)],
  ['/media/image-attachments/door 1.png', aPicture(3, 4)],
  ['/media/plan.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
]);

/**
 * A NetBox as a company has it after some years, the same for the same seed: objects of every model, in every kind of
 * relation, with names that are there twice, networks that overlap, and fields that nothing else has.
 */
export function makeNetboxWorld(url: string, seed: number, size: WorldSize): NetboxWorld {
  const tools = takeTools(url, seed, size);
  const people = makePeople(tools);
  const definitions = makeDefinitions(tools);
  const known = { ...people, ...definitions };
  const tenancy = { ...known, ...makeTenancy(tools, known) };
  const places = { ...tenancy, ...makePlaces(tools, tenancy) };
  const racks = { ...places, ...makeRacks(tools, places) };
  const hardware = { ...racks, ...makeHardware(tools, racks) };
  const clusters = { ...hardware, ...makeClusters(tools, hardware) };
  const networks = { ...clusters, ...makeNetworks(tools, clusters) };
  const devices = { ...networks, ...makeDevices(tools, networks) };
  const addresses = { ...devices, ...makeAddresses(tools, devices) };
  const panels = { ...addresses, ...makePanels(tools, addresses) };
  makeMachines(tools, panels);
  const circuits = { ...panels, ...makeCircuits(tools, panels) };
  const all = { ...circuits, ...makeUnplaced(tools, circuits) };
  makeAboutOthers(tools, all);
  return tools.world;
}
