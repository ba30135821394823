import { Tooltip } from '@mantine/core';
import { Named } from '../../../components/Named';
import { portionsOf } from '../../../components/portionsOf';
import { lightWords, type Port, type PortKind } from './devicePorts';
import classes from './Faceplate.module.css';

/** Ports that stand together before there is a gap. */
const bank = 12;

const banks: { title: string; has(port: Port): boolean }[] = [
  { title: 'Interfaces', has: ({ kind, isManagement }) => kind === 'dcim.interface' && !isManagement },
  { title: 'Front', has: ({ kind }) => kind === 'dcim.frontport' },
  { title: 'Rear', has: ({ kind }) => kind === 'dcim.rearport' },
  { title: 'Management', has: ({ kind, isManagement }) => kind === 'dcim.interface' && isManagement },
  { title: 'Console', has: ({ kind }) => kind === 'dcim.consoleport' || kind === 'dcim.consoleserverport' },
  { title: 'Power', has: ({ kind }) => kind === 'dcim.powerport' || kind === 'dcim.poweroutlet' },
];

/** The ports that something can be plugged into, in rows of two as they are built, each with its light. */
export function Faceplate({
  name,
  ports,
  marked,
  onChoose,
}: {
  name: string;
  ports: Port[];
  marked: string | undefined;
  onChoose(port: Port): void;
}) {
  const plugs = ports.filter(({ isPluggable }) => isPluggable);
  const groups = banks
    .map(({ title, has }) => ({ title, ports: plugs.filter(has) }))
    .filter((one) => one.ports.length > 0);
  if (groups.length === 0) return null;
  const first = groups[0]!.ports[0]!.id;
  const focusable = plugs.some(({ id }) => id === marked) ? marked : first;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing with buttons in it.
    <div
      className={classes.plate}
      role="group"
      aria-label={`Ports of ${name}`}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -2, ArrowRight: 2, ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (by === undefined) return;
        const buttons = [...event.currentTarget.querySelectorAll('button')];
        const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
        buttons[Math.max(0, Math.min(at + by, buttons.length - 1))]?.focus();
        event.preventDefault();
      }}
    >
      {groups.map((group) => (
        <div key={group.title} className={classes.group}>
          <div className={classes.title}>{group.title}</div>
          <div className={classes.banks}>
            {portionsOf(group.ports, bank).map((some) => (
              <div key={some[0]!.id} className={classes.bank} data-single={group.ports.length < 4 || undefined}>
                {some.map((port) => (
                  <Tooltip key={port.id} label={<PortHint port={port} />} openDelay={120}>
                    <button
                      type="button"
                      className={classes.port}
                      data-light={port.light}
                      data-shape={shapeOf(port)}
                      data-marked={port.id === marked || undefined}
                      tabIndex={port.id === focusable ? 0 : -1}
                      aria-label={`${port.name}, ${wordsOf(port)}`}
                      data-number={shortName(port.name)}
                      onClick={() => onChoose(port)}
                    />
                  </Tooltip>
                ))}
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function PortHint({ port }: { port: Port }) {
  const end = port.endpoint ?? port.peer;
  return (
    <>
      <strong>
        <Named text={port.name} />
      </strong>
      {' · '}
      {end ? <Named text={`${end.owner?.name ?? ''} ${end.name}`} /> : lightWords[port.light]}
    </>
  );
}

function wordsOf(port: Port): string {
  const end = port.endpoint ?? port.peer;
  return end ? `${lightWords[port.light]}, ${end.owner?.name ?? ''} ${end.name}` : lightWords[port.light];
}

/** The number a port has on the plate: what its name ends with. */
const shortName = (name: string): string => /(\d+)(?:\/1)?\D*$/.exec(name)?.[1] ?? name.slice(0, 2);

const round: readonly PortKind[] = ['dcim.frontport', 'dcim.rearport'];
const power: readonly PortKind[] = ['dcim.powerport', 'dcim.poweroutlet'];

function shapeOf({ kind, type }: Port): string {
  if (round.includes(kind)) return 'round';
  if (power.includes(kind)) return 'power';
  return /QSFP|CFP|OSFP|CPAK|CXP/.test(type ?? '') ? 'wide' : 'square';
}
