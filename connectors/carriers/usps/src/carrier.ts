import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { cancel } from './cancel.ts';
import { checkAddress } from './check-address.ts';
import { landedCost } from './landed-cost.ts';
import { manifest } from './manifest.ts';
import { missing } from './missing.ts';
import { pickup } from './pickup.ts';
import { rate } from './rate.ts';
import { endOfDay } from './scan-form.ts';
import { ship } from './ship.ts';
import { testConnection } from './test-connection.ts';
import { proofOfDelivery, track } from './track.ts';

export const carrier: Carrier = {
  manifest,
  rate,
  missing,
  ship,
  cancel,
  track,
  testConnection,
  pickup,
  endOfDay,
  checkAddress,
  proofOfDelivery,
  landedCost,
};
