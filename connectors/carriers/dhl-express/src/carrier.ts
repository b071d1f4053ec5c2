import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { attachDocument } from './attach-document.ts';
import { checkAddress } from './check-address.ts';
import { discoverServices } from './discover-services.ts';
import { landedCost } from './landed-cost.ts';
import { manifest } from './manifest.ts';
import { missing } from './missing.ts';
import { pickup } from './pickup.ts';
import { proofOfDelivery } from './proof-of-delivery.ts';
import { rate } from './rate.ts';
import { ship } from './ship.ts';
import { testConnection } from './test-connection.ts';
import { track } from './track.ts';

export const carrier: Carrier = {
  manifest,
  rate,
  missing,
  ship,
  track,
  testConnection,
  pickup,
  checkAddress,
  proofOfDelivery,
  landedCost,
  attachDocument,
  discoverServices,
};
