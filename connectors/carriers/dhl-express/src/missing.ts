/** DHL Express tells prices between places; a label wants people and telephone numbers as well. */
import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { missingFacts } from '@scanship/connector-kit/carrier/missing-facts';
import { shipmentParty } from './address.ts';

export const missing: Carrier['missing'] = ({ from, to }) =>
  missingFacts(
    () => shipmentParty(from, 'from'),
    () => shipmentParty(to, 'to'),
  );
