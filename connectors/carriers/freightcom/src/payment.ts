/** Who pays: the account's payment methods ("net-terms", "credit-card"), one of which a purchase must name. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readList } from '@scanship/connector-kit/answers/json-reader';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

export interface PaymentMethod {
  readonly id: string;
  readonly type: string | undefined;
}

export async function paymentMethods(env: CarrierEnv): Promise<readonly PaymentMethod[]> {
  const response = await exchange(env, { method: 'GET', path: '/finance/payment-methods', name: 'payment methods' });
  const { items, problems } = readList({ methods: response.json() }, 'methods', (m) => ({
    id: m.string('id', /^[A-Za-z0-9_-]{1,64}$/),
    type: m.maybe('type', (n) => m.string(n, /^[\w -]{1,60}$/)),
  }));
  // Paying by the wrong one of several is worse than not paying: read whole or not at all.
  const [problem] = problems;
  if (problem !== undefined)
    throw new FieldProblem('The list of payment methods', `cannot be read: ${problem.replace(/\.$/, '')}`);
  return items;
}

/** The one that is named in the account's settings, else terms, else the only one. @throws ConnectorError `refused` */
export function choosePayment(methods: readonly PaymentMethod[], named: string | undefined): string {
  if (named !== undefined && named !== '') {
    if (methods.some(({ id }) => id === named)) return named;
    throw fail(
      'refused',
      `${manifest.name} has no payment method "${named}" in this account; look it up there or leave it empty.`,
    );
  }
  const terms = methods.filter(({ type }) => type === 'net-terms');
  const [only, another] = terms.length > 0 ? terms : methods;
  if (only && !another) return only.id;
  throw fail(
    'refused',
    only
      ? `This ${manifest.name} account has several payment methods; name one of them in the carrier account.`
      : `This ${manifest.name} account has no payment method; add one at ${manifest.name} first.`,
  );
}
