/** The services a batch can be shipped with, under the account that sells each. Pure. */
import type { AutomationOptions } from '@scanship/contracts/shipping/automation';
import type { BatchRequest } from '@scanship/contracts/shipping/batches';
import { fullServiceName } from '../../shipping/rates/price-facts.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly service: NonNullable<BatchRequest['service']>;
}

/** Labels name the carrier, so that a search for it finds all its services. Accounts without services are left out. */
export const serviceChoices = (accounts: AutomationOptions['accounts']): { group: string; items: Choice[] }[] =>
  accounts.flatMap(({ grantId, carrierName, name, services }) => {
    const items = services.map((service) => ({
      value: JSON.stringify([grantId, service.code]),
      label: fullServiceName(carrierName, service.name),
      service: { grantId, service: service.code },
    }));
    return items.length > 0 ? [{ group: name, items }] : [];
  });
