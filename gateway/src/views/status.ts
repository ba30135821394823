import { apps } from '@plumbline/config';
import { contractRelease } from '@plumbline/http';
import type { Catalog } from '../catalog';
import type { ApiView } from './api-view';

/**
 * The versions of what is running. The keys are those clients look for; the ones that name parts we are not made of
 * hold the version whose behaviour can be relied on.
 */
export function statusView(catalog: Catalog): ApiView {
  const installed = [...apps.map((app) => [`nautobot.${app}`, null] as const), ['plumbline', catalog.version] as const];
  const status = {
    'django-version': '3.2.25',
    'installed-apps': Object.fromEntries(installed),
    'nautobot-version': contractRelease,
    plugins: {},
    'python-version': '3.11.0',
    'celery-workers-running': 1,
  };
  return {
    path: '/api/status/',
    name: 'Status',
    description: 'The versions of the server and its parts.',
    schema: { type: 'object', additionalProperties: true },
    read: () => status,
  };
}
