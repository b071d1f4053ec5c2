/** Canada Post tells prices between postal codes; a label wants people, streets and telephone numbers as well. */
import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { missingFacts } from '@scanship/connector-kit/carrier/missing-facts';
import { destination, parcelMessage, sender } from './messages.ts';

export const missing: Carrier['missing'] = ({ from, to, parcels }, service) =>
  missingFacts(
    () => sender(from, true),
    () => destination(to, service),
    () => parcels.map(parcelMessage),
  );
