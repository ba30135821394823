import { Kbd, Portal } from '@mantine/core';
import { factsOf } from '../../../components/facts';
import { Named } from '../../../components/Named';
import { StatusBadge } from '../../../components/StatusBadge';
import classes from './DeviceCard.module.css';
import type { RackDevice } from './rackContents';

/** Pixels: of the card, and between it and the device. */
const width = 264;
const gap = 8;

/** What a device in a rack is, beside it. */
export function DeviceCard({ device, at, isMovable }: { device: RackDevice; at: DOMRect; isMovable: boolean }) {
  const isRight = at.right + gap + width < window.innerWidth;
  const left = Math.max(gap, isRight ? at.right + gap : at.left - gap - width);
  const lines = factsOf(
    ['Type', device.type],
    ['Height', `${device.height} U${device.isFullDepth ? ', full depth' : ''}`],
    ['Tenant', device.tenant],
    ['Serial', device.serial],
    ['Asset tag', device.assetTag],
  );
  return (
    <Portal>
      <div
        role="tooltip"
        className={classes.card}
        style={{ left, width, top: Math.max(gap, Math.min(at.top, window.innerHeight - 220)) }}
      >
        <div className={classes.name}>
          <Named text={device.name} />
        </div>
        <div className={classes.badges}>
          {device.status && <StatusBadge {...device.status} />}
          {device.role && <StatusBadge {...device.role} />}
        </div>
        <dl>
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Named text={value} />
              </dd>
            </div>
          ))}
        </dl>
        <div className={classes.hint}>
          Click to open{isMovable && ', drag or '}
          {isMovable && <Kbd size="xs">M</Kbd>}
          {isMovable && ' to move'}
        </div>
      </div>
    </Portal>
  );
}
