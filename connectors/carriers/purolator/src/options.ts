/** What a lane offers: services of the account with their options (`GetServicesOptions`). */
import type { CarrierService, ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import type { Address } from '@scanship/domain/addresses/address';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { accountOf } from './account.ts';
import { shortAddress } from './addresses.ts';
import { call } from './client.ts';
import { manifest } from './manifest.ts';
import { DANGEROUS_CLASS } from './messages.ts';
import { regionOfService, serviceName } from './services.ts';

const NAME = manifest.name;
export const SERVICE_ID = /^Purolator[A-Za-z0-9:.]{1,60}$/;

async function servicesOf(
  env: CarrierEnv,
  from: XmlTree,
  to: XmlTree,
  more: { readonly date?: string | undefined; readonly name: string },
): Promise<ObjectReader> {
  const { answer } = await call(env, {
    service: 'availability',
    operation: 'GetServicesOptions',
    name: more.name,
    body: {
      BillingAccountNumber: accountOf(env).number,
      SenderAddress: from,
      ReceiverAddress: to,
      ShipmentDate: more.date,
    },
    readOnly: true,
  });
  return answer;
}

interface Choice {
  readonly id: string;
  readonly values: readonly string[];
  readonly children: readonly Choice[];
}

const choicesOf = (parent: ObjectReader, name: string): readonly Choice[] =>
  parent.has(name) ? parent.object(name).list('Option', choice, { optional: true }) : [];

function choice(o: ObjectReader): Choice {
  const values = o.has('PossibleValues')
    ? o.object('PossibleValues').list('OptionValue', (v) => v.string('Value'), { optional: true })
    : [];
  return { id: o.string('ID', /^\w{1,60}$/), values, children: choicesOf(o, 'ChildServiceOptions') };
}

/**
 * How dangerous goods travel with a service on this lane ("Air", "Ground").
 * @throws ConnectorError `refused` where the service does not take that class there
 */
export async function dangerousMode(s: ShipmentRequest, service: string, env: CarrierEnv): Promise<string | undefined> {
  const goods = s.options.dangerousGoods;
  const wanted = goods && DANGEROUS_CLASS[goods.kind];
  if (wanted === undefined) return undefined;
  const no = fail('refused', `${serviceName(service)} does not take these dangerous goods on this way.`, {
    field: 'options.dangerousGoods',
  });
  if (s.to.countryCode !== 'CA') throw no;
  const answer = await servicesOf(env, shortAddress(s.from, 'from'), shortAddress(s.to, 'to'), {
    date: s.shipDate,
    name: 'service options',
  });
  const services = answer.has('Services')
    ? answer
        .object('Services')
        .list('Service', (v) => ({ id: v.string('ID', SERVICE_ID), options: choicesOf(v, 'Options') }))
    : [];
  const options = services.find((one) => one.id === service)?.options ?? [];
  const modes = options
    .filter((o) => o.id === 'DangerousGoods')
    .flatMap((o) => o.children.filter((c) => c.id === 'DangerousGoodsMode'));
  const fitting = modes.find((m) =>
    m.children.some((c) => c.id === 'DangerousGoodsClass' && c.values.includes(wanted)),
  );
  const [mode] = fitting?.values ?? [];
  if (mode === undefined) throw no;
  return mode;
}

const place = (City: string, Province: string, Country: string, PostalCode: string): XmlTree => ({
  City,
  Province,
  Country,
  PostalCode,
});

/** One place of each region: which services the account has differs by region, not by city. */
const DESTINATIONS = [
  [place('Mississauga', 'ON', 'CA', 'L4W5M8'), 'domestic services'],
  [place('New York', 'NY', 'US', '10001'), 'services to the United States'],
  [place('London', '', 'GB', 'SW1A 1AA'), 'international services'],
] as const;

/** A region that the account does not serve is an answer, not an error. */
export async function discoverServices(from: Address, env: CarrierEnv): Promise<readonly CarrierService[]> {
  const sender = shortAddress(from, 'from');
  const found = new Map<string, CarrierService>();
  let refusal: ConnectorError | undefined;
  for (const [to, name] of DESTINATIONS) {
    try {
      const answer = await servicesOf(env, sender, to, { name });
      const services = answer.has('Services')
        ? answer.object('Services').list('Service', (v): CarrierService => {
            const code = v.string('ID', SERVICE_ID);
            const scope = regionOfService(code) === 'DOM' ? 'domestic' : 'international';
            return { code, name: v.maybe('Description', (n) => v.string(n)) ?? serviceName(code), scope };
          })
        : [];
      for (const service of services) if (!found.has(service.code)) found.set(service.code, service);
    } catch (error) {
      if (!(error instanceof ConnectorError) || !['refused', 'invalid-input'].includes(error.problem.kind)) throw error;
      refusal ??= error;
    }
  }
  if (found.size === 0 && refusal) throw refusal;
  return [...found.values()];
}

/** Proves key, password, activation key and account without any effect, on a lane that Purolator surely serves. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const { number } = accountOf(env);
  const answer = await servicesOf(
    env,
    place('Mississauga', 'ON', 'CA', 'L4W5M8'),
    place('Burnaby', 'BC', 'CA', 'V5C5A9'),
    {
      name: 'connection test',
    },
  );
  if (!answer.has('Services'))
    throw fail('not-authorised', `${NAME} names no service for account ${number}.`, { field: 'credentials.account' });
  return { accountName: `Account ${number}`, message: `Connected to ${NAME} with account ${number}.` };
}
