/** Services of both networks from a place: one question within its country and one abroad, put together. */
import type { CarrierService } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { placeMessage, type VendorPlace } from './address.ts';
import { accountNumber, call } from './client.ts';
import { manifest } from './manifest.ts';

/** Places that every service goes to: city halls, where the place itself is in neither country. */
const PLACES: Readonly<Record<'CA' | 'US' | 'GB', VendorPlace>> = {
  CA: { city: 'Toronto', stateOrProvinceCode: 'ON', postalCode: 'M5H2N2', countryCode: 'CA', residential: false },
  US: { city: 'New York', stateOrProvinceCode: 'NY', postalCode: '10007', countryCode: 'US', residential: false },
  GB: { city: 'London', postalCode: 'W1A 2LQ', countryCode: 'GB', residential: false },
};

export async function discoverServices(from: Address, env: CarrierEnv): Promise<readonly CarrierService[]> {
  const shipper = placeMessage(from, 'from');
  const abroad = from.countryCode === 'US' ? PLACES.CA : PLACES.US;
  const home = { ...shipper, residential: false };
  const overseas = from.countryCode === 'GB' ? PLACES.US : PLACES.GB;
  const found = new Map<string, CarrierService>();
  // Homes have a service of their own in the United States.
  const questions: readonly (readonly [VendorPlace, boolean])[] = [
    [home, false],
    [{ ...home, residential: true }, false],
    [abroad, true],
    [overseas, true],
  ];
  for (const [recipient, international] of questions)
    for (const { code, name } of await available(env, shipper, recipient)) {
      const known = manifest.services.find((service) => service.code === code);
      const before = found.get(code);
      const scope = international ? 'international' : 'domestic';
      found.set(code, {
        code,
        name: known?.name ?? name,
        scope: known?.scope ?? (before && before.scope !== scope ? 'both' : scope),
      });
    }
  return [...found.values()];
}

async function available(
  env: CarrierEnv,
  shipper: VendorPlace,
  recipient: VendorPlace,
): Promise<readonly { readonly code: string; readonly name: string }[]> {
  const response = await call(env, {
    method: 'POST',
    path: '/availability/v1/packageandserviceoptions',
    name: 'services',
    readOnly: true,
    json: {
      requestedShipment: {
        shipper: { address: shipper, accountNumber: { value: accountNumber(env) } },
        recipients: [{ address: recipient }],
      },
      carrierCodes: ['FDXE', 'FDXG'],
    },
  });
  return readOptions(response.json());
}

/** Each service once: FedEx answers it with every packaging, so an entry that cannot be read costs none. @throws FieldProblem */
export function readOptions(json: unknown): { readonly code: string; readonly name: string }[] {
  const output = readObject(json).object('output');
  const all = output.list('packageOptions', (o) => {
    const type = o.object('serviceType');
    const code = type.string('key', /^[A-Z0-9_]{3,60}$/);
    return { code, name: type.has('displayText') ? type.string('displayText') : code };
  });
  return all.filter(({ code }, index) => all.findIndex((one) => one.code === code) === index);
}
