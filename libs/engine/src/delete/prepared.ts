import type { ChangeOrigin, Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import type { SettleRequest } from '../core/messages/messages';

/** In whose name something is deleted, and as part of which request. */
export interface Author {
  identity: Identity;
  requestId: string;
  origin?: ChangeOrigin;
}

/** What this service has been asked to do for a deletion elsewhere, when it is decided. */
export interface Prepared {
  author: Author;
  /** The objects of the service that asked. */
  toDelete: SettleRequest['toDelete'];
}

/** Writes down what is prepared for the service that asks, and in whose name; nothing else will be carried out. */
export async function prepare({ sql: run, scope }: UnitOfWork, operation: string, prepared: Prepared): Promise<void> {
  await run.run(sql.unsafe`
    INSERT INTO prepared_deletion (operation, asker, author, to_delete)
    VALUES (${operation}::uuid, ${scope.asker ?? ''}, ${JSON.stringify(prepared.author)}::jsonb, ${JSON.stringify(prepared.toDelete)}::jsonb)
    ON CONFLICT (operation, asker) DO UPDATE SET author = excluded.author, to_delete = excluded.to_delete`);
}

/** Takes what was prepared for the service that asks; undefined when there is nothing, or not any more. */
export async function takePrepared({ sql: run, scope }: UnitOfWork, operation: string): Promise<Prepared | undefined> {
  return run.first<Prepared & Record<string, unknown>>(sql.unsafe`
    DELETE FROM prepared_deletion WHERE operation = ${operation}::uuid AND asker = ${scope.asker ?? ''}
    RETURNING author, to_delete AS "toDelete"`);
}
