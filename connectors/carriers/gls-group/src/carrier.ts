import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { discoverServices } from './allowed.ts';
import { cancel, refund } from './cancel.ts';
import { checkAddress } from './check-address.ts';
import { endOfDay } from './end-of-day.ts';
import { manifest } from './manifest.ts';
import { pickup } from './pickup.ts';
import { proofOfDelivery } from './proof-of-delivery.ts';
import { accountServices, checkSettings, rate } from './rate.ts';
import { ship } from './ship.ts';
import { testConnection } from './test-connection.ts';
import { track } from './track.ts';

export const carrier: Carrier = {
  manifest,
  rate,
  accountServices,
  checkSettings,
  ship,
  cancel,
  refund,
  track,
  proofOfDelivery,
  pickup,
  endOfDay,
  checkAddress,
  discoverServices,
  testConnection,
};
