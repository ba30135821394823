import { type Action, apiSchema } from '@plumbline/engine';
import { Secret } from '../models';
import { readSecret } from './readSecret';

/** Says whether the value of a secret can be read, and never what it is. */
export const checkSecret: Action = {
  model: Secret,
  name: 'check',
  methods: {
    GET: async ({ work, row }) => {
      const reading = await readSecret(row!, work.engine.settings);
      const problem = 'problem' in reading ? reading.problem : undefined;
      return { status: 200, body: { result: problem === undefined, message: problem ?? 'Passed' } };
    },
  },
  describe: {
    GET: {
      description: 'Whether the value of the secret can be read.',
      responses: { 200: apiSchema.objectOf({ result: { type: 'boolean' }, message: { type: 'string' } }) },
    },
  },
};
