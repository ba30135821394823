import type { Bus } from '@plumbline/bus';
import { contractRelease, type GatewayRequest } from '@plumbline/http';
import type { Catalog } from '../catalog';
import type { ApiView } from './apiView';

/** Milliseconds to wait for who knows of the workers: what is running is told in any case. */
const patience = 1_000;

/**
 * The versions of what is running, and how many workers run jobs (0 also when nobody can tell). The keys are those
 * clients look for; the ones that name parts we are not made of hold the version whose behaviour can be relied on.
 */
export function statusView(bus: Bus, catalog: Catalog): ApiView {
  const applications = Object.entries(catalog.apps);
  const plugins = applications.flatMap(([app, { plugin }]) => (plugin ? [[app, plugin.version] as const] : []));
  const installed = [
    ...applications.flatMap(([app, { plugin }]) => (plugin ? [] : [[`nautobot.${app}`, null] as const])),
    ['plumbline', catalog.version] as const,
    ...plugins,
  ];
  const status = {
    'django-version': '3.2.25',
    'installed-apps': Object.fromEntries(installed),
    'nautobot-version': contractRelease,
    plugins: Object.fromEntries(plugins),
    'python-version': '3.11.0',
  };
  async function countWorkers(gatewayRequest: GatewayRequest): Promise<number> {
    gatewayRequest.cost.bus += 1;
    const call = { ...gatewayRequest, deadline: Math.min(gatewayRequest.deadline, Date.now() + patience) };
    return bus
      .request<{ workers: number }>({ app: 'extras', model: 'job', verb: 'workers' }, {}, call)
      .then(({ workers }) => workers)
      .catch(() => 0);
  }
  return {
    path: '/api/status/',
    name: 'Status',
    description: 'The versions of the server and its parts.',
    schema: { type: 'object', additionalProperties: true },
    read: async (gatewayRequest) => ({ ...status, 'celery-workers-running': await countWorkers(gatewayRequest) }),
  };
}
