/** Services of the account by destination; asked for Canada, the United States and one country that stands for the others. */
import type { CarrierService } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { accountOf } from './account.ts';
import { exchange, parse } from './client.ts';
import { canadianPostalCode } from './messages.ts';

const COUNTRIES = ['CA', 'US', 'GB'] as const;

export async function discoverServices(from: Address, env: CarrierEnv): Promise<readonly CarrierService[]> {
  const { contract } = accountOf(env);
  const origpc = canadianPostalCode(from.zipcode, 'from.zipcode');
  const answers = await Promise.all(
    COUNTRIES.map(async (country) => {
      const response = await exchange(env, 'rate', {
        method: 'GET',
        path: '/rs/ship/service',
        query: { country, contract, origpc },
        name: 'services',
      });
      return readServices(parse(response));
    }),
  );
  const unique = new Map(answers.flat().map((service) => [service.code, service]));
  return [...unique.values()];
}

/** @param document above the root element */
export function readServices(document: ObjectReader): readonly CarrierService[] {
  if (document.raw('services') === '') return [];
  return document.object('services').list('service', (s) => {
    const code = s.string('service-code', /^(DOM|USA|INT)(\.[A-Z]+){1,2}$/);
    return { code, name: s.string('service-name'), scope: code.startsWith('DOM.') ? 'domestic' : 'international' };
  });
}
