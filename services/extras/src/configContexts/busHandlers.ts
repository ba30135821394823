import {
  type ContextScope,
  type ContextsReply,
  contextScopes,
  contextsRequest,
  type SchemaCheckReply,
  type Surroundings,
  schemaCheckRequest,
} from '@plumbline/domain';
import { type BusHandler, modelReader, select, visitYielding } from '@plumbline/engine';
import { everything } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { ConfigContext } from '../models';
import { checkData } from './checkData';
import { contextsByScope, type ScopedContext } from './contextsByScope';

type Scoped = ScopedContext & { data: Record<string, unknown> };

/** What the services that keep devices and virtual machines ask about their configuration. */
export const configContextHandlers: Record<string, BusHandler> = {
  /** Which active contexts apply to objects that belong there: one statement for all of them. */
  'configcontext.applied': async (work, payload): Promise<ContextsReply> => {
    const { sql: database } = work;
    const { surroundings, viewer } = contextsRequest.parse(payload);
    const visible =
      viewer && (await select(work, ConfigContext.label, everything, { viewer })).map(({ id }) => id as string);
    const isVisible = visible ? sql.fragment`t.id = ANY(${sql.array(visible, 'uuid')})` : sql.fragment`TRUE`;
    const contexts = await database.rows<Scoped>(sql.unsafe`
      SELECT data, ${sql.join(contextScopes.map(column), sql.fragment`, `)} FROM configcontext t
      WHERE is_active AND ${isVisible} AND ${sql.join(
        contextScopes.map((scope) => reaches(scope, surroundings)),
        sql.fragment` AND `,
      )}
      ORDER BY weight, name`);
    const applyingTo = contextsByScope(contexts);
    const applied: number[][] = [];
    await visitYielding(work, surroundings, (each) => applied.push(applyingTo(each)));
    return { data: contexts.map(({ data }) => data), applied };
  },
  /** Whether data keep to their schemas. */
  'configcontextschema.check': (work, payload): Promise<SchemaCheckReply> =>
    checkData(schemaCheckRequest.parse(payload).checks, modelReader(work)),
};

const column = (scope: ContextScope) => sql.identifier(['t', scope]);

/** Contexts that this scope does not keep from all the objects. */
function reaches(scope: ContextScope, surroundings: Surroundings[]) {
  if (surroundings.some((each) => each[scope] === undefined)) return sql.fragment`TRUE`;
  const all = [...new Set(surroundings.flatMap((each) => each[scope]!))];
  return sql.fragment`(${column(scope)} = '{}' OR ${column(scope)} && ${sql.array(all, 'uuid')})`;
}
