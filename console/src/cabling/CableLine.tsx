import { Link } from 'react-router';
import { useDescriptionLater } from '../api/description';
import { useModels } from '../api/models';
import { Named } from '../components/Named';
import classes from './CableLine.module.css';
import { choiceLabel, type GraphCable, lengthOf } from './ends';

/** A cable in a line: its colour, and what it is called or else what it is. */
export function CableLine({ cable }: { cable: GraphCable }) {
  const words = useCableWords(cable);
  return (
    <Link to={`/dcim/cables/${cable.id}/`} className={classes.cable} title={words}>
      <span
        className={classes.swatch}
        data-planned={!isConnected(cable) || undefined}
        style={cable.color === '' ? undefined : ({ '--color': `#${cable.color}` } as React.CSSProperties)}
      />
      <Named text={cable.label || words} />
    </Link>
  );
}

/** Whether a cable is said to be plugged in; only then does anything go through. */
export const isConnected = ({ status }: GraphCable): boolean => status === null || /^connected$/i.test(status.name);

/** What a cable is, in a few words. */
export function useCableWords(cable: GraphCable): string {
  const type = useDescriptionLater(useModels().find('dcim.cable'))?.field('type');
  const words = [choiceLabel(cable.type, type?.choices), lengthOf(cable), isConnected(cable) ? '' : cable.status?.name];
  return words.filter(Boolean).join(' · ') || 'Cable';
}
