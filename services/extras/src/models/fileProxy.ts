import { bare, by, defineModel, f } from '@plumbline/model';

/** A file that somebody gave to a job, or that a job made. Clients only read them; jobs bring them. */
export const FileProxy = defineModel('extras.fileproxy', {
  endpoint: 'file-proxies',
  title: 'file proxy',
  plural: 'file proxies',
  description: 'Files that jobs were given or made.',
  listed: [],
  traits: [bare],
  fields: {
    name: f.text(255),
    file: f.file().hidden(),
    uploaded_at: f.dateTime().readOnly(),
    // Whoever keeps a file holds on to the job result (`keepJobFile`).
    job_result: f
      .ref('extras.jobresult', { reverse: 'files', onDelete: 'cascade' })
      .optional()
      .with({ unwatched: true }),
    /** What it was brought for, as long as that is to run again: then it goes with the result. */
    scheduled_job: f.ref('extras.scheduledjob', { onDelete: 'cascade' }).optional().hidden(),
  },
  order: ['name'],
  naturalKey: ['name', 'uploaded_at'],
  filterable: ['name', 'uploaded_at'],
  filters: {
    q: by.search({ name: 'icontains', 'job_result.job_model.name': 'icontains', id: 'iexact' }),
    job: by.relation('job_result.job_model', { isnull: true }),
    job_result_id: by.relationId('job_result', { isnull: true }),
  },
  methods: ['GET'],
});
