import { apps } from '../../../libs/config/src';
import { allDefinitions, secretVariables } from '../../../libs/config/src/definitions';
import { readSettings } from '../../../libs/config/src/readSettings';
import { readCommand } from '../../../program/src/command/readCommand';
import { describeUnless } from '../../program/describeUnless';
import { examples, render } from './chart';
import { missingHelm } from './findHelm';
import { named, ofKind, type Pod, podsOf, variablesOf } from './manifests';

/** What is no setting, and not ours to read: Node's own. */
const others = ['NODE_OPTIONS', 'HTTPS_PROXY'];
const known = [
  ...allDefinitions.flatMap(({ variable }) => variable ?? []),
  ...secretVariables.map((variable) => `${variable}_FILE`),
];
/** The variable whose value stands in a file that a part was handed. */
const fileOf = (variable: string, value: string | undefined): string | undefined =>
  value?.startsWith('/handed/') ? variable.replace(/_FILE$/, '') : undefined;
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
          container.env.map(({ name: variable, value, valueFrom }) => {
            const file = fileOf(variable, value);
            return file
              ? [variable.replace(/_FILE$/, ''), standIn(file)]
              : [variable, valueFrom ? standIn(variable) : value];
          }),
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

    it('have secrets only from secrets and of what they are handed, and no more of them than they need', () => {
      for (const [name, { container }] of ours(example)) {
        // The broker of the chart knows its users by their keys: its address is no secret.
        for (const { name: variable, value, valueFrom } of container.env)
          if (secretVariables.includes(variable) && !/^nats:\/\/plumbline[\w-]*-nats:4222$/.test(value ?? ''))
            expect([name, variable, value, valueFrom]).toEqual([name, variable, undefined, expect.anything()]);
        const told = variablesOf(container).map((one) => one.replace(/_FILE$/, ''));
        const databases = told.filter((one) => one.endsWith('DATABASE_URL'));
        if (name === 'gateway') expect(databases).toEqual([]);
        else if (!['all', 'migrate', 'toolbox'].includes(name)) expect(databases).toHaveLength(1);
        expect([name, told.includes('PLUMBLINE_SUPERUSER_API_TOKEN')]).toEqual([name, ['users', 'all'].includes(name)]);
        if (['worker', 'migrate', 'all'].includes(name)) expect(told).not.toContain('NATS_URL');
      }
    });

    it('know neither the secret key nor a role that may make others where they stay', () => {
      const manifests = render(example);
      const administration = /^(PLUMBLINE_SECRET_KEY|(\w+_)?(DATABASE|READ_REPLICA)_URL)$/;
      for (const [name, { container, before, spec }] of ours(example)) {
        const told = variablesOf(container).filter((one) => administration.test(one));
        const files = container.env.flatMap(({ name: variable, value }) => (fileOf(variable, value) ? [value] : []));
        if (name === 'migrate' || name === 'toolbox') {
          expect([before, files]).toEqual([[], []]);
          expect(told).toContain('PLUMBLINE_SECRET_KEY');
          continue;
        }
        expect([name, told]).toEqual([name, []]);
        for (const file of files) expect(file).toMatch(new RegExp(`^/handed/${name}/[a-z-]+$`));
        expect(files).toContain(`/handed/${name}/secret-key`);
        // They are written before it starts, into memory that nobody else sees.
        const last = before.at(-1)!;
        expect([last.name, last.args]).toEqual(['hand-out', ['hand-out', '/handed', name]]);
        expect(readCommand(last.args!).name).toBe('hand-out');
        expect(variablesOf(last)).toContain('PLUMBLINE_SECRET_KEY');
        expect(container.volumeMounts).toContainEqual({ name: 'handed', mountPath: '/handed', readOnly: true });
        expect(last.volumeMounts).toContainEqual({ name: 'handed', mountPath: '/handed' });
        expect(spec.volumes).toContainEqual({ name: 'handed', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } });
        // Where no job has made the tables, each makes its own.
        const tables = before.slice(0, -1).map(({ args }) => args!.join(' '));
        const made = ofKind(manifests, 'Job').length > 0 || name === 'gateway';
        const own = name === 'worker' ? 'extras' : name;
        expect([name, tables]).toEqual([name, made ? [] : [`migrate --target=${own}`]]);
      }
    });

    it('are told of secrets that the chart makes under the names it makes them', () => {
      const manifests = render(example);
      const containers = [...podsOf(manifests).values()].flatMap(({ container, before }) => [...before, container]);
      for (const container of containers)
        for (const { valueFrom } of container.env ?? []) {
          const { name, key } = valueFrom?.secretKeyRef ?? {};
          const made = ofKind(manifests, 'Secret').find(({ metadata }) => metadata.name === name);
          if (made) expect(Object.keys(made.data!)).toContain(key);
          // Others are somebody else's, and were named in the values.
          else if (name) expect(name).not.toMatch(/^plumbline(-sot)?(-generated|-migrate)?$/);
        }
    });

    it('run without rights on a file system that is read only where nothing is written', () => {
      for (const [name, { container, before, spec }] of podsOf(render(example))) {
        for (const { securityContext } of [...before, container])
          expect(securityContext).toEqual({
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
        expect(writable).toEqual(['tmp', 'data', ...(before.length > 0 ? ['handed'] : [])]);
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

  it('can be told every setting: under `settings`, as a secret, or by what the chart knows', () => {
    const addresses = ['PORT', 'HOST', 'GATEWAY_URL', ...apps.map((app) => `${app.toUpperCase()}_URL`)];
    const decided = [...addresses, 'PLUMBLINE_SUPERUSER_NAME'];
    // Apps of others it does not run.
    const variables = allDefinitions
      .flatMap(({ variable }) => variable ?? [])
      .filter((one) => one !== 'PLUMBLINE_APPS');
    const open = variables.filter((one) => !secretVariables.includes(one) && !decided.includes(one));
    const settings = Object.fromEntries(open.map((variable) => [variable, 'as somebody says']));
    for (const [name, { container, before }] of podsOf(render('default', { settings }))) {
      if (name === 'nats') continue;
      for (const { env } of [...before, container])
        for (const variable of open) expect(env).toContainEqual({ name: variable, value: 'as somebody says' });
    }
    const told = [shared, { ...shared, databases: ofTheirOwn }].flatMap((values) =>
      [...podsOf(render('external', values)).values()].flatMap(({ container, before }) =>
        [...before, container].flatMap(variablesOf),
      ),
    );
    // Headers of a collector are given with a secret of variables.
    const given = variables.filter((one) => !open.includes(one) && one !== 'OTEL_EXPORTER_OTLP_HEADERS');
    expect(given.filter((variable) => !told.includes(variable))).toEqual([]);
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
    const handed = (app: string) => [
      `${app.toUpperCase()}_READ_REPLICA_URL_FILE`,
      `/handed/${app}/${app}-read-replica-url`,
    ];
    const lag = ['PLUMBLINE_READ_REPLICA_LAG', '5'];
    const own = ['IPAM_READ_REPLICA_URL', 'replica-uris'];
    expect(told({})).toMatchObject({
      gateway: [lag],
      ipam: [handed('ipam'), lag],
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
      users: [handed('users'), longer],
      ipam: [handed('ipam'), longer],
      toolbox: [own, ['PLUMBLINE_READ_REPLICA_URL', 'url'], longer],
    });
    const source = podsOf(render('large')).get('ipam')!.before[0]!.env;
    expect(source).toContainEqual({
      name: 'IPAM_READ_REPLICA_URL',
      valueFrom: { secretKeyRef: { name: 'ipam-postgres', key: 'replica-uris' } },
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
        (container.env ?? []).flatMap(({ value }) =>
          /^(http|nats):\/\/plumbline/.test(value ?? '') ? [new URL(value!.replace('nats:', 'http:'))] : [],
        ),
      );
      expect(new Set(addresses.map(({ host }) => host)).size).toBe(apps.length + 2);
      for (const { hostname, port } of addresses)
        expect(named(manifests, 'Service', hostname).spec.ports).toEqual([
          expect.objectContaining({ port: Number(port || 80) }),
        ]);
    }
  });
});

/** Values with every kind of secret: of a server that services share, and of servers of their own. */
const shared = {
  database: { replicas: { existingSecret: 'replicas' } },
  metrics: { token: { existingSecret: 'measures' } },
  signIn: { existingSecret: 'ways-of-signing-in' },
};
const ofTheirOwn = Object.fromEntries(
  apps.map((app) => [app, { existingSecret: app, replicas: { existingSecret: app } }]),
);

/** A value that a secret could have. */
function standIn(variable: string): string {
  if (/DATABASE_URL$|REPLICA_URL$/.test(variable)) return 'postgres://plumbline@database/plumbline';
  if (variable === 'NATS_URL') return 'nats://nats:4222';
  return '0'.repeat(40);
}
