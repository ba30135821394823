import { Link } from 'react-router';
import { Named } from '../components/Named';
import classes from './EndLink.module.css';
import type { End } from './ends';

/** What a cable leads to: what it is part of, and its name there. */
export function EndLink({ end }: { end: End }) {
  return (
    <span className={classes.end}>
      {end.owner && (
        <Link to={end.owner.path}>
          <Named text={end.owner.name} />
        </Link>
      )}
      <Link to={end.path} data-pl="mono">
        <Named text={end.name} />
      </Link>
    </span>
  );
}
