import { addresses } from './addresses.mjs';
import { cables } from './cables.mjs';
import { circuits } from './circuits.mjs';
import { devices } from './devices.mjs';
import { extras } from './extras.mjs';
import { locations } from './locations.mjs';
import { machines } from './machines.mjs';
import { permitted } from './permitted.mjs';
import { platform } from './platform.mjs';
import { types } from './types.mjs';

/** What walks are about: what is there from the beginning, and what is made, changed and asked of it at random. */
export const themes = { addresses, cables, circuits, devices, extras, locations, machines, permitted, platform, types };
