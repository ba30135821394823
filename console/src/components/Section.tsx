import type { ReactNode } from 'react';
import { capitalized } from '../api/models';
import classes from './Section.module.css';

/** A part of a page with a heading, on a surface of its own. `flush` leaves its edges to what is in it. */
export function Section({
  title,
  isTitle = false,
  flush = false,
  after,
  children,
}: {
  title: string;
  isTitle?: boolean;
  flush?: boolean;
  after?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>{isTitle ? capitalized(title) : title}</h2>
        {after}
      </div>
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  );
}
