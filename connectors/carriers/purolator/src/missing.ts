/** Purolator estimates without telephone numbers, and ships with them. */
import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { missingFacts } from '@scanship/connector-kit/carrier/missing-facts';
import { partyMessages } from './messages.ts';

export const missing: Carrier['missing'] = (shipment) =>
  missingFacts(() => partyMessages(shipment, { estimate: false }));
