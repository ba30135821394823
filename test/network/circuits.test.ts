import { inTransaction, readOutboxOf, systemScope, unitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { circuitsNameTheirEnds } from '../../services/circuits/src/audits/circuitsNameTheirEnds';
import { takeCabling } from '../../services/circuits/src/follow/takeCabling';
import { type Network, type Shown, startNetwork } from './everything';

let network: Network;
let location: string;
beforeAll(async () => {
  network = await startNetwork();
  const { make } = network;
  await make('dcim/location-types', { name: 'Exchange', content_types: ['circuits.circuittermination'] });
  ({ id: location } = await make('dcim/locations', { name: 'North', location_type: 'Exchange', status: 'Active' }));
  await make('circuits/providers', { name: 'Telco' });
  await make('circuits/circuit-types', { name: 'Dark fibre' });
});
afterAll(() => network?.plumbline.stop());

const aCircuit = (cid: string) =>
  network.make('circuits/circuits', { cid, provider: 'Telco', circuit_type: 'Dark fibre', status: 'Active' });
const anEnd = (circuit: Shown, term_side: string): Promise<Shown> =>
  network.make('circuits/circuit-terminations', { circuit: circuit.id, term_side, location });
const move = (end: Shown, change: object) => network.send('PATCH', `circuits/circuit-terminations/${end.id}/`, change);

/** The ids of the terminations a circuit names. */
async function endsOf(circuit: Shown): Promise<(string | null)[]> {
  const shown = await network.show(`circuits/circuits/${circuit.id}/`);
  return [shown.circuit_termination_a?.id ?? null, shown.circuit_termination_z?.id ?? null];
}

describe('The ends a circuit names', () => {
  it('follow what is made, moved and deleted', async () => {
    const [one, two] = [await aCircuit('follow 1'), await aCircuit('follow 2')];
    const end = await anEnd(one, 'A');
    expect(await endsOf(one)).toEqual([end.id, null]);
    await move(end, { term_side: 'Z' });
    expect(await endsOf(one)).toEqual([null, end.id]);
    await move(end, { circuit: two.id });
    expect([await endsOf(one), await endsOf(two)]).toEqual([
      [null, null],
      [null, end.id],
    ]);
    expect((await network.send('DELETE', `circuits/circuit-terminations/${end.id}/`)).status).toBe(204);
    expect(await endsOf(two)).toEqual([null, null]);
  });

  it('change sides in one request', async () => {
    const circuit = await aCircuit('swap');
    const [a, z] = [await anEnd(circuit, 'A'), await anEnd(circuit, 'Z')];
    const change = (changes: object[]) => network.send('PATCH', 'circuits/circuit-terminations/', changes);
    const swapped = await change([
      { id: a.id, term_side: 'Z' },
      { id: z.id, term_side: 'A' },
    ]);
    expect(swapped.status).toBe(200);
    expect(await endsOf(circuit)).toEqual([z.id, a.id]);
    expect((await change([{ id: a.id, term_side: 'A' }])).status).toBe(400);
    expect(await endsOf(circuit)).toEqual([z.id, a.id]);
  });

  it('cannot be written', async () => {
    const circuit = await aCircuit('read only');
    const end = await anEnd(circuit, 'A');
    await network.send('PATCH', `circuits/circuits/${circuit.id}/`, {
      circuit_termination_a: null,
      circuit_termination_z: end.id,
    });
    expect(await endsOf(circuit)).toEqual([end.id, null]);
  });

  it('are all there when both are made at once, and one of several for the same side', async () => {
    const circuits = await Promise.all(Array.from({ length: 10 }, (_, number) => aCircuit(`race ${number}`)));
    const made = await Promise.all(
      circuits.flatMap(({ id: circuit }) =>
        ['A', 'Z', 'A'].map((term_side) =>
          network.send('POST', 'circuits/circuit-terminations/', { circuit, term_side, location }),
        ),
      ),
    );
    expect(made.map(({ status }) => status).filter((status) => status !== 201)).toEqual(Array(10).fill(400));
    for (const circuit of circuits) {
      const { results } = await network.show(`circuits/circuit-terminations/?circuit=${circuit.cid}`);
      expect(await endsOf(circuit)).toEqual(results.map(({ id }: Shown) => id));
    }
  });

  it('go with the circuit', async () => {
    const circuit = await aCircuit('gone');
    await anEnd(circuit, 'A');
    await anEnd(circuit, 'Z');
    expect((await network.send('DELETE', `circuits/circuits/${circuit.id}/`)).status).toBe(204);
    expect((await network.show('circuits/circuit-terminations/?q=gone')).count).toBe(0);
  });
});

test('The audit finds circuits that name other ends, and mends them', async () => {
  const circuit = await aCircuit('broken');
  const end = await anEnd(circuit, 'A');
  const { engine } = network.plumbline.services.get('circuits')!;
  await engine.database.run(
    sql.unsafe`UPDATE circuit SET circuit_termination_a = NULL, circuit_termination_z = ${end.id}::uuid WHERE id = ${circuit.id}::uuid`,
  );
  const audit = async (repair: boolean) => {
    const found: string[] = [];
    const auditor = { repair, found: (text: string) => found.push(text), looked: () => undefined };
    await circuitsNameTheirEnds.run(unitOfWork(engine, systemScope()), auditor);
    return found;
  };
  const finding = `circuits.circuit ${circuit.id}: it does not name the terminations it has.`;
  expect([await audit(false), await audit(true), await audit(false)]).toEqual([[finding], [finding], []]);
  expect(await endsOf(circuit)).toEqual([end.id, null]);
});

test('Of what happened to an end the last counts, also where a job and somebody else took turns', async () => {
  const [end, other] = [await anEnd(await aCircuit('near'), 'A'), await anEnd(await aCircuit('far'), 'A')];
  const plug = () =>
    network.make('dcim/cables', {
      termination_a_type: 'circuits.circuittermination',
      termination_a_id: end.id,
      termination_b_type: 'circuits.circuittermination',
      termination_b_id: other.id,
      status: 'Connected',
    });
  const first = await plug();
  expect((await network.send('DELETE', `dcim/cables/${first.id}/`)).status).toBe(204);
  const last = await plug();
  const work = unitOfWork(network.plumbline.services.get('circuits')!.engine, systemScope());
  const told = (await readOutboxOf(work, 'dcim', { after: 0 })).records.filter(
    ({ label, object_id }) => label === 'dcim.cablepath' && object_id === end.id,
  );
  expect(told.map(({ object_data }) => object_data!.cable)).toEqual([first.id, null, last.id]);
  // All requests of a job go by one id.
  const byTurns = told.map((one, index) => ({ ...one, request_id: index === 1 ? told[1]!.id : told[0]!.id }));
  await inTransaction(work, (inner) => takeCabling(inner, byTurns));
  expect((await network.show(`circuits/circuit-terminations/${end.id}/`)).cable?.id).toBe(last.id);
});

test('What leads to a location counts there, is found through it and keeps it', async () => {
  const { make, show, send } = network;
  const { id: here } = await make('dcim/locations', { name: 'South', location_type: 'Exchange', status: 'Active' });
  const circuit = await aCircuit('there and back');
  for (const term_side of ['A', 'Z'])
    await make('circuits/circuit-terminations', { circuit: circuit.id, term_side, location: here });
  expect((await show(`dcim/locations/${here}/`)).circuit_count).toBe(2);
  expect((await show('circuits/circuits/?location=South')).count).toBe(1);
  expect((await show('circuits/providers/?location=South')).count).toBe(1);
  expect((await show('circuits/circuit-terminations/?location=South')).count).toBe(2);
  expect((await send('DELETE', `dcim/locations/${here}/`)).status).toBe(409);
});
