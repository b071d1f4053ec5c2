/** Whose token it is, and what it may read. */
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { readAddress } from './address.ts';
import { ask, askWithToken, FORBIDDEN, type Call } from './client.ts';
import { PRODUCT_READ, SHIPMENT_READ } from './permissions.ts';

const ID = /^[A-Z]{2,4}\d{4,12}$/;

const account: Call = { name: 'account', path: '/account' };
const aShipment: Call = {
  name: 'a shipment',
  path: '/shipments',
  query: { page: 1, per_page: 1 },
  permission: SHIPMENT_READ,
};
const aProduct: Call = {
  name: 'a product',
  path: '/products',
  query: { page: 1, per_page: 1 },
  permission: PRODUCT_READ,
};

interface Company {
  readonly id: string;
  readonly name: string;
  /** Told only where the token has the permission for addresses. */
  readonly address: Partial<Address> | undefined;
  /** Told only where the token has the permission for the balance. */
  readonly currency: string | undefined;
}

function companyOf(answer: ObjectReader): Company {
  const own = answer.object('account');
  const billing = own.maybe('billing_address', (n) => own.object(n));
  const credit = own.maybe('credit', (n) => own.object(n));
  return {
    id: own.string('easyship_company_id', ID),
    name: own.string('name'),
    address: billing && readAddress(billing),
    currency: credit?.maybe('currency', (n) => credit.currency(n)),
  };
}

/** @throws ConnectorError `invalid-input` for a token of the sandbox in production, and the other way round */
function checkKind(token: string, mode: ConnectEnv['mode']): void {
  const sandbox = token.startsWith('sand_');
  if (mode === 'live' && sandbox)
    throw fail('invalid-input', 'This token is of Easyship’s sandbox; enter one that begins with prod_.', {
      field: 'token',
    });
  if (mode === 'sandbox' && !sandbox)
    throw fail('invalid-input', 'The sandbox of Easyship takes a token that begins with sand_.', { field: 'token' });
}

/** Products are worth having and not needed: without the permission the store works, and says what is missing. */
async function missing(token: string, env: ConnectEnv): Promise<readonly string[]> {
  try {
    await askWithToken(env.http, token, aProduct);
    return [];
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.problem.vendorCode !== FORBIDDEN) throw error;
    return [`The access token has no permission ${PRODUCT_READ}, so no products come in.`];
  }
}

/** Tries the token on the account, on shipments and on products. */
export async function connect(credentials: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore> {
  const token = credentials.token?.trim() ?? '';
  checkKind(token, env.mode);
  const company = companyOf(await askWithToken(env.http, token, account));
  (await askWithToken(env.http, token, aShipment)).strictList('shipments', () => undefined);
  return {
    externalAccount: company.id,
    name: company.name,
    credentials: { [ACCESS_TOKEN]: token },
    settings: {},
    address: company.address,
    currency: company.currency,
    weightUnit: 'kg',
    problems: await missing(token, env),
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const company = companyOf(await ask(env, account));
  if (company.id !== env.externalAccount)
    throw fail('refused', 'This access token is of another Easyship account. Connect the store again.', {
      vendorCode: 'other-account',
    });
  return { accountName: company.name, message: `EasyShip accepts the access token of ${company.name}.` };
}
