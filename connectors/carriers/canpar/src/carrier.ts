import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { discoverServices, testConnection } from './account.ts';
import { cancel } from './cancel.ts';
import { checkAddress } from './check-address.ts';
import { endOfDay } from './end-of-day.ts';
import { manifest } from './manifest.ts';
import { pickup } from './pickup.ts';
import { rate } from './rate.ts';
import { ship } from './ship.ts';
import { proofOfDelivery, track } from './track.ts';

export const carrier: Carrier = {
  manifest,
  rate,
  ship,
  cancel,
  track,
  proofOfDelivery,
  pickup,
  endOfDay,
  checkAddress,
  discoverServices,
  testConnection,
};
