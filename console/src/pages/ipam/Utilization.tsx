import classes from './Utilization.module.css';

/** From this share on it is nearly full, and from that it is time to do something. */
const [high, full] = [0.8, 0.95];

/** How full something is: a bar, and the number beside it for those who do not see colours. */
export function Utilization({ value, label = 'Utilisation' }: { value: number; label?: string }) {
  const percent = value > 0 && value < 0.01 ? '<1' : value < 1 && value > 0.99 ? '99' : String(Math.round(value * 100));
  return (
    <span className={classes.whole} data-level={value >= full ? 'full' : value >= high ? 'high' : 'some'}>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter each in their own way. */}
      <span
        className={classes.bar}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(value * 100)}
      >
        <span style={{ width: `${Math.max(value * 100, value > 0 ? 2 : 0)}%` }} />
      </span>
      <span className={classes.number} aria-hidden="true">
        {percent}%
      </span>
    </span>
  );
}
