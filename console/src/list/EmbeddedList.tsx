import { useState } from 'react';
import { ApiError, messageOf } from '../api/apiError';
import { useDescription } from '../api/description';
import { capitalized, type Model } from '../api/models';
import { type QueryValues, searchOf } from '../api/request';
import { Notice } from '../components/Notice';
import { useColumns } from './columns';
import { Grid } from './Grid';
import { useRows } from './useRows';

/** Pixels: of a list within a page, at most; of its head; of a row. */
const most = 640;
const headHeight = 34;
const rowHeight = 34;

const nobody = () => undefined;

/** A list within another page: of what refers to an object, or of whatever a query finds. `without` names a column not to show. */
export function EmbeddedList({ model, query, without }: { model: Model; query: QueryValues; without?: string }) {
  const description = useDescription(model);
  const { columns, resize } = useColumns(model, description);
  const [sort, setSort] = useState<string>();
  const asked = searchOf({ ...query, ...(sort === undefined ? {} : { sort }) });
  const head = useRows(model, asked, 0, 0);
  if (head.error instanceof ApiError && head.count === undefined)
    return <Notice title="This list cannot be shown">{messageOf(head.error)}</Notice>;
  if (head.count === 0) return <Notice icon="table" title={`No ${model.plural}`} />;
  const count = head.count ?? 0;
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        height: Math.min(most, headHeight + rowHeight * Math.max(count, 3) + 18),
      }}
    >
      <Grid
        label={capitalized(model.plural)}
        columns={columns.filter(({ name }) => name !== without)}
        count={count}
        model={model}
        query={asked}
        sort={sort}
        onSort={model.tree ? undefined : setSort}
        onResize={resize}
        selected={undefined}
        onSelect={nobody}
        onPeek={undefined}
        isBusy
      />
    </div>
  );
}
