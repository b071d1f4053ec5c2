import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { cancel, refund } from './cancel.ts';
import { checkAddress } from './check-address.ts';
import { claims } from './claims.ts';
import { endOfDay } from './end-of-day.ts';
import { listLabels } from './list-labels.ts';
import { manifest } from './manifest.ts';
import { pickup } from './pickup.ts';
import { rate } from './rate.ts';
import { ship } from './ship.ts';
import { testConnection } from './test-connection.ts';
import { track } from './track.ts';
import { trackWebhook } from './track-webhook.ts';

export const carrier: Carrier = {
  manifest,
  rate,
  ship,
  cancel,
  refund,
  track,
  trackWebhook,
  pickup,
  checkAddress,
  endOfDay,
  listLabels,
  claims,
  testConnection,
};
