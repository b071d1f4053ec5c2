import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { cancel } from './cancel.ts';
import { checkAddress } from './check-address.ts';
import { endOfDay } from './end-of-day.ts';
import { manifest } from './manifest.ts';
import { pickup } from './pickup.ts';
import { proofOfDelivery } from './proof-of-delivery.ts';
import { prices } from './rate.ts';
import { ship } from './ship.ts';
import { testConnection } from './test-connection.ts';
import { track } from './track.ts';

export const carrier: Carrier = {
  manifest,
  ...prices,
  ship,
  cancel,
  track,
  pickup,
  endOfDay,
  checkAddress,
  proofOfDelivery,
  testConnection,
};
