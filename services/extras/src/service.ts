import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { checkSecret } from './actions/checkSecret';
import { downloadFile } from './actions/downloadFile';
import { groupMembers } from './actions/groupMembers';
import { cancelJobResult, jobResultLogs } from './actions/jobResults';
import { jobVariables } from './actions/jobVariables';
import { resendDeliveries } from './actions/resendDeliveries';
import { runGraphqlQuery } from './actions/runGraphqlQuery';
import { runJob } from './actions/runJob';
import { approveScheduledJob, denyScheduledJob, dryRunScheduledJob } from './actions/scheduledJobs';
import { syncRepository } from './actions/syncRepository';
import { webhookDeliveries } from './actions/webhookDeliveries';
import { changeLogIsComplete } from './audits/changeLogIsComplete';
import { deliveriesGoOn } from './audits/deliveriesGoOn';
import { consumeChanges } from './consume/consumeChanges';
import { graphqlView } from './graphql/graphqlView';
import { installJobs } from './jobs/installJobs';
import { measureJobs } from './jobs/measureJobs';
import { runBackground } from './jobs/runBackground';
import { endLostRuns, runDue } from './jobs/runDue';
import {
  ComputedField,
  ConfigContext,
  ConfigContextSchema,
  ContentType,
  CustomField,
  CustomFieldChoice,
  CustomLink,
  DynamicGroup,
  DynamicGroupMembership,
  ExportTemplate,
  ExternalIntegration,
  FileProxy,
  GitFile,
  GitRepository,
  GraphqlQuery,
  ImageAttachment,
  Job,
  JobButton,
  JobHook,
  JobLogEntry,
  JobResult,
  Note,
  ObjectChange,
  Relationship,
  RelationshipAssociation,
  Role,
  ScheduledJob,
  Secret,
  SecretsGroup,
  SecretsGroupAssociation,
  Status,
  Tag,
  Webhook,
} from './models';
import { configContextQuestions } from './questions/configContexts';
import { jobQuestions } from './questions/jobs';
import { noteQuestions } from './questions/notes';
import { relationshipQuestions } from './questions/relationships';
import { reconsiderLinks } from './relationships/reconsider';
import { seedDefaults } from './seed/seedDefaults';
import { shippedJobs } from './shipped';
import { measureDeliveries } from './webhooks/measureDeliveries';
import { startSender } from './webhooks/startSender';
import { webhookTables } from './webhooks/tables';
import { tidyDeliveries } from './webhooks/tidyDeliveries';

/** What can be said of objects of every kind: statuses, roles, tags, notes, and how they changed. */
export const extrasService: ServiceDefinition = {
  app: 'extras',
  models: [
    ContentType,
    Status,
    Role,
    Tag,
    Note,
    ObjectChange,
    CustomField,
    CustomFieldChoice,
    ComputedField,
    CustomLink,
    ExportTemplate,
    ConfigContextSchema,
    ConfigContext,
    Secret,
    SecretsGroup,
    SecretsGroupAssociation,
    ExternalIntegration,
    GitRepository,
    GitFile,
    Relationship,
    RelationshipAssociation,
    DynamicGroup,
    DynamicGroupMembership,
    Job,
    ScheduledJob,
    JobResult,
    JobLogEntry,
    JobHook,
    JobButton,
    ImageAttachment,
    FileProxy,
    Webhook,
    GraphqlQuery,
  ],
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
    syncRepository,
  ],
  views: [graphqlView],
  questions: { ...noteQuestions, ...jobQuestions, ...configContextQuestions, ...relationshipQuestions },
  migrations: join(__dirname, '../migrations'),
  seed: async (work) => {
    await seedDefaults(work);
    await installJobs(work.sql, ['shipped', 'command', 'background'], shippedJobs);
    return undefined;
  },
  derived: [ObjectChange, Note],
  retention: [{ model: ObjectChange, days: ({ changelogRetention }) => changelogRetention }],
  follow: { of: 'everything', take: consumeChanges },
  audits: [changeLogIsComplete, deliveriesGoOn],
  tidy: async (work) => {
    await reconsiderLinks(work);
    await tidyDeliveries(work);
    await runDue(work);
    await endLostRuns(work);
  },
  background: [startSender, runBackground],
  queued: true,
  measures: async (work) => (await Promise.all([measureDeliveries(work), measureJobs(work)])).flat(),
};
