import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { cancel } from './cancel.ts';
import { claims } from './claims.ts';
import { endOfDay } from './end-of-day.ts';
import { manifest } from './manifest.ts';
import { rate } from './rate.ts';
import { ship } from './ship.ts';
import { testConnection } from './test-connection.ts';
import { track } from './track.ts';

export const carrier: Carrier = { manifest, rate, ship, cancel, track, endOfDay, claims, testConnection };
