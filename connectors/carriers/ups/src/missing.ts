/** UPS tells prices between places; a label wants people, and abroad telephone numbers as well. */
import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { missingFacts } from '@scanship/connector-kit/carrier/missing-facts';
import { partyMessage } from './address.ts';
import { isAbroad } from './units.ts';

export const missing: Carrier['missing'] = (shipment) => {
  const abroad = isAbroad(shipment);
  return missingFacts(
    () => partyMessage(shipment.from, 'from', abroad),
    () => partyMessage(shipment.to, 'to', abroad),
  );
};
