import { apiSchema, type View, writing } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { User } from '../models';

interface ConfigRow {
  config_data: unknown;
}

const { anyObject } = apiSchema;

const describe: View['describe'] = {
  GET: { description: 'Show the caller’s own preferences.', responses: { 200: anyObject } },
  PATCH: {
    description: 'Merge into the caller’s own preferences, object by object.',
    request: anyObject,
    responses: { 200: anyObject },
  },
};

/** Bytes that somebody's preferences may have as text: every list of users shows them. */
const mostBytes = 256 * 1024;

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
    GET: async ({ work }) => {
      const found = await work.sql.first<ConfigRow>(
        sql.unsafe`SELECT config_data FROM "user" WHERE id = ${work.scope.identity.userId}`,
      );
      if (!found) throw problems.notFound();
      return { status: 200, body: found.config_data };
    },
    PATCH: ({ work, body = {} }) => {
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        throw problems.field('non_field_errors', 'Invalid data. Expected a dictionary.');
      const preferences = User.fields.config_data!;
      const read = preferences.kind.parse(body, preferences);
      if ('problem' in read) throw problems.fields({ config_data: read.problem });
      const merged = sql.fragment`merged_json(config_data, ${JSON.stringify(body)}::jsonb)`;
      return writing(work, async (inner) => {
        const { userId } = inner.scope.identity;
        const changed = await inner.sql.first<ConfigRow>(sql.unsafe`
          UPDATE "user" SET config_data = ${merged}
          WHERE id = ${userId} AND octet_length(${merged}::text) <= ${mostBytes}::int4 RETURNING config_data`);
        if (!changed) throw problems.field('non_field_errors', `Preferences may have ${mostBytes} bytes in all.`);
        return { status: 200, body: changed.config_data };
      });
    },
  },
  describe,
};
