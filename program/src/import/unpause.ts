import type { Settings } from '@plumbline/config';
import { systemScope, unitOfWork as workOf } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import { type SwitchedOn, switchOnPaused } from '@plumbline/service-extras';
import { withServices } from '../start/withServices';

/** Switches on what an import with `--paused` has left switched off. Plumbline may be running. */
export const unpause = (settings: Settings, log: Log): Promise<SwitchedOn[]> =>
  withServices(settings, 'import', log, (engines) =>
    switchOnPaused({ ...workOf(engines.get('extras')!, systemScope()), unawaited: true }),
  );
