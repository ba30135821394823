import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import { changeLogIsComplete } from './changeLog/changeLogIsComplete';
import { takeChanges } from './changeLog/takeChanges';
import { configContextHandlers } from './configContexts/busHandlers';
import { failuresView } from './failures/failuresView';
import { downloadFile } from './files/downloadFile';
import { localContextRequests } from './git/applying/applyLocalContexts';
import { syncRepositoryAction } from './git/syncRepositoryAction';
import { graphqlView } from './graphql/graphqlView';
import { runGraphqlQuery } from './graphql/runGraphqlQuery';
import { groupMembers } from './groups/groupMembers';
import { cancelJobResult, jobResultLogs } from './jobs/actions/jobResults';
import { jobVariables } from './jobs/actions/jobVariables';
import { runJob } from './jobs/actions/runJob';
import { approveScheduledJob, denyScheduledJob, dryRunScheduledJob } from './jobs/actions/scheduledJobs';
import { builtinJobs } from './jobs/builtin';
import { jobHandlers } from './jobs/busHandlers';
import { installJobs } from './jobs/installJobs';
import { measureJobs } from './jobs/measureJobs';
import { runBackground } from './jobs/runBackground';
import { dueSchedules, lostRuns } from './jobs/runDue';
import * as models from './models';
import { noteHandlers } from './notes/busHandlers';
import { extrasEvents, extrasQuestions } from './questions';
import { relationshipHandlers } from './relationships/busHandlers';
import { unsettledLinks } from './relationships/reconsider';
import { renderExportTemplate } from './rendering/renderExportTemplate';
import { renderedCustomLinks } from './rendering/renderedCustomLinks';
import { renderedJobButtons } from './rendering/renderedJobButtons';
import { checkSecret } from './secrets/checkSecret';
import { defaultsAreOffered } from './seed/defaultsAreOffered';
import { seedDefaults } from './seed/seedDefaults';
import { tellOfMissing } from './tellOfMissing';
import { resendDeliveries } from './webhooks/actions/resendDeliveries';
import { webhookDeliveries } from './webhooks/actions/webhookDeliveries';
import { deliveriesQueued } from './webhooks/announceDeliveries';
import { deliveriesGoOn } from './webhooks/deliveriesGoOn';
import { measureDeliveries } from './webhooks/measureDeliveries';
import { startSender } from './webhooks/startSender';
import { webhookTables } from './webhooks/tables';
import { oldDeliveries } from './webhooks/tidyDeliveries';

const { version } = require('../package.json') as { version: string };

/** What can be said of objects of every kind: statuses, roles, tags, notes, and how they changed. */
export const extrasService: ServiceDefinition = {
  app: 'extras',
  title: 'Extras',
  version,
  ...modelsOf(models),
  tables: [...webhookTables],
  actions: [
    checkSecret,
    groupMembers,
    downloadFile,
    webhookDeliveries,
    resendDeliveries,
    runGraphqlQuery,
    runJob,
    jobVariables,
    jobResultLogs,
    cancelJobResult,
    approveScheduledJob,
    denyScheduledJob,
    dryRunScheduledJob,
    syncRepositoryAction,
    renderExportTemplate,
  ],
  views: [failuresView, graphqlView, renderedCustomLinks, renderedJobButtons],
  asks: [
    // GraphQL, dynamic groups and what can be said of objects of every kind.
    {
      of: 'every model',
      verbs: ['find', 'fetch', 'query', 'portray', 'matching', 'filters', 'passing', 'composed', 'composedTable'],
    },
    { of: 'every service', verbs: ['shared'] },
    ...localContextRequests,
    // In whose name a scheduled job is to run.
    { app: 'users', model: 'identity', verb: 'user' },
  ],
  events: [deliveriesQueued],
  eventMessages: extrasEvents,
  // Repositories take along what they brought.
  deletesUnasked: true,
  busHandlers: { ...noteHandlers, ...jobHandlers, ...configContextHandlers, ...relationshipHandlers },
  questions: extrasQuestions,
  migrations: join(__dirname, '../migrations'),
  seed: async (work) => {
    await seedDefaults(work);
    await installJobs(work.sql, ['shipped', 'command', 'background'], builtinJobs);
    return undefined;
  },
  derived: [models.ObjectChange, models.Note],
  retention: [{ model: models.ObjectChange, days: ({ changelogRetention }) => changelogRetention }],
  follow: { of: 'everything', take: takeChanges },
  audits: [defaultsAreOffered, changeLogIsComplete, deliveriesGoOn],
  chores: [unsettledLinks, oldDeliveries, dueSchedules, lostRuns],
  background: [tellOfMissing, startSender, runBackground],
  queued: true,
  measures: async (work) => (await Promise.all([measureDeliveries(work), measureJobs(work)])).flat(),
};
