import type { Tools } from './tools';

/** People and what they may. */
export function makePeople({ named, add, brief }: Tools) {
  const ownerGroup = named('users/owner-groups', 'Teams');
  const groups = ['Operators', 'Readers'].map((name) => add('users/groups', { name, description: `The ${name}` }));
  const users = ['ada', 'grace', 'alan'].map((username, index) =>
    add('users/users', {
      username,
      display: username,
      first_name: username,
      last_name: 'Tester',
      email: `${username}@example.org`,
      is_active: index !== 2,
      is_staff: index === 0,
      groups: [brief(groups[index % 2]!)],
    }),
  );
  const owner = add('users/owners', {
    name: 'Network team',
    group: brief(ownerGroup),
    users: [brief(users[0])],
    user_groups: [brief(groups[0])],
    description: '',
  });
  const owned = { owner: brief(owner) };
  const permission = (name: string, fields: Record<string, unknown>) =>
    add('users/permissions', {
      name,
      description: '',
      enabled: true,
      actions: ['view', 'change'],
      constraints: null,
      groups: [brief(groups[0])],
      users: [brief(users[1])],
      ...fields,
    });
  permission('Sites and racks', { object_types: ['dcim.site', 'dcim.location', 'dcim.rack'] });
  permission('Only Berlin', { object_types: ['dcim.device'], constraints: { site__slug: 'site-1' } });
  permission('Tunnels', { object_types: ['vpn.tunnel'] });
  add('users/tokens', { user: brief(users[0]), description: 'a script', write_enabled: true, key: 'abcdef' });
  return { owned, users };
}

export type People = ReturnType<typeof makePeople>;
