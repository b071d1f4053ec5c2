import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { discoverServices, testConnection } from './account.ts';
import { cancel, refund } from './cancel.ts';
import { checkAddress } from './check-address.ts';
import { endOfDay } from './end-of-day.ts';
import { landedCost } from './landed-cost.ts';
import { listLabels } from './list-labels.ts';
import { manifest } from './manifest.ts';
import { pickup } from './pickup.ts';
import { rate } from './rate.ts';
import { ship } from './ship.ts';
import { track } from './track.ts';

export const carrier: Carrier = {
  manifest,
  rate,
  ship,
  cancel,
  refund,
  track,
  pickup,
  endOfDay,
  checkAddress,
  landedCost,
  discoverServices,
  listLabels,
  testConnection,
};
