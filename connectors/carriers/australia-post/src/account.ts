/** The account: its name, and the products of its contract. */
import type { CarrierService, ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { ask } from './client.ts';
import { manifest } from './manifest.ts';
import { serviceOf } from './services.ts';

const NAME = manifest.name;
/** "7D55", "T28V1N0" */
export const PRODUCT = /^[A-Z0-9]{2,10}$/;

export interface Product {
  readonly id: string;
  /** As Australia Post calls it. */
  readonly type: string;
  /** Ours, where the type is known here. */
  readonly service: string | undefined;
}

function product(p: ObjectReader): Product {
  const type = p.string('type');
  return { id: p.string('product_id', PRODUCT), type, service: serviceOf(type) };
}

async function account(env: CarrierEnv): Promise<ObjectReader> {
  const number = env.credentials['account'] ?? '';
  const body = await ask(env, { method: 'GET', path: path`/accounts/${number}`, name: 'account' });
  if (body.string('account_number') !== number)
    throw new FieldProblem('account_number', 'is another account than the one asked for');
  return body;
}

/** @throws ConnectorError `refused` where the contract has no such product */
export async function productOf(service: string, env: CarrierEnv): Promise<string> {
  const products = (await account(env)).list('postage_products', product);
  const found = products.find((one) => one.service === service);
  if (found) return found.id;
  const name = manifest.services.find(({ code }) => code === service)?.name ?? service;
  throw fail('refused', `${name} is not in this account’s contract with ${NAME}.`, { field: 'service' });
}

export async function discoverServices(_from: Address, env: CarrierEnv): Promise<readonly CarrierService[]> {
  const services = new Map<string, CarrierService>();
  for (const { id, type, service } of (await account(env)).list('postage_products', product)) {
    const known = manifest.services.find(({ code }) => code === service);
    const code = known?.code ?? id;
    if (!services.has(code)) services.set(code, known ?? { code, name: type, scope: 'both' });
  }
  return [...services.values()];
}

/** Proves key, password and account number without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const body = await account(env);
  const name = body.maybe('name', (n) => body.string(n));
  if (body.has('expired') && body.boolean('expired'))
    throw fail('refused', `${NAME} says that this account has expired; please ask your account manager there.`);
  if (body.has('credit_blocked') && body.boolean('credit_blocked'))
    throw fail('refused', `${NAME} has blocked the credit of this account; please ask your account manager there.`);
  return { accountName: name, message: `Connected to ${NAME}.` };
}
