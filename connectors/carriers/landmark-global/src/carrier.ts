import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { cancel } from './cancel.ts';
import { manifest } from './manifest.ts';
import { accountServices, checkSettings, rate } from './rate.ts';
import { ship } from './ship.ts';
import { testConnection, track } from './track.ts';

export const carrier: Carrier = { manifest, rate, accountServices, checkSettings, ship, cancel, track, testConnection };
