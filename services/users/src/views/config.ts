import { type Answer, type apiSchema, type UnitOfWork, type View, writing } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { type Sql, sql } from '@plumbline/store';
import { User } from '../models';

const anyObject: apiSchema.PlainSchema = { type: 'object', additionalProperties: {} };

const describe: View['describe'] = {
  GET: { description: 'Show the caller’s own preferences.', responses: { 200: anyObject } },
  PATCH: {
    description: 'Merge into the caller’s own preferences, object by object.',
    request: anyObject,
    responses: { 200: anyObject },
  },
};

/**
 * The caller's own preferences: any JSON object. A change is merged in, object by object, in one statement. Somebody's
 * preferences are not worth a token that may write: the contract lets every token change them.
 */
export const configView: View = {
  name: 'config',
  title: 'User Config',
  unversioned: true,
  readersMayWrite: true,
  bodyIsData: true,
  methods: {
    GET: ({ work }) =>
      ownConfig(work, sql.unsafe`SELECT config_data FROM "user" WHERE id = ${work.scope.identity.userId}`),
    PATCH: ({ work, body = {} }) => {
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        throw problems.field('non_field_errors', 'Invalid data. Expected a dictionary.');
      const preferences = User.fields.config_data!;
      const read = preferences.kind.parse(body, preferences);
      if ('problem' in read) throw problems.fields({ config_data: read.problem });
      return writing(work, (inner) =>
        ownConfig(
          inner,
          sql.unsafe`
            UPDATE "user" SET config_data = merged_json(config_data, ${JSON.stringify(body)}::jsonb)
            WHERE id = ${inner.scope.identity.userId} RETURNING config_data`,
        ),
      );
    },
  },
  describe,
};

async function ownConfig(work: UnitOfWork, statement: Sql): Promise<Answer> {
  const found = await work.sql.first<{ config_data: unknown }>(statement);
  if (!found) throw problems.notFound();
  return { status: 200, body: found.config_data };
}
