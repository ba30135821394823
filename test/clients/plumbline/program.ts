// A program as somebody writes it with @plumbline/client and the types of their server, apps included: it compiles with
// `--strict`, without a cast. Prints a line for each thing that went as it should.
import assert from 'node:assert/strict';
import { answered, createPlumbline, Refused } from '@plumbline/client';
import type { components, paths } from './plumbline';

const [url, token] = process.argv.slice(2) as [string, string];
const api = createPlumbline<paths>({ url, token, pageSize: 7 });

async function listsPageByPage(): Promise<void> {
  const made = Array.from({ length: 20 }, (_, number) => ({ name: `paged ${String(number).padStart(2, '0')}` }));
  for (const body of made) answered(await api.POST('/tenancy/tenants/', { body }));
  const names: string[] = [];
  for await (const tenant of api.list('/tenancy/tenants/', { name__isw: ['paged'], sort: 'name' }))
    names.push(tenant.name);
  assert.deepEqual(
    names,
    made.map(({ name }) => name),
  );
}

async function listsWhatItDeletes(): Promise<void> {
  const tenants = { name__isw: ['paged'] };
  for await (const { id } of api.list('/tenancy/tenants/', tenants))
    answered(await api.DELETE('/tenancy/tenants/{id}/', { params: { path: { id } } }));
  for await (const { name } of api.list('/tenancy/tenants/', tenants)) assert.fail(`${name} was left out.`);
}

async function keepsWhatOthersChange(): Promise<void> {
  const body = { name: 'Changed by many', comments: '' };
  const { id } = answered(await api.POST('/tenancy/tenants/', { body }));
  let others = 0;
  const changed = await api.change('/tenancy/tenants/{id}/', id, (tenant) => ({ comments: `${tenant.comments}mine` }));
  assert.equal(changed.comments, 'mine');
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((letter) =>
      api.change('/tenancy/tenants/{id}/', id, (tenant) => {
        others++;
        return { comments: `${tenant.comments} ${letter}` };
      }),
    ),
  );
  const after = answered(await api.GET('/tenancy/tenants/{id}/', { params: { path: { id } } }));
  assert.deepEqual(after.comments?.split(' ').sort(), ['a', 'b', 'c', 'd', 'mine']);
  assert.ok(others >= 4);
  const left = await api.change('/tenancy/tenants/{id}/', id, () => undefined);
  assert.equal(left.comments, after.comments);
}

async function tellsWhatIsRefused(): Promise<void> {
  const refused = await api.POST('/tenancy/tenants/', { body: { name: '' } });
  assert.throws(
    () => answered(refused),
    (error) => error instanceof Refused && error.status === 400 && JSON.stringify(error.body).includes('name'),
  );
}

async function knowsTheModelsOfApps(): Promise<void> {
  const policy: components['schemas']['RoutingPolicyRequest'] = { name: 'by the client' };
  const { id } = answered(await api.POST('/plugins/bgp/routing-policies/', { body: policy }));
  const actions: string[] = [];
  const term = { policy: id, sequence: 10, action: 'accept' as const };
  answered(await api.POST('/plugins/bgp/policy-terms/', { body: term }));
  for await (const { action } of api.list('/plugins/bgp/policy-terms/', { policy: ['by the client'] }))
    actions.push(action.value);
  assert.deepEqual(actions, ['accept']);
}

async function main(): Promise<void> {
  const checks = [listsPageByPage, listsWhatItDeletes, keepsWhatOthersChange, tellsWhatIsRefused, knowsTheModelsOfApps];
  for (const check of checks) {
    await check();
    console.log(`ok ${check.name}`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
