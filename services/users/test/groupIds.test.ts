import type { UnitOfWork } from '@plumbline/engine';
import { groupIds } from '../src/signIn/groupIds';
import type { AdmissionPolicy } from '../src/signIn/method';

it('groups that are called as what all objects have are mapped as the settings say, and else not', async () => {
  const policy = { group_map: {}, default_groups: [] } as unknown as AdmissionPolicy;
  const groups = ['constructor', 'toString', '__proto__'].map((name) => ({ name, id: name }));
  const proof = { subject: 'ada', asserted: new Date(), groups };
  // Nothing is asked of the database: none of them means a group here.
  expect(await groupIds({} as UnitOfWork, policy, proof, ['7'])).toEqual([]);
  expect(await groupIds({} as UnitOfWork, policy, { ...proof, groups: undefined }, ['7'])).toEqual(['7']);
});
