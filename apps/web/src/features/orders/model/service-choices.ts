/** The services a batch can be shipped with, under the account that sells each. Pure. */
import type { AutomationOptions } from '@scanship/contracts/shipping/automation';
import type { BatchRequest } from '@scanship/contracts/shipping/batches';
import { fullServiceName } from '../../shipping/rates/price-facts.ts';

export interface ServiceChoice {
  readonly value: string;
  readonly label: string;
  /** The end of the label: as it stands in the list, below the name of the account. */
  readonly name: string;
  readonly service: NonNullable<BatchRequest['service']>;
}

/** Labels name the carrier, so that a search for it finds all its services. Accounts without services are left out. */
export const serviceChoices = (accounts: AutomationOptions['accounts']): { group: string; items: ServiceChoice[] }[] =>
  accounts.flatMap(({ grantId, carrierName, name, services }) => {
    const items = services.map((service) => ({
      value: JSON.stringify([grantId, service.code]),
      label: fullServiceName(carrierName, service.name),
      name: service.name,
      service: { grantId, service: service.code },
    }));
    return items.length > 0 ? [{ group: name, items }] : [];
  });
