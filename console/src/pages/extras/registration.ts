import { lazy } from 'react';
import type { Registration } from '../registration';

const RunJob = lazy(async () => ({ default: (await import('./RunJob')).RunJob }));
const JobLog = lazy(async () => ({ default: (await import('./JobLog')).JobLog }));
const JobResultActions = lazy(async () => ({ default: (await import('./actions')).JobResultActions }));
const Approval = lazy(async () => ({ default: (await import('./actions')).Approval }));
const ScheduledJobActions = lazy(async () => ({ default: (await import('./actions')).ScheduledJobActions }));
const ChangeDifferences = lazy(async () => ({ default: (await import('./ChangeDifferences')).ChangeDifferences }));
const Syncs = lazy(async () => ({ default: (await import('./Syncs')).Syncs }));
const RepositoryActions = lazy(async () => ({ default: (await import('./actions')).RepositoryActions }));
const AskQuery = lazy(async () => ({ default: (await import('./actions')).AskQuery }));
const Deliveries = lazy(async () => ({ default: (await import('./Deliveries')).Deliveries }));
const GroupMembers = lazy(async () => ({ default: (await import('./GroupMembers')).GroupMembers }));
const GroupFilterPanel = lazy(async () => ({ default: (await import('./GroupFilterPanel')).GroupFilterPanel }));
const GroupFilter = lazy(async () => ({ default: (await import('./GroupMembers')).GroupFilter }));
const ContextReceivers = lazy(async () => ({ default: (await import('./ContextReceivers')).ContextReceivers }));
const Failures = lazy(async () => ({ default: (await import('./Failures')).Failures }));
const GraphqlPage = lazy(async () => ({ default: (await import('./graphql/GraphqlPage')).GraphqlPage }));

/** What the models of extras have beside what is made of their descriptions. */
export const extras: Registration = {
  models: {
    'extras.job': {
      columns: ['name', 'grouping', 'description', 'enabled', 'approval_required'],
      tabs: [{ name: 'run', label: 'Run', component: RunJob, when: ({ installed }) => installed === true }],
    },
    'extras.jobresult': {
      columns: ['name', 'status', 'user', 'date_created', 'date_done'],
      panels: [{ component: JobLog, place: 'main' }],
      actions: JobResultActions,
      hiddenReferrers: ['extras.joblogentry.job_result'],
    },
    'extras.scheduledjob': {
      actions: ScheduledJobActions,
      headline: Approval,
      hiddenFields: ['args', 'celery_kwargs'],
    },
    'extras.objectchange': {
      panels: [{ title: 'What was changed', component: ChangeDifferences, place: 'main' }],
      hiddenFields: ['changed_object_id', 'user_name', 'object_repr', 'object_data', 'object_data_v2'],
    },
    'extras.webhook': {
      columns: ['name', 'enabled', 'content_types', 'payload_url', 'http_method'],
      tabs: [{ name: 'deliveries', label: 'Deliveries', component: Deliveries }],
    },
    'extras.imageattachment': { workedOut: ['image_height', 'image_width'] },
    'extras.gitrepository': {
      actions: RepositoryActions,
      panels: [{ title: 'Syncs', component: Syncs, place: 'main' }],
    },
    'extras.dynamicgroup': {
      tabs: [{ name: 'members', label: 'Members', component: GroupMembers }],
      panels: [{ component: GroupFilter, place: 'main', when: ({ filter }) => filter !== undefined }],
      hiddenFields: ['filter'],
      formPanel: GroupFilterPanel,
    },
    'extras.configcontext': { tabs: [{ name: 'receivers', label: 'Who gets it', component: ContextReceivers }] },
    'extras.graphqlquery': { columns: ['name', 'query'], actions: AskQuery },
    'extras.customfield': { columns: ['label', 'key', 'type', 'content_types', 'required', 'weight'] },
    'extras.relationship': { columns: ['label', 'key', 'type', 'source_type', 'destination_type'] },
    'extras.status': { columns: ['name', 'color', 'content_types', 'description'] },
    'extras.role': { columns: ['name', 'color', 'content_types', 'weight', 'description'] },
  },
  pages: [{ path: '/graphql/', label: 'GraphQL', component: GraphqlPage, under: ['Platform', 'Platform'] }],
  home: [{ title: 'Failures', component: Failures, place: 'attention' }],
};
