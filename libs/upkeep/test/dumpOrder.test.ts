import { defineModel, f, organizational } from '@plumbline/model';
import { dependencyOrder } from '../src';

const thing = (name: string, fields: Parameters<typeof defineModel>[1]['fields']) =>
  defineModel(`app.${name}` as 'app.thing', { traits: [organizational], fields: { name: f.text(), ...fields } });

const labels = (...models: ReturnType<typeof thing>[]) => dependencyOrder(models).map(({ label }) => label);

describe('dependencyOrder', () => {
  it('puts what objects cannot be without before them', () => {
    const rack = thing('rack', { room: f.ref('app.room') });
    const room = thing('room', { house: f.ref('app.house') });
    const house = thing('house', {});
    expect(labels(rack, room, house)).toEqual(['app.house', 'app.room', 'app.rack']);
  });

  it('breaks a ring where a relation may be empty', () => {
    const device = thing('device', { address: f.ref('app.address').optional() });
    const port = thing('port', { device: f.ref('app.device') });
    const address = thing('address', { port: f.ref('app.port') });
    expect(labels(device, port, address)).toEqual(['app.device', 'app.port', 'app.address']);
  });

  it('takes no heed of what refers to its own kind', () => {
    const place = thing('place', { parent: f.ref('app.place').optional() });
    expect(labels(place)).toEqual(['app.place']);
  });
});
