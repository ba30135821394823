import type { ServiceAddress } from './addresses';

const ofObject: Readonly<Record<string, string>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'create',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'delete',
  OPTIONS: 'describe',
};

/** What a request asks of a model: `list`, `read`, `create`, `change`, `delete`, or an action by its name. */
export function actionOf({ action, template }: ServiceAddress, method: string): string {
  if (action !== undefined && method !== 'OPTIONS') return action;
  const asked = ofObject[method] ?? 'other';
  return asked === 'read' && !template.endsWith('{id}/') ? 'list' : asked;
}
