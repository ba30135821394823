import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Named } from './Named';
import classes from './PageHeader.module.css';
import { useTitle } from './useTitle';

/** The head of a page: where one is, what it is about, and what can be done. */
export function PageHeader({
  title,
  trail = [],
  after,
  children,
}: {
  title: string;
  /** The way to here from the outermost. */
  trail?: { label: string; path: string }[];
  /** What stands beside the title. */
  after?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}) {
  useTitle(title);
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {trail.length > 0 && (
          <nav aria-label="Way to here" className={classes.trail}>
            {trail.map(({ label, path }) => (
              <span key={path}>
                <Link to={path}>
                  <Named text={label} />
                </Link>
              </span>
            ))}
          </nav>
        )}
        <div className={classes.title}>
          <Title order={1}>
            <Named text={title} />
          </Title>
          {after}
        </div>
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  );
}
