import type { Model } from '../api/models';
import { objectPath } from '../api/objects';
import { addressOf } from '../api/request';
import type { ApiObject } from '../api/types';

/** An object in the languages it may be needed in. */
export function copyForms(model: Model, object: ApiObject): { label: string; text: string }[] {
  const address = `${location.origin}${addressOf(objectPath(model, object.id))}`;
  const endpoint = model.url
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll('-', '_'));
  return [
    { label: 'JSON', text: JSON.stringify(object, null, 2) },
    { label: 'curl', text: `curl -s -H "Authorization: Token $TOKEN" '${address}'` },
    { label: 'pynautobot', text: `nautobot.${endpoint.join('.')}.get("${object.id}")` },
    { label: 'Address', text: location.href },
    { label: 'ID', text: String(object.id) },
  ];
}
