import { systemScope, unitOfWork } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { TestAnswer, TestServices } from '@plumbline/testkit';
import { auditsOf } from '@plumbline/upkeep';
import { ownServices } from '../../program/src/start/services';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
export type Shown = any;

/** What can be plugged in or bears a name: where it is made, and what it is. */
export interface Thing {
  id: string;
  endpoint: string;
  type: string;
}

const types: Record<string, string> = {
  'dcim/interfaces': 'dcim.interface',
  'dcim/console-ports': 'dcim.consoleport',
  'dcim/console-server-ports': 'dcim.consoleserverport',
  'dcim/power-ports': 'dcim.powerport',
  'dcim/power-outlets': 'dcim.poweroutlet',
  'dcim/power-feeds': 'dcim.powerfeed',
  'dcim/front-ports': 'dcim.frontport',
  'dcim/rear-ports': 'dcim.rearport',
  'circuits/circuit-terminations': 'circuits.circuittermination',
};

/** A place with devices to cable, for tests. */
export class Lab {
  private made = 0;
  location = '';

  constructor(readonly plumbline: () => TestServices) {}

  send(method: string, path: string, body?: unknown): Promise<TestAnswer> {
    return this.plumbline().request(method, `/api/${path}`, body);
  }

  async make(endpoint: string, body: object): Promise<Shown> {
    const answer = await this.send('POST', `${endpoint}/`, body);
    if (answer.status !== 201) throw new Error(`${endpoint}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  async get(endpoint: string, id: string): Promise<Shown> {
    const answer = await this.send('GET', `${endpoint}/${id}/`);
    if (answer.status !== 200) throw new Error(`${endpoint}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** What every device needs. */
  async open(): Promise<void> {
    const content_types = ['dcim.device', 'dcim.powerpanel', 'circuits.circuittermination'];
    await this.make('dcim/location-types', { name: 'Lab', content_types });
    const location = await this.make('dcim/locations', { name: 'Lab', location_type: 'Lab', status: 'Active' });
    this.location = location.id;
    await this.make('dcim/manufacturers', { name: 'Maker' });
    await this.make('dcim/device-types', { model: 'Box', manufacturer: 'Maker' });
    await this.make('extras/roles', { name: 'Subject', content_types: ['dcim.device'] });
    await this.make('circuits/providers', { name: 'Telco' });
    await this.make('circuits/circuit-types', { name: 'Fibre' });
  }

  async device(name = `device ${++this.made}`): Promise<Shown> {
    const type = { model: 'Box' };
    return this.make('dcim/devices', {
      name,
      device_type: type,
      role: 'Subject',
      location: this.location,
      status: 'Active',
    });
  }

  async thing(endpoint: string, body: object): Promise<Thing> {
    const { id } = await this.make(endpoint, { name: `thing ${++this.made}`, ...body });
    return { id, endpoint, type: types[endpoint]! };
  }

  interface(device: Shown, more: object = {}): Promise<Thing> {
    return this.thing('dcim/interfaces', { device: device.id, type: '1000base-t', status: 'Active', ...more });
  }

  rear(device: Shown, positions = 1): Promise<Thing> {
    return this.thing('dcim/rear-ports', { device: device.id, type: 'lc', positions });
  }

  front(device: Shown, rear: Thing, rear_port_position = 1): Promise<Thing> {
    return this.thing('dcim/front-ports', { device: device.id, type: 'lc', rear_port: rear.id, rear_port_position });
  }

  async circuit(): Promise<Shown> {
    const cid = `circuit ${++this.made}`;
    return this.make('circuits/circuits', { cid, provider: 'Telco', circuit_type: 'Fibre', status: 'Active' });
  }

  end(circuit: Shown, term_side: string): Promise<Thing> {
    return this.thing('circuits/circuit-terminations', { circuit: circuit.id, term_side, location: this.location });
  }

  plugging(a: Thing, b: Thing, more: object = {}): object {
    return {
      termination_a_type: a.type,
      termination_a_id: a.id,
      termination_b_type: b.type,
      termination_b_id: b.id,
      status: 'Connected',
      ...more,
    };
  }

  plug(a: Thing, b: Thing, more: object = {}): Promise<Shown> {
    return this.make('dcim/cables', this.plugging(a, b, more));
  }

  /** What an endpoint says of its cable and of where this leads. */
  async says({
    endpoint,
    id,
  }: Thing): Promise<[cable: string | null, peer: string | null, end: string | null, reachable: unknown]> {
    const { cable, cable_peer, connected_endpoint, connected_endpoint_reachable } = await this.get(endpoint, id);
    return [
      cable?.id ?? null,
      cable_peer?.id ?? null,
      connected_endpoint?.id ?? null,
      connected_endpoint_reachable ?? null,
    ];
  }

  /** A trace as ids. */
  async trace({ endpoint, id }: Thing): Promise<(string | null)[][]> {
    const answer = await this.send('GET', `${endpoint}/${id}/trace/`);
    if (answer.status !== 200) throw new Error(`trace: ${answer.status} ${answer.text}`);
    return answer.body.map((segment: Shown[]) => segment.map((part) => part?.id ?? null));
  }

  /** What the audits of cables, paths and references in dcim and circuits find, and perhaps mend. */
  async audit(repair = false): Promise<string[]> {
    const found: string[] = [];
    for (const app of ['dcim', 'circuits'] as const) {
      const { engine } = this.plumbline().services.get(app)!;
      const auditor = { repair, found: (text: string) => void found.push(text), looked: () => undefined };
      const audits = auditsOf(ownServices.of(app), registered.extensions).filter(({ title }) =>
        /cable|references/.test(title),
      );
      for (const audit of audits) await audit.run(unitOfWork(engine, systemScope()), auditor);
    }
    return found;
  }
}
