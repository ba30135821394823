import { apps } from '../../../libs/config/src';
import { allDefinitions, secretVariables } from '../../../libs/config/src/definitions';
import { readSettings } from '../../../libs/config/src/read-settings';
import { readCommand } from '../../../program/src/command/read-command';
import { describeUnless } from '../../program/describe-unless';
import { examples, render } from './chart';
import { missingHelm } from './find-helm';
import { named, ofKind, type Pod, podsOf, variablesOf } from './manifests';

/** What is no setting, and not ours to read: Node's own. */
const others = ['NODE_OPTIONS', 'HTTPS_PROXY'];
const known = allDefinitions.flatMap(({ variable }) => variable ?? []);
const ours = (example: string): [string, Pod][] => [...podsOf(render(example))].filter(([name]) => name !== 'nats');
const isServer = (pod: Pod): boolean => pod.container.args?.some((one) => /^--target=(?!worker)/.test(one)) === true;

describeUnless(missingHelm, 'pods of the Helm chart', () => {
  describe.each(Object.keys(examples))('with the values %s', (example) => {
    it('run commands and settings that the program takes', () => {
      for (const [name, { container }] of ours(example)) {
        expect([name, variablesOf(container).filter((one) => !known.includes(one) && !others.includes(one))]).toEqual([
          name,
          [],
        ]);
        expect(new Set(variablesOf(container)).size).toBe(container.env.length);
        if (name === 'toolbox') continue;
        const { rest, name: command } = readCommand(container.args!);
        expect(command).toBe(name === 'migrate' ? 'migrate' : 'start');
        const env = Object.fromEntries(
          container.env.map(({ name: variable, value }) => [variable, value ?? standIn(variable)]),
        );
        const settings = readSettings(env, rest);
        expect(settings.target).toBe(name === 'migrate' ? 'all' : name);
        if (isServer({ container } as Pod))
          expect(container.ports).toEqual([{ name: 'http', containerPort: settings.port }]);
        // Nothing that would make it start a database, or keep a key, of its own.
        const wanted =
          name === 'gateway'
            ? []
            : name === 'worker'
              ? (['extras'] as const)
              : apps.includes(name as never)
                ? [name as 'ipam']
                : apps;
        for (const app of wanted)
          expect([app, settings.databaseUrls[app] ?? settings.databaseUrl]).toEqual([app, expect.any(String)]);
        expect(settings.secretKey).not.toBe('');
      }
    });

    it('have secrets only from secrets, and no more of them than they need', () => {
      for (const [name, { container }] of ours(example)) {
        for (const { name: variable, value, valueFrom } of container.env)
          if (secretVariables.includes(variable))
            expect([name, variable, value, valueFrom]).toEqual([name, variable, undefined, expect.anything()]);
        const told = variablesOf(container);
        const databases = told.filter((one) => one.endsWith('DATABASE_URL'));
        if (name === 'gateway') expect(databases).toEqual([]);
        else if (!['all', 'migrate', 'toolbox'].includes(name)) expect(databases).toHaveLength(1);
        expect([name, told.includes('PLUMBLINE_SUPERUSER_API_TOKEN')]).toEqual([name, ['users', 'all'].includes(name)]);
        if (['worker', 'migrate', 'all'].includes(name)) expect(told).not.toContain('NATS_URL');
      }
    });

    it('are told of secrets that the chart makes under the names it makes them', () => {
      const manifests = render(example);
      for (const [, { container }] of podsOf(manifests))
        for (const { valueFrom } of container.env) {
          const { name, key } = valueFrom?.secretKeyRef ?? {};
          const made = ofKind(manifests, 'Secret').find(({ metadata }) => metadata.name === name);
          if (made) expect(Object.keys(made.data!)).toContain(key);
          // Others are somebody else's, and were named in the values.
          else if (name) expect(name).not.toMatch(/^plumbline(-sot)?(-generated|-migrate)?$/);
        }
    });

    it('run without rights on a file system that is read only where nothing is written', () => {
      for (const [name, { container, spec }] of podsOf(render(example))) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
        expect(spec.automountServiceAccountToken).toBe(false);
        expect(container.resources).toMatchObject({
          requests: { memory: expect.anything() },
          limits: { memory: expect.anything() },
        });
        const mounted = container.volumeMounts.map((mount) => mount.name);
        const volumes: { name: string }[] = spec.volumes;
        const claims = name === 'nats' ? ['data'] : [];
        expect([...volumes.map((volume) => volume.name), ...claims].sort()).toEqual(mounted.sort());
        const writable = volumes.filter((volume) => 'emptyDir' in volume).map((volume) => volume.name);
        if (name === 'nats') continue;
        expect(writable).toEqual(['tmp', 'data']);
        expect(container.volumeMounts).toEqual(
          expect.arrayContaining([
            { name: 'tmp', mountPath: '/tmp' },
            { name: 'data', mountPath: '/data' },
          ]),
        );
      }
    });

    it('are asked whether they live, and whether they can work, when they answer at all', () => {
      for (const [name, pod] of ours(example)) {
        const { startupProbe, livenessProbe, readinessProbe } = pod.container;
        const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
        const live = { path: '/health/live/', port: 'http' };
        const ready = { path: '/health/ready/', port: 'http' };
        expect([name, asked]).toEqual([name, isServer(pod) ? [live, live, ready] : [undefined, undefined, undefined]]);
      }
    });
  });

  it('find jobs and files where the values put them', () => {
    const pods = podsOf(render('external'));
    const { env, volumeMounts } = pods.get('worker')!.container;
    expect(env).toContainEqual({ name: 'PLUMBLINE_JOBS', value: '/jobs' });
    expect(volumeMounts).toContainEqual({ name: 'jobs', mountPath: '/jobs', readOnly: true });
    expect(podsOf(render('one')).get('all')!.container.env).toContainEqual({ name: 'PLUMBLINE_JOBS', value: '/jobs' });
    const having = (variable: string) =>
      [...pods].filter(([, { container }]) => variablesOf(container).includes(variable));
    expect(having('PLUMBLINE_SECRETS_FOLDER').map(([name]) => name)).toEqual(['extras']);
    expect(pods.get('extras')!.container.volumeMounts).toContainEqual({
      name: 'devices',
      mountPath: '/secrets',
      readOnly: true,
    });
    expect(pods.get('ipam')!.container.env).toContainEqual({ name: 'PLUMBLINE_GRAPHQL_VALUES', value: '1000000' });
  });

  it('read from replicas where there are some, and the gateway knows how old an answer may be', () => {
    const told = (values: object) =>
      Object.fromEntries(
        [...podsOf(render('large', values))].map(([name, { container }]) => [
          name,
          container.env
            .filter((one) => one.name.includes('REPLICA'))
            .map((one) => [one.name, one.value ?? one.valueFrom!.secretKeyRef.key]),
        ]),
      );
    const lag = ['PLUMBLINE_READ_REPLICA_LAG', '5'];
    const own = ['IPAM_READ_REPLICA_URL', 'replica-uris'];
    expect(told({})).toMatchObject({
      gateway: [lag],
      ipam: [own, lag],
      dcim: [lag],
      toolbox: [own, lag],
      worker: [],
      migrate: [],
    });
    const shared = { existingSecret: 'plumbline-replicas' };
    const settings = { PLUMBLINE_READ_REPLICA_LAG: 30 };
    const longer = ['PLUMBLINE_READ_REPLICA_LAG', '30'];
    expect(told({ database: { replicas: shared }, settings })).toMatchObject({
      gateway: [longer],
      users: [['PLUMBLINE_READ_REPLICA_URL', 'url'], longer],
      ipam: [own, longer],
    });
    expect(told({ databases: { ipam: { replicas: { existingSecret: '' } } } }).gateway).toEqual([]);
  });

  it('are started anew when a secret that was given changes, and only then', () => {
    const sums = (url: string) =>
      ofKind(render('minimal', { database: { url } }), 'Deployment').map(
        ({ spec }) => spec.template.metadata.annotations['checksum/given'],
      );
    expect(sums('postgres://a')).toEqual(sums('postgres://a'));
    expect(sums('postgres://a')).not.toEqual(sums('postgres://b'));
  });

  it('find the gateway, the services and the broker under the names of their services', () => {
    for (const example of ['default', 'ingress']) {
      const manifests = render(example);
      const pods = podsOf(manifests);
      const addresses = [...pods.values()].flatMap(({ container }) =>
        container.env.flatMap(({ value }) => (value?.startsWith('http://plumbline') ? [new URL(value)] : [])),
      );
      const broker = named(manifests, 'Secret', `${example === 'ingress' ? 'plumbline-sot' : 'plumbline'}-generated`);
      addresses.push(new URL(Buffer.from(broker.data!['nats-url']!, 'base64').toString().replace('nats:', 'http:')));
      expect(addresses).toHaveLength(apps.length + 2);
      for (const { hostname, port } of addresses)
        expect(named(manifests, 'Service', hostname).spec.ports).toEqual([
          expect.objectContaining({ port: Number(port || 80) }),
        ]);
    }
  });
});

/** A value that a secret could have. */
function standIn(variable: string): string {
  if (/DATABASE_URL$|REPLICA_URL$/.test(variable)) return 'postgres://plumbline@database/plumbline';
  if (variable === 'NATS_URL') return 'nats://nats:4222';
  return '0'.repeat(40);
}
