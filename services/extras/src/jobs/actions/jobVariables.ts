import { type Action, apiSchema } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { Job } from '../../models';
import { jobRow } from '../jobRow';

/** What a job can be given. */
export const jobVariables: Action = {
  model: Job,
  name: 'variables',
  methods: {
    GET: async ({ work, row }) => {
      const job = (await jobRow(work.sql, row!.id))!;
      if (!job.installed) throw problems.notFound();
      return { status: 200, body: job.variables };
    },
  },
  describe: {
    GET: {
      verb: 'list',
      description: 'What the job can be given.',
      responses: {
        200: apiSchema.named('PaginatedJobVariableList'),
      },
      schemas: {
        PaginatedJobVariableList: apiSchema.listOf(apiSchema.named('JobVariable')),
        JobVariable: {
          type: 'object',
          required: ['name', 'type', 'required'],
          properties: {
            name: { type: 'string' },
            type: { type: 'string' },
            label: { type: 'string' },
            help_text: { type: 'string' },
            required: { type: 'boolean' },
            min_length: { type: 'integer' },
            max_length: { type: 'integer' },
            min_value: { type: 'integer' },
            max_value: { type: 'integer' },
            choices: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
            default: {},
            model: { type: 'string' },
          },
        },
      },
    },
  },
};
