/** Services of the account as Teleship lists them, which also proves the keys. */
import type { CarrierService, ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readList, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

/** Teleship's own example writes one code with a dash that is no hyphen. */
export const codeOf = (service: ObjectReader): string =>
  service.string('code', /^[A-Z][A-Z0-9–-]{3,60}$/).replaceAll('–', '-');

async function listed(env: CarrierEnv): Promise<readonly CarrierService[]> {
  const response = await exchange(env, { method: 'GET', path: '/api/services', name: 'services' });
  const { items } = readList({ services: response.json() }, 'services', (s): CarrierService | undefined => {
    const code = codeOf(s);
    const name = s.string('name');
    if (s.maybe('isActive', (n) => s.boolean(n)) === false) return undefined;
    return { code, name: manifest.services.find((known) => known.code === code)?.name ?? name, scope: 'both' };
  });
  const services = items.filter((one) => one !== undefined);
  return services.filter(({ code }, i) => services.findIndex((other) => other.code === code) === i);
}

export const discoverServices = (_from: Address, env: CarrierEnv): Promise<readonly CarrierService[]> => listed(env);

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const services = await listed(env);
  return { message: `Connected to ${manifest.name}; services of this account: ${services.length}.` };
}
