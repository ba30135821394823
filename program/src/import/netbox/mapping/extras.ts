import { refTo } from '../../apply/draft';
import { able } from '../../models';
import { kindsHere, labelsHere } from './labels';
import { choiceOf, derived, idOf, isEmpty, keyOf, type Mapping, nowhere, ref, to } from './language';
import { comments, counters, fromFile, itself, slug } from './shared';

export const tag: Mapping = {
  from: 'extras.tag',
  list: 'extras/tags',
  to: { endpoint: 'extras/tags', label: 'extras.tag' },
  fields: {
    ...itself,
    ...slug,
    name: to('name'),
    color: to('color'),
    description: to('description'),
    weight: nowhere('tags have no order of their own here', (value) => value === 1000 || value === undefined),
    object_types: derived('the kinds of objects it may be on'),
    ...counters('tagged_items'),
  },
  finish: (draft, object) => {
    const named = kindsHere(object.object_types).filter((label) => able.tagged().has(label));
    draft.body.content_types =
      named.length > 0
        ? named.sort()
        : [...able.tagged()].filter((label) => Object.values(labelsHere).includes(label)).sort();
  },
};

/** Contexts apply where all of what they name applies; what has no place here would make them apply to more. */
export const configContext: Mapping = {
  from: 'extras.configcontext',
  list: 'extras/config-contexts',
  to: { endpoint: 'extras/config-contexts', label: 'extras.configcontext' },
  fields: {
    ...itself,
    ...fromFile,
    name: to('name'),
    weight: to('weight'),
    profile: ref('config_context_schema', 'extras.configcontextprofile'),
    description: to('description'),
    is_active: to('is_active'),
    regions: derived('locations'),
    site_groups: derived('locations'),
    sites: derived('locations'),
    locations: derived('locations'),
    device_types: ref('device_types', 'dcim.devicetype'),
    roles: ref('roles', 'dcim.devicerole'),
    platforms: ref('platforms', 'dcim.platform'),
    cluster_types: nowhere('contexts do not go by types of clusters here; it was switched off'),
    cluster_groups: ref('cluster_groups', 'virtualization.clustergroup'),
    clusters: ref('clusters', 'virtualization.cluster'),
    tenant_groups: ref('tenant_groups', 'tenancy.tenantgroup'),
    tenants: ref('tenants', 'tenancy.tenant'),
    owner: nowhere('config contexts have no owners of this kind here'),
    tags: derived('tags, by their names'),
    data: to('data', (value) => value ?? {}),
  },
  needs: ['extras.tag'],
  finish: (draft, object, context) => {
    const places = {
      regions: 'dcim.region',
      site_groups: 'dcim.sitegroup',
      sites: 'dcim.site',
      locations: 'dcim.location',
    };
    const named = Object.entries(places).filter(([field]) => !isEmpty(object[field]));
    draft.body.locations = named.flatMap(([field, label]) =>
      (object[field] as unknown[]).map((one) => refTo(keyOf(label, idOf(one)))),
    );
    const slugs = new Set((object.tags ?? []) as string[]);
    draft.body.tags = [...context.all('extras.tag').values()]
      .filter((one) => slugs.has(String(one.slug)))
      .map((one) => refTo(keyOf('extras.tag', one.id)));
    if (named.length > 1 || !isEmpty(object.cluster_types)) {
      draft.body.is_active = false;
      if (named.length > 1)
        context.nowhere(
          'extras.configcontext',
          object,
          'locations',
          'regions, site groups, sites and locations are one list here, of which any applies; it was switched off',
        );
    }
  },
};

export const configContextProfile: Mapping = {
  from: 'extras.configcontextprofile',
  list: 'extras/config-context-profiles',
  to: { endpoint: 'extras/config-context-schemas', label: 'extras.configcontextschema' },
  fields: {
    ...itself,
    ...fromFile,
    ...comments,
    name: to('name'),
    description: to('description'),
    schema: to('data_schema', (value) => (isEmpty(value) ? { type: 'object' } : value)),
    tags: nowhere('schemas have no tags here'),
    owner: nowhere('schemas have no owners of this kind here'),
  },
};

export const journalEntry: Mapping = {
  from: 'extras.journalentry',
  list: 'extras/journal-entries',
  nowhere: 'it is a note on the object it is about, unless that has no place itself',
  needs: ['users.user'],
  fields: {},
  make: (object, context) => {
    const target = context.target(String(object.assigned_object_type), object.assigned_object_id);
    if (!target) {
      context.nowhere('extras.journalentry', object, '', 'what it is about has no place');
      return [];
    }
    const author = context.all('users.user').get(idOf(object.created_by) ?? -1)?.username;
    const when = String(object.created ?? '')
      .slice(0, 16)
      .replace('T', ' ');
    const heading = [when, author && `by ${String(author)}`, `(${String(choiceOf(object.kind) ?? 'info')})`]
      .filter(Boolean)
      .join(' ');
    context.note(
      target.reference,
      target.label,
      keyOf('extras.journalentry', object.id),
      `${heading}\n${String(object.comments ?? '')}`,
    );
    return [];
  },
};
