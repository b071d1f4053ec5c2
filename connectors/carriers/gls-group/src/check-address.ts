/** GLS checks a whole shipment: whether its postal code exists and its place can be reached. It knows no streets. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { addressMessage } from './addresses.ts';
import { contactOf, shipIt } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

interface Issue {
  readonly rule: string;
  readonly location: string;
}

/** The documentation writes names small, the contract large. */
const either = (owner: ObjectReader, large: string): string =>
  owner.has(large) ? large : `${large.slice(0, 1).toLowerCase()}${large.slice(1)}`;

const isAboutThePlace = ({ rule, location }: Issue): boolean =>
  /^consignee\b/i.test(location) || /^Shipment\.Consignee\b/i.test(location) || rule === 'SHIPMENT_VALID_ROUTING';

export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  const answer = await shipIt(env, {
    path: '/shipments/validate',
    name: 'check address',
    readOnly: true,
    json: {
      Shipment: {
        Middleware: 'ScanShip',
        Product: 'PARCEL',
        Consignee: { Address: addressMessage(address, 'address') },
        Shipper: { ContactID: contactOf(env) },
        ShipmentUnit: [{ Weight: 1 }],
      },
    },
  });
  return readVerdict(answer);
}

export function readVerdict(answer: ObjectReader): AddressAnswer {
  const success = answer.boolean(either(answer, 'Success'));
  const result = answer.object(either(answer, 'ValidationResult'));
  const issues = result.strictList(
    either(result, 'Issues'),
    (issue): Issue => ({ rule: issue.string('Rule', /^\w{2,80}$/), location: issue.string('Location') }),
  );
  if (success !== (issues.length === 0))
    throw new FieldProblem(answer.at('success'), 'does not fit the issues beside it');
  if (success) return { verdict: 'confirmed', level: 'city', suggestions: [], messages: [] };
  const about = issues.filter(isAboutThePlace);
  const [other] = issues;
  // The account cannot be used for the question (no such product, a wrong contact): that says nothing of the address.
  if (about.length === 0 && other)
    throw fail('refused', `${NAME} could not check the address: ${other.rule} at ${other.location}.`, {
      vendorCode: other.rule,
    });
  return {
    verdict: 'unknown',
    level: 'city',
    suggestions: [],
    messages: about.map(({ rule, location }) => `${NAME} does not accept the address: ${rule} at ${location}.`),
  };
}
