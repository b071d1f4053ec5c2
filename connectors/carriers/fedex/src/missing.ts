/** FedEx tells prices between places; a label wants people, telephone numbers and export reports as well. */
import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { missingFacts } from '@scanship/connector-kit/carrier/missing-facts';
import { partyMessage } from './address.ts';
import { customsOf, exportDetail } from './customs.ts';
import { isAbroad } from './packages.ts';

export const missing: Carrier['missing'] = (shipment) => {
  const abroad = isAbroad(shipment);
  return missingFacts(
    () => partyMessage(shipment.from, 'from', abroad),
    () => partyMessage(shipment.to, 'to', abroad),
    () => customsOf(shipment) && exportDetail(shipment),
  );
};
