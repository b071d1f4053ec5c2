/** The only file that calls the SOAP interface: our developer key in the header, the account in the body, refusals in words. */
import { saidBy } from '@scanship/connector-kit/answers/read-each';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { bareTree, callSoap } from '@scanship/connector-kit/xml/soap';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
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
  '*.ResultData.InventoryItemResponse',
];
/** A weight has its unit here. */
const WITH_MEANING = ['@UnitOfMeasure'];

export interface SoapQuestion {
  readonly service: 'AdminService' | 'InventoryService' | 'OrderService' | 'ShippingService';
  readonly operation: string;
  /** Short name for the trace. */
  readonly name: string;
  /** Children of the operation, in the order of the contract. */
  readonly body: XmlTree;
  readonly readOnly: boolean;
}

/** What an element says that must be there and says nothing. */
export const NIL: XmlTree = { '@xsi:nil': 'true' };

const SIGN_IN = /authenticat|authori[sz]|developer ?key|password|credential|access (?:is )?denied|not enabled/i;

const sentence = (text: string): string => `${manifest.name}: ${asSentence(text)}`;

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
  const result = readObject(bareTree(body, WITH_MEANING)).object(`${operation}Response`).object(`${operation}Result`);
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

/** Items of `ResultData`, each a reader of its own, and what is none. */
export function resultList(
  result: ObjectReader,
  name: string,
): { readonly nodes: readonly ObjectReader[]; readonly problems: readonly { readonly message: string }[] } {
  const data = result.has('ResultData') ? result.object('ResultData') : undefined;
  const nodes = data?.list(name, (one) => one.isolated(), { optional: true }) ?? [];
  return { nodes, problems: saidBy(result) };
}

/** GMT without a zone and in whole seconds, as the vendor's example writes it. */
export const timeText = (instant: string): string => new Date(instant).toISOString().slice(0, 19);

/** Items of a list that stands inside an element of its own; none where that is left out or empty. */
export const listIn = <T>(
  owner: ObjectReader,
  wrapper: string,
  name: string,
  read: (item: ObjectReader) => T,
): readonly T[] => (owner.has(wrapper) ? owner.object(wrapper).strictList(name, read) : []);
