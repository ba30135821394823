import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { apps } from '../../../libs/config/src';
import { secretVariables } from '../../../libs/config/src/definitions';
import { describeUnless } from '../../program/describeUnless';
import { chartFolder, examples, lint, notes, refusal, render } from './chart';
import { missingHelm } from './findHelm';
import { named, ofKind, podsOf, selects, variablesOf } from './manifests';

const values = parse(readFileSync(join(chartFolder, 'values.yaml'), 'utf8'));

describeUnless(missingHelm, 'the Helm chart', () => {
  it.each(Object.keys(examples))('is accepted by helm lint with the values %s', async (example) => {
    expect(await lint(example)).toMatchObject({ exitCode: 0, output: expect.stringContaining('0 chart(s) failed') });
  });

  it('has a deployment for every target', () => {
    const targets = (example: string) =>
      ofKind(render(example), 'Deployment').flatMap(({ spec }) => spec.template.spec.containers[0].args);
    expect(targets('default').sort()).toEqual(['gateway', 'worker', ...apps].map((name) => `--target=${name}`).sort());
    expect(targets('one')).toEqual(['--target=all']);
  });

  it('runs the image of a part where that is released alone, which then makes its own tables', () => {
    const image = { repository: 'registry/plumbline-ipam', tag: '0.3.0' };
    const deployments = ofKind(render('default', { services: { ipam: { image } } }), 'Deployment');
    const containersOf = ({ spec }: (typeof deployments)[number]) => {
      const { initContainers = [], containers } = spec.template.spec;
      return [...initContainers, ...containers].map(
        (one: { name: string; image: string }) => `${one.name} ${one.image}`,
      );
    };
    const own = 'registry/plumbline-ipam:0.3.0';
    expect(deployments.filter((one) => containersOf(one).some((each) => each.endsWith(own))).map(containersOf)).toEqual(
      [[`migrate-ipam ${own}`, `hand-out ${own}`, `ipam ${own}`]],
    );
    expect(refusal({ services: { ipam: { image: { repository: 'registry/plumbline-ipam' } } } })).toMatch(/tag/);
    expect(refusal({ workers: { image } })).toMatch(/workers/);
  });

  it.each(Object.keys(examples))(
    'has selectors that find their pods, and names of its own, with the values %s',
    (example) => {
      const manifests = render(example);
      const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name.split(' ')[1]!.length).toBeLessThanOrEqual(63);
      const door = example === 'ingress' ? 'plumbline-sot' : 'plumbline';
      const pods = [...podsOf(manifests).values()];
      const matched = (selector: Record<string, string>) => pods.filter(({ labels }) => selects(selector, labels));
      for (const { metadata, spec } of ofKind(manifests, 'Deployment', 'StatefulSet'))
        expect(matched(spec.selector.matchLabels).map(({ of }) => of)).toEqual([metadata.name]);
      for (const { spec } of ofKind(manifests, 'PodDisruptionBudget'))
        expect(matched(spec.selector.matchLabels)).toHaveLength(1);
      for (const { spec } of ofKind(manifests, 'NetworkPolicy'))
        expect(matched(spec.podSelector.matchLabels)).toHaveLength(1);
      for (const { metadata, spec } of ofKind(manifests, 'Service')) {
        const [pod, ...more] = matched(spec.selector);
        expect(more).toEqual([]);
        for (const { targetPort } of spec.ports)
          expect([metadata.name, pod!.container.ports?.map(({ name }) => name)]).toEqual([
            metadata.name,
            expect.arrayContaining([targetPort]),
          ]);
      }
      for (const { spec } of ofKind(manifests, 'HorizontalPodAutoscaler'))
        named(manifests, 'Deployment', spec.scaleTargetRef.name);
      for (const { spec } of ofKind(manifests, 'ServiceMonitor')) {
        const found = ofKind(manifests, 'Service').filter(({ metadata }) =>
          selects(spec.selector.matchLabels, metadata.labels),
        );
        expect(found.map(({ metadata }) => metadata.name)).toEqual([door]);
        for (const { port } of spec.endpoints)
          expect(found[0]!.spec.ports.map((one: { name: string }) => one.name)).toContain(port);
      }
      for (const { spec } of ofKind(manifests, 'Ingress', 'HTTPRoute'))
        expect(JSON.stringify(spec)).toContain(`"${door}"`);
    },
  );

  it('leaves the number of pods to whoever scales them', () => {
    const manifests = render('large');
    const scaled = ofKind(manifests, 'HorizontalPodAutoscaler').map(({ metadata }) => metadata.name);
    expect(scaled.sort()).toEqual(['plumbline-dcim', 'plumbline-gateway', 'plumbline-ipam']);
    for (const { metadata, spec } of ofKind(manifests, 'Deployment'))
      expect([metadata.name, 'replicas' in spec]).toEqual([metadata.name, !scaled.includes(metadata.name)]);
    expect(named(manifests, 'HorizontalPodAutoscaler', 'plumbline-ipam').spec).toMatchObject({
      minReplicas: 3,
      maxReplicas: 20,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
      ],
    });
    // A share of the processor is a share of what was asked for.
    for (const { metadata } of ofKind(manifests, 'HorizontalPodAutoscaler'))
      expect(podsOf(manifests).get(metadata.name.replace('plumbline-', ''))!.container.resources).toMatchObject({
        requests: { cpu: expect.anything() },
      });
  });

  it('lets nobody take away more than one pod of many at a time, and anybody the only one', () => {
    const budgets = ofKind(render('large'), 'PodDisruptionBudget');
    expect(Object.fromEntries(budgets.map(({ metadata, spec }) => [metadata.name, spec.maxUnavailable]))).toEqual({
      'plumbline-dcim': 1,
      'plumbline-extras': 1,
      'plumbline-gateway': 1,
      'plumbline-ipam': '34%',
      'plumbline-users': 1,
      'plumbline-virtualization': 1,
      'plumbline-worker': 1,
    });
    for (const example of ['one', 'minimal']) expect(ofKind(render(example), 'PodDisruptionBudget')).toEqual([]);
  });

  it('takes differences of single parts over what all have', () => {
    const manifests = render('large', { services: { dcim: { autoscaling: { enabled: false }, replicaCount: 0 } } });
    expect(named(manifests, 'Deployment', 'plumbline-dcim').spec.replicas).toBe(0);
    expect(named(manifests, 'Deployment', 'plumbline-users').spec.replicas).toBe(3);
    const pods = podsOf(manifests);
    expect(pods.get('ipam')!.container.resources).toEqual({
      requests: { cpu: '1', memory: values.defaults.resources.requests.memory },
      limits: { memory: '2Gi' },
    });
    expect(pods.get('users')!.container.readinessProbe).toMatchObject({ failureThreshold: 4, periodSeconds: 5 });
    expect(pods.get('migrate')!.spec).toMatchObject({
      nodeSelector: { pool: 'plumbline' },
      tolerations: [{ key: 'pool' }],
    });
    expect(variablesOf(pods.get('worker')!.container)).toContain('PLUMBLINE_WORKER_CONCURRENCY');
    expect(variablesOf(pods.get('ipam')!.container)).not.toContain('PLUMBLINE_WORKER_CONCURRENCY');
  });

  it('runs one process alone, never two, and no broker', () => {
    const manifests = render('one', { defaults: { autoscaling: { enabled: true }, replicaCount: 3 } });
    expect(named(manifests, 'Deployment', 'plumbline-all').spec).toMatchObject({
      replicas: 1,
      strategy: { type: 'Recreate' },
    });
    expect(ofKind(manifests, 'StatefulSet', 'HorizontalPodAutoscaler', 'PodDisruptionBudget')).toEqual([]);
    for (const { container } of podsOf(manifests).values()) expect(variablesOf(container)).not.toContain('NATS_URL');
  });

  it('stops every process of Plumbline when it is paused, and nothing else', () => {
    const manifests = render('large', { paused: true });
    expect(ofKind(manifests, 'HorizontalPodAutoscaler')).toEqual([]);
    for (const { spec } of ofKind(manifests, 'Deployment')) expect(spec.replicas).toBe(0);
    expect(ofKind(render('default', { paused: true }), 'StatefulSet')[0]!.spec.replicas).toBe(1);
    expect(notes('default', { paused: true })).toContain('paused=false');
  });

  it('makes the tables once before anything else, and again when it is asked to', () => {
    const manifests = render('minimal', { initJob: { enabled: true }, networkPolicy: { enabled: true } });
    const job = named(manifests, 'Job', 'plumbline-migrate');
    const hook = 'helm.sh/hook';
    expect(job.metadata.annotations).toMatchObject({
      [hook]: 'pre-install,pre-upgrade',
      [`${hook}-weight`]: '0',
      [`${hook}-delete-policy`]: 'before-hook-creation,hook-succeeded',
    });
    expect(job.spec.template.spec.restartPolicy).toBe('OnFailure');
    expect(podsOf(manifests).get('migrate')!.container.args).toEqual(['migrate']);
    // What it needs is there before it, and by then nothing that is no hook is.
    const needed = podsOf(manifests)
      .get('migrate')!
      .container.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.name ?? []);
    expect(new Set(needed)).toEqual(new Set(['plumbline-migrate', 'plumbline-generated']));
    const before = [
      ...[...new Set(needed)].map((name) => named(manifests, 'Secret', name)),
      named(manifests, 'NetworkPolicy', 'plumbline-migrate'),
    ];
    for (const { metadata } of before) {
      expect(metadata.annotations).toMatchObject({ [hook]: 'pre-install,pre-upgrade', [`${hook}-weight`]: '-10' });
      // What was made once must outlive the hook.
      const goes = metadata.annotations![`${hook}-delete-policy`]!.includes('hook-succeeded');
      expect([metadata.name, goes]).toEqual([metadata.name, metadata.name !== 'plumbline-generated']);
    }
    const hooks = manifests.filter(({ metadata }) => metadata.annotations?.[hook]);
    expect(hooks).toHaveLength(4);
    expect(job.spec.template.spec.serviceAccountName).toBe('default');
    expect(podsOf(render('default')).get('migrate')!.spec).not.toHaveProperty('serviceAccountName');
    expect(ofKind(render('minimal'), 'Job')).toEqual([]);
  });

  it('hangs on an ingress or a gateway', () => {
    const ingress = named(render('ingress'), 'Ingress', 'plumbline-sot');
    expect(ingress.spec).toMatchObject({
      ingressClassName: 'nginx',
      tls: [{ secretName: 'sot-certificate' }],
      rules: [
        {
          host: 'sot.example.net',
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: 'plumbline-sot', port: { name: 'http' } } },
              },
            ],
          },
        },
        { host: 'net.example.net' },
      ],
    });
    const route = named(render('gateway-api', { service: { port: 8000 } }), 'HTTPRoute', 'plumbline');
    expect(route).toMatchObject({
      apiVersion: 'gateway.networking.k8s.io/v1',
      spec: {
        parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
        hostnames: ['plumbline.example.net'],
        rules: [{ backendRefs: [{ name: 'plumbline', port: 8000 }] }],
      },
    });
  });

  it('brings alerts and dashboard as they are in its files', () => {
    const manifests = render('gateway-api');
    const file = (name: string) => readFileSync(join(chartFolder, 'monitoring', name), 'utf8');
    expect(named(manifests, 'PrometheusRule', 'plumbline').spec).toEqual(parse(file('alerts.yaml')));
    expect(named(manifests, 'PrometheusRule', 'plumbline').metadata.labels).toMatchObject({ release: 'prometheus' });
    const dashboard = named(manifests, 'ConfigMap', 'plumbline-dashboard');
    expect(JSON.parse(dashboard.data!['plumbline.json']!)).toEqual(JSON.parse(file('dashboard.json')));
    expect(dashboard.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    expect(named(manifests, 'ServiceMonitor', 'plumbline').spec.endpoints).toEqual([
      {
        port: 'http',
        path: '/metrics/',
        interval: '15s',
        honorLabels: true,
        authorization: { credentials: { name: 'plumbline-measures', key: 'token' } },
      },
    ]);
  });

  it('says what to do next', () => {
    expect(notes('default')).toContain('kubectl -n net port-forward service/plumbline 8080:80');
    expect(notes('default')).toContain(
      `get secret plumbline-generated -o go-template='{{index .data "superuser-api-token" | base64decode}}'`,
    );
    expect(notes('default')).toContain('exec job/plumbline-toolbox -- plumbline doctor');
    expect(notes('external')).toContain(
      `get secret plumbline-keys -o go-template='{{index .data "root-token" | base64decode}}'`,
    );
    expect(notes('external')).toContain('Keep a copy of seal in the secret plumbline-keys');
    expect(notes('ingress')).toContain('https://sot.example.net/api/');
    expect(notes('one')).toContain('http://plumbline.example.net/api/');
    expect(notes('gateway-api')).toContain('://plumbline.example.net/api/');
  });

  // Versions of helm put it in words of their own.
  it.each([
    ['a misspelt part', { services: { ipma: {} } }, /services.*ipma/],
    ['a misspelt value', { services: { ipam: { replicas: 3 } } }, /services[/.]ipam.*replicas/],
    ['values of another chart', { nautobot: { replicaCount: 2 } }, /nautobot/],
    [
      'text for a number',
      { gateway: { replicaCount: 'two' } },
      /gateway[/.]replicaCount.*(got string, want integer|Expected: integer, given: string)/,
    ],
    ['an unknown form', { form: 'both' }, /form.*['"]split['"], ['"]one['"]/],
    ['a short secret key', { secretKey: { value: 'short' } }, /secretKey[/.]value/],
    ['an address of another database', { database: { url: 'mysql://localhost/x' } }, /database[/.]url/],
    [
      'a secret among the settings',
      { settings: { PLUMBLINE_SECRET_KEY: 'x' } },
      /PLUMBLINE_SECRET_KEY is no setting to be read by everybody/,
    ],
    [
      'a name of the administrator beside its own',
      { settings: { NAUTOBOT_SUPERUSER_NAME: 'ada' } },
      /NAUTOBOT_SUPERUSER_NAME is no setting to be read by everybody: give it with .*superUser/,
    ],
    ['apps, which it does not run', { settings: { PLUMBLINE_APPS: '/apps/bgp' } }, /this chart runs no apps/],
    [
      'a variable that is no setting',
      { settings: { DATABASE_URL: 'x' } },
      /settings\b.*DATABASE_URL'?( is)? not allowed/,
    ],
    [
      'a database of a service that is none',
      { databases: { gateway: { existingSecret: 'x' } } },
      /databases\b.*gateway'?( is)? not allowed/,
    ],
    ['a route that hangs on nothing', { route: { enabled: true } }, /route[/.]parentRefs/],
    ['a volume for jobs that is two', { jobs: { volume: { emptyDir: {}, configMap: {} } } }, /jobs[/.]volume/],
    [
      'no database',
      { database: { existingSecret: '' } },
      /The service circuits has no database: set database\.existingSecret/,
    ],
    ['no broker', { nats: { enabled: false } }, /needs a broker: leave nats\.enabled on/],
    [
      'less than the least',
      { services: { ipam: { autoscaling: { minReplicas: 9 } } } },
      /autoscaling of ipam: minReplicas/,
    ],
  ])('refuses %s in words', (_, wrong, told) => {
    expect(refusal(wrong)).toMatch(told);
  });

  it('takes no secret for a setting, wherever it is given', () => {
    const names = secretVariables.filter((name) => /^(PLUMBLINE|NAUTOBOT)_/.test(name));
    for (const name of names) expect(refusal({ settings: { [name]: 'x' } })).toContain(`${name} is no setting`);
    expect(refusal({ services: { extras: { settings: { [names[0]!]: 'x' } } } })).toContain(
      `${names[0]} is no setting`,
    );
  });

  it('needs no shared database where every service has its own', () => {
    const databases = Object.fromEntries(apps.map((app) => [app, { existingSecret: `${app}-database` }]));
    const pods = podsOf(render('default', { database: { existingSecret: '' }, databases }));
    expect(variablesOf(pods.get('migrate')!.container)).not.toContain('DATABASE_URL');
  });
});
