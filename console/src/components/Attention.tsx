import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './Attention.module.css';
import { Icon } from './Icon';
import { Named } from './Named';
import { Section } from './Section';

/** Lines that are shown where a list behind them has them all. */
const most = 6;
/** Of more than so many the server does not tell. */
const mostTold = 100;

export interface AttentionLine {
  key: string;
  name: string;
  path: string;
  /** What is the matter, beside the name. */
  after: ReactNode;
}

/** Something that needs looking after, on the home page; nothing where all is well. `list` is the way to all of it. */
export function Attention({ title, lines, list }: { title: string; lines: AttentionLine[]; list?: string }) {
  if (lines.length === 0) return null;
  const words = `${lines.length < mostTold ? 'All' : 'The first'} ${lines.length}`;
  return (
    <Section
      title={title}
      after={
        list !== undefined && (
          <Anchor component={Link} to={list} size="xs" aria-label={`${words}: ${title}`}>
            {words}
          </Anchor>
        )
      }
    >
      <ul className={classes.lines}>
        {(list === undefined ? lines : lines.slice(0, most)).map(({ key, name, path, after }) => (
          <li key={key}>
            <Icon name="alert" size={13} />
            <Link to={path}>
              <Named text={name} />
            </Link>
            <span>{after}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
