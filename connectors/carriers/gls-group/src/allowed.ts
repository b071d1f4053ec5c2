/** What GLS offers this contact between two places; its list has products and services, and no prices. */
import type { CarrierService } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { contactOf, shipIt } from './client.ts';
import { manifest } from './manifest.ts';
import { codesAmong } from './services.ts';

type Place = Pick<Address, 'countryCode' | 'zipcode'>;

export interface Allowed {
  readonly codes: readonly string[];
  /** Names of services in small letters: GLS itself is not of one mind about capitals. */
  readonly services: ReadonlySet<string>;
  readonly problems: readonly string[];
}

const placeMessage = ({ countryCode, zipcode }: Place) => ({ CountryCode: countryCode, ZIPCode: zipcode.trim() });

export async function allowedBetween(from: Place, to: Place, env: CarrierEnv, name: string): Promise<Allowed> {
  const answer = await shipIt(env, {
    path: '/shipments/allowedservices',
    name,
    readOnly: true,
    json: { Source: placeMessage(from), Destination: placeMessage(to), ContactID: contactOf(env) },
  });
  const items = answer.list(
    'AllowedServices',
    (item) => {
      const product = item.has('ProductName') ? item.string('ProductName', /^\w{2,40}$/) : undefined;
      const service = item.has('ServiceName') ? item.string('ServiceName', /^\w{2,80}$/) : undefined;
      if (product === undefined && service === undefined) throw new FieldProblem(item.path, 'names nothing');
      return { product, service: service?.toLowerCase() };
    },
    { optional: true },
  );
  const services = new Set(items.flatMap(({ service }) => service ?? []));
  const products = new Set(items.flatMap(({ product }) => product ?? []));
  return { codes: codesAmong(products, services), services, problems: answer.problems };
}

export async function discoverServices(from: Address, env: CarrierEnv): Promise<readonly CarrierService[]> {
  const { codes } = await allowedBetween(from, from, env, 'services');
  return manifest.services.filter(({ code }) => codes.includes(code));
}
