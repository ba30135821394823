import { lazy } from 'react';
import type { Registration } from '../registration';

const MayCheck = lazy(async () => ({ default: (await import('./MayCheck')).MayCheck }));

/** What the models of users have beside what is made of their descriptions. */
export const users: Registration = {
  models: {
    'users.user': {
      icon: 'user',
      columns: ['username', 'first_name', 'last_name', 'email', 'is_active', 'is_superuser', 'groups', 'last_login'],
      tabs: [{ name: 'may', label: 'What they may do', component: MayCheck }],
      hiddenFields: ['config_data'],
    },
    'users.objectpermission': {
      icon: 'shield',
      columns: ['name', 'enabled', 'actions', 'object_types', 'users', 'groups', 'constraints'],
    },
    'users.token': { icon: 'key' },
  },
  pages: [],
};
