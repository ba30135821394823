import { seal } from '@plumbline/engine';
import type { FieldErrors } from '@plumbline/http';
import type { BatchRule, LockStep, Row, Rule } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** What a webhook can be told of, as its fields name it and as people say it. */
const occasions = { type_create: 'create', type_update: 'update', type_delete: 'delete' } as const;
type Occasion = keyof typeof occasions;
const occasionsOf = (row: Row): Occasion[] => (Object.keys(occasions) as Occasion[]).filter((name) => row[name]);

/** The secret is stored in no form that tells it. */
export const sealSecret: BatchRule = (candidates, { secretKey }) =>
  candidates.map(({ row, sent }) => {
    if (sent.secret !== undefined) row.secret = seal(sent.secret as string, secretKey);
    return undefined;
  });

/** One request at a time says what webhooks do, so that no two come to do the same. */
export const lockWebhooks: LockStep = () => sql.fragment`SELECT pg_advisory_xact_lock(hashtext('webhooks'))`;

export const firesSometimes: Rule = ({ row }) =>
  occasionsOf(row).length > 0
    ? undefined
    : { __all__: ['You must select at least one type: create, update, and/or delete.'] };

export const trustIsConsistent: Rule = ({ row }) =>
  row.ca_file_path && !row.ssl_verification
    ? { ca_file_path: ['A CA file says whom to trust, and nobody is asked while SSL verification is off.'] }
    : undefined;

/** Nobody is told the same twice: one webhook for each address, content type and occasion. */
export const noOtherDoesTheSame: BatchRule = async (candidates, { tx, contentTypeName }) => {
  const ids = candidates.map(({ row }) => row.id as string);
  const urls = candidates.map(({ row }) => row.payload_url as string);
  const stored = await tx.rows<Row>(sql.unsafe`
    SELECT content_types, payload_url, type_create, type_update, type_delete FROM webhook
    WHERE payload_url = ANY(${sql.array(urls, 'text')}) AND id <> ALL(${sql.array(ids, 'uuid')})`);
  const told = new Set(stored.flatMap(deliveryKeys));
  return candidates.map(({ row }) => {
    const errors: FieldErrors = {};
    for (const occasion of occasionsOf(row)) {
      const taken = (row.content_types as string[]).find((label) => told.has(deliveryKey(occasion, label, row)));
      if (taken !== undefined) errors[occasion] = [conflict(occasion, contentTypeName(taken), row)];
    }
    for (const each of deliveryKeys(row)) told.add(each);
    return Object.keys(errors).length > 0 ? errors : undefined;
  });
};

/** What a webhook tells whom, a text each. */
const deliveryKeys = (row: Row): string[] =>
  occasionsOf(row).flatMap((occasion) =>
    (row.content_types as string[]).map((label) => deliveryKey(occasion, label, row)),
  );
const deliveryKey = (occasion: Occasion, label: string, { payload_url }: Row): string =>
  `${occasion} ${label} ${payload_url}`;

const conflict = (occasion: Occasion, contentType: string, { payload_url }: Row): string =>
  `A webhook already exists for ${occasions[occasion]} on ${contentType} to URL ${payload_url}`;
