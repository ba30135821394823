import { Anchor, Code } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { type Field, isLongText } from '../api/description';
import { isChoice, isRecord, isRelated } from '../api/types';
import { Icon } from './Icon';
import { Moment } from './Moment';
import { Named } from './Named';
import { nameOf, ObjectLink, pageOf } from './ObjectLink';
import { isColored, StatusBadge } from './StatusBadge';
import classes from './Value.module.css';

// Most pages have none.
const Markdown = lazy(async () => ({ default: (await import('./Markdown')).Markdown }));

/** Characters of JSON that a cell shows. */
const mostJson = 120;

/** What a file is called, which its address ends with. */
export const fileNameOf = (address: string): string =>
  decodeURIComponent(address.split(/[?#]/, 1)[0]!.split('/').at(-1) ?? '');

/** Values that are read letter by letter. */
const exactNames =
  /address|prefix|serial|asset_tag|^mac|^rd$|^cid$|^vid$|^asn$|^network$|broadcast|^host$|slug|^id$|_id$|^version$/;

/** One value of an object, as people read it. `dense` keeps it on one line. */
export function Value({
  value,
  field,
  dense = false,
}: {
  value: unknown;
  field?: Pick<Field, 'name' | 'kind'> | undefined;
  dense?: boolean;
}) {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className={classes.none}>–</span>;
  if (typeof value === 'boolean')
    return value ? (
      <span className={classes.yes}>
        <Icon name="check" size={14} />
        Yes
      </span>
    ) : (
      <span className={classes.no}>No</span>
    );
  // JSON is what it is, whatever it looks like.
  const isJson = field?.kind === 'json';
  if (!isJson && isChoice(value)) return <Named text={value.label} />;
  if (!isJson && isRelated(value)) {
    if (isColored(value))
      return (
        <Link to={pageOf(value.url)} className={classes.plain}>
          <StatusBadge name={nameOf(value)} color={value.color} />
        </Link>
      );
    return <ObjectLink object={value} />;
  }
  if (Array.isArray(value))
    return (
      <span className={classes.list} data-dense={dense || undefined}>
        {value.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values of a list have no name but their place.
          <span key={index}>
            <Value value={one} field={isJson ? field : undefined} dense={dense} />
          </span>
        ))}
      </span>
    );
  if (isRecord(value)) {
    const text = JSON.stringify(value, null, dense ? undefined : 2);
    return dense ? (
      <Code>{text.length > mostJson ? `${text.slice(0, mostJson)}…` : text}</Code>
    ) : (
      // What there is no room for is scrolled to, by keys too.
      <Code block tabIndex={0}>
        {text}
      </Code>
    );
  }
  if (field?.kind === 'moment' && typeof value === 'string') return <Moment value={value} />;
  if (field?.kind === 'color' && /^[0-9a-f]{6}$/i.test(String(value)))
    return (
      <span className={classes.color}>
        <span style={{ background: `#${value}` }} />
        <span data-pl="mono">{String(value)}</span>
      </span>
    );
  if (field?.kind === 'file' && typeof value === 'string')
    return (
      <Anchor href={value} target="_blank" rel="noopener noreferrer" inherit>
        {dense ? (
          <Named text={fileNameOf(value)} />
        ) : (
          <img src={value} alt={fileNameOf(value)} className={classes.image} />
        )}
      </Anchor>
    );
  if (isLongText(field?.kind) && !dense) {
    const text = (
      <span className={classes.long}>
        <Named text={String(value)} />
      </span>
    );
    return field?.kind === 'markdown' ? (
      <Suspense fallback={text}>
        <Markdown text={String(value)} />
      </Suspense>
    ) : (
      text
    );
  }
  if (typeof value === 'string' && /^https?:\/\//i.test(value))
    return (
      <Anchor href={value} target="_blank" rel="noopener noreferrer" inherit>
        <Named text={value} />
      </Anchor>
    );
  if (field && exactNames.test(field.name))
    return (
      <span data-pl="mono">
        <Named text={String(value)} />
      </span>
    );
  if (typeof value === 'number') return <span className={classes.number}>{value}</span>;
  return <Named text={String(value)} />;
}
