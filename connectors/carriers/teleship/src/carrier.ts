import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { attachDocument } from './attach-document.ts';
import { cancel } from './cancel.ts';
import { endOfDay } from './end-of-day.ts';
import { landedCost } from './landed-cost.ts';
import { manifest } from './manifest.ts';
import { pickup } from './pickup.ts';
import { rate } from './rate.ts';
import { discoverServices, testConnection } from './services.ts';
import { ship } from './ship.ts';
import { track } from './track.ts';

export const carrier: Carrier = {
  manifest,
  rate,
  ship,
  cancel,
  track,
  pickup,
  endOfDay,
  landedCost,
  attachDocument,
  discoverServices,
  testConnection,
};
