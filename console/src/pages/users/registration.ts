import { lazy } from 'react';
import type { Registration } from '../registration';

const MayCheck = lazy(async () => ({ default: (await import('./MayCheck')).MayCheck }));

const ConstraintBuilder = lazy(async () => ({ default: (await import('./ConstraintBuilder')).ConstraintBuilder }));
const Sessions = lazy(async () => ({ default: (await import('./Sessions')).Sessions }));
const Tokens = lazy(async () => ({ default: (await import('./Tokens')).Tokens }));

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
      words: { actions: ['view', 'add', 'change', 'delete'] },
      formPanel: ConstraintBuilder,
    },
    // Their keys are shown when they are made and never after, though the API has them: no page of theirs is made of fields.
    'users.token': { icon: 'key', list: Tokens, form: Tokens, object: Tokens },
  },
  pages: [{ path: '/users/sessions/', label: 'Sessions', component: Sessions }],
};
