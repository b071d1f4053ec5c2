/** Questions about the account: does the key work, and which services may it use. */
import type { CarrierService, ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, readList } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { carrierSlug } from './rate.ts';
import { choosePayment, paymentMethods } from './payment.ts';

/** Proves the key, and that a label could be paid for, without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  choosePayment(await paymentMethods(env), env.credentials.paymentMethod);
  return { message: `Connected to ${manifest.name}; a payment method for labels was found.` };
}

const KNOWN = new Map(manifest.services.map((service) => [service.code, service]));

export async function discoverServices(_from: Address, env: CarrierEnv): Promise<readonly CarrierService[]> {
  const response = await exchange(env, { method: 'GET', path: '/services', name: 'list services' });
  const { items, problems } = readList({ services: response.json() }, 'services', (s): CarrierService => {
    const code = s.string('id', /^[\w–.-]{1,120}$/);
    const [carrierName, serviceName] = [s.string('carrier_name'), s.string('service_name')];
    const known = KNOWN.get(code) ?? { code, name: `${carrierName} ${serviceName}`, scope: 'both' };
    return { ...known, carrier: carrierSlug(code, carrierName) };
  });
  if (items.length === 0 && problems.length > 0) throw new FieldProblem('The list of services', 'cannot be read');
  return [...new Map(items.map((service) => [service.code, service])).values()];
}
