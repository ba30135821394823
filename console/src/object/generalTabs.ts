import { lazy } from 'react';
import type { ObjectTab } from '../pages/registration';

/** Tabs that objects of many models have, after their own. */
export const generalTabs: readonly ObjectTab[] = [
  {
    name: 'config-context',
    label: 'Config context',
    component: lazy(async () => ({ default: (await import('./ConfigContext')).ConfigContext })),
    when: (object) => 'local_config_context_data' in object,
  },
  {
    name: 'notes',
    label: 'Notes',
    component: lazy(async () => ({ default: (await import('./Notes')).Notes })),
    when: (_object, model) => 'notes' in model.actions,
  },
  {
    name: 'changes',
    label: 'Change log',
    component: lazy(async () => ({ default: (await import('./Changes')).Changes })),
    when: (_object, model) => model.abilities.includes('changeLog'),
  },
];
