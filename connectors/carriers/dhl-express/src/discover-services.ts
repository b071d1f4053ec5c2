/** Services of the account: the products DHL names on the ways that tell them apart (inside, abroad, documents, the Union). */
import type { CarrierService } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { isMember } from '@scanship/domain/addresses/european-union';
import { manifest } from './manifest.ts';
import { productsBetween } from './products.ts';
import { todayAt } from './times.ts';

type Place = Pick<Address, 'city' | 'zipcode' | 'countryCode'>;

const LONDON: Place = { city: 'London', zipcode: 'SW1A 2AA', countryCode: 'GB' };
const NEW_YORK: Place = { city: 'New York', zipcode: '10007', countryCode: 'US' };
const PARIS: Place = { city: 'Paris', zipcode: '75001', countryCode: 'FR' };
const BERLIN: Place = { city: 'Berlin', zipcode: '10115', countryCode: 'DE' };

interface Way {
  readonly to: Place;
  readonly dutiable: boolean;
}

function waysFrom(from: Address): readonly Way[] {
  const abroad = from.countryCode === 'GB' ? NEW_YORK : LONDON;
  return [
    { to: from, dutiable: false },
    { to: abroad, dutiable: true },
    { to: abroad, dutiable: false },
    ...(isMember(from.countryCode) ? [{ to: from.countryCode === 'FR' ? BERLIN : PARIS, dutiable: false }] : []),
  ];
}

export async function discoverServices(from: Address, env: CarrierEnv): Promise<readonly CarrierService[]> {
  const known = new Map(manifest.services.map((service) => [service.code, service]));
  const found = new Map<string, CarrierService>();
  let refused: ConnectorError | undefined;
  for (const { to, dutiable } of waysFrom(from))
    try {
      const { products } = await productsBetween(from, to, { day: todayAt(from, env.now()), dutiable }, env);
      const domestic = to.countryCode === from.countryCode;
      for (const { code, name } of products) {
        const before = found.get(code);
        const scope = domestic ? 'domestic' : 'international';
        found.set(code, known.get(code) ?? { code, name, scope: before && before.scope !== scope ? 'both' : scope });
      }
    } catch (error) {
      // Many countries have no product inside; only a way that is not served is passed over.
      if (!(error instanceof ConnectorError) || !['refused', 'invalid-input'].includes(error.problem.kind)) throw error;
      refused ??= error;
    }
  if (found.size === 0 && refused) throw refused;
  return [...found.values()];
}
