/** The only file that calls the SOAP interface: our developer key in the header, the account in the body, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { excerpt } from '@scanship/connector-kit/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/json-reader';
import { callSoap } from '@scanship/connector-kit/soap';
import type { StoreEnv } from '@scanship/connector-kit/store-environment';
import { withAccess } from '@scanship/connector-kit/with-access';
import type { XmlTree } from '@scanship/connector-kit/xml';
import { manifest } from './manifest.ts';

/** Sentence that makes people connect again. */
export const LET_GO =
  'Rithum does not let us into this account. Enable our access at Rithum under Account Authorizations, then connect the store again.';
const ACCESS_REFUSED = 'access-refused';

const SERVICES = 'http://api.channeladvisor.com/webservices/';
const NAMESPACES = {
  'xmlns:web': SERVICES,
  'xmlns:ord': 'http://api.channeladvisor.com/datacontracts/orders',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
};
const LISTS = [
  '*.AuthorizationResponse',
  '*.OrderResponseItem',
  '*.OrderLineItemItem',
  '*.ShipmentList.Shipment',
  '*.OrderShipmentHistoryResponse',
  '*.OrderShipmentResponse',
  '*.ShipmentLineItemResponse',
  '*.ResultData.ShippingCarrier',
  '*.ResultData.ShipmentResponse',
];

export interface SoapQuestion {
  readonly service: 'AdminService' | 'OrderService' | 'ShippingService';
  readonly operation: string;
  /** Short name for the trace. */
  readonly name: string;
  /** Children of the operation, in the order of the contract. */
  readonly body: XmlTree;
  readonly readOnly: boolean;
}

/** What an element says that must be there and says nothing. */
export const NIL: XmlTree = { '@xsi:nil': 'true' };

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The tree without "nil" and without attributes but the unit of a weight. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare).filter((item) => item !== undefined);
  if (!isNode(value)) return value;
  if (value['@nil'] === 'true' || value['@nil'] === '1') return undefined;
  const members = Object.entries(value).filter(([name]) => !name.startsWith('@') || name === '@UnitOfMeasure');
  return members.length === 0 ? '' : Object.fromEntries(members.map(([name, member]) => [name, bare(member)]));
}

const SIGN_IN = /authenticat|authori[sz]|developer ?key|password|credential|access (?:is )?denied|not enabled/i;

const sentence = (text: string): string =>
  `${manifest.name}: ${excerpt(text)
    .replace(/[<>{}]/g, '')
    .replace(/[.\s]*$/, '')}.`;

/** `Status`, `MessageCode` and `Message` of every answer. @throws ConnectorError unless it is a success */
function checkStatus(result: ObjectReader, readOnly: boolean): void {
  const status = result.string('Status');
  const code = result.integer('MessageCode');
  if (status === 'Success') return;
  const message = result.maybe('Message', (n) => result.string(n)) ?? '';
  const more = { vendorCode: String(code), vendorMessage: excerpt(message) };
  if (SIGN_IN.test(message)) throw fail('not-authorised', LET_GO, { ...more, vendorCode: ACCESS_REFUSED });
  // 1 stands for any error of theirs.
  if (code === 1)
    throw fail(
      readOnly ? 'temporary-before-effect' : 'unknown-effect',
      `${manifest.name} has a fault of its own at the moment.`,
      more,
    );
  throw fail('refused', message === '' ? `${manifest.name} declined this request.` : sentence(message), more);
}

/** The result of an operation. @throws ConnectorError of the call, a fault, or a result that is no success */
export async function ask(env: Pick<CarrierEnv, 'http' | 'app'>, one: SoapQuestion): Promise<ObjectReader> {
  const { service, operation, name, readOnly } = one;
  const body = await callSoap({
    vendor: manifest.name,
    http: env.http,
    path: `/ChannelAdvisorAPI/v7/${service}.asmx`,
    action: SERVICES + operation,
    name,
    namespaces: NAMESPACES,
    header: {
      'web:APICredentials': {
        'web:DeveloperKey': env.app?.developerKey ?? '',
        'web:Password': env.app?.password ?? '',
      },
    },
    body: { [`web:${operation}`]: one.body },
    readOnly,
    arrays: LISTS,
    readFault: ({ text }) => (SIGN_IN.test(text) ? { kind: 'not-authorised', message: LET_GO } : undefined),
  });
  const result = readObject(bare(body)).object(`${operation}Response`).object(`${operation}Result`);
  checkStatus(result, readOnly);
  return result;
}

/** As `ask`, about the account that let us in. */
export const askAccount = (
  env: StoreEnv,
  one: Omit<SoapQuestion, 'body'> & { readonly body?: XmlTree | undefined },
): Promise<ObjectReader> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === ACCESS_REFUSED,
    () => ask(env, { ...one, body: { 'web:accountID': env.externalAccount, ...one.body } }),
  );

/** Items of a list that stands inside an element of its own; none where that is left out or empty. */
export const listIn = <T>(
  owner: ObjectReader,
  wrapper: string,
  name: string,
  read: (item: ObjectReader) => T,
): readonly T[] => (owner.has(wrapper) ? owner.object(wrapper).strictList(name, read) : []);
