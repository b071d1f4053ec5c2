/**
 * Reporting a parcel at Omni: carrier and tracking code are written into the order. Its dispatch date, which moves stock and opens
 * it for invoicing, is set only where the seller wanted that, and only when the report covers all that is left of the order.
 * Omni is known to answer 500 to a dispatch that it did, so what happened is always looked up.
 */
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { askList, find, quoted } from './client.ts';
import { holdsAll, joined, numbersOf, plain, refuse, splitNumbers } from './numbers.ts';
import { isComponent, readOmniId, readOmniState, type State } from './omni-order.ts';
import { closesOrders, NUMBER } from './system.ts';

/** Characters of Omni's tracking code. */
const CODE_LENGTH = 50;

const resultOf = (input: FulfilInput): FulfilResult => ({ fulfilmentIds: [input.externalOrderId] });

interface Now {
  readonly order: ObjectReader;
  readonly state: State;
  readonly code: string;
}

async function current(input: FulfilInput, env: StoreEnv): Promise<Now | undefined> {
  const { externalOrderId: id } = input;
  const order = NUMBER.test(id) ? await find(env, { name: 'sales order', path: `/SalesOrders/${id}` }) : undefined;
  if (!order) return undefined;
  if (readOmniId(order) !== id) throw new FieldProblem('id', 'is another order’s');
  const code = order.has('trackingCode') ? order.string('trackingCode') : '';
  return { order, state: readOmniState(order), code };
}

/** What is left of each line at Omni. */
const leftOf = (order: ObjectReader): Map<string, number> =>
  new Map(
    order.strictList('lineItems', (line) => {
      const shipped = line.has('qtyShipped') ? line.number('qtyShipped') : 0;
      return [line.id('id', NUMBER), isComponent(line) ? 0 : line.number('qty') - shipped];
    }),
  );

const isDone = (now: Now, input: FulfilInput, closes: boolean): boolean =>
  input.parcels.length === 0
    ? closes && now.state.kind === 'shipped'
    : holdsAll(now.code, input) && (!closes || now.state.kind === 'shipped');

function codeWith(there: string, input: FulfilInput): string {
  const known = splitNumbers(there);
  const numbers = [
    ...known,
    ...numbersOf(input)
      .map(plain)
      .filter((number) => !known.includes(number)),
  ];
  const code = joined(numbers);
  if (code.length > CODE_LENGTH)
    throw refuse(
      `Cin7 Omni keeps ${CODE_LENGTH} characters of tracking numbers an order, and these do not fit; enter them there, for instance as an internal comment.`,
      'too-long',
    );
  return code;
}

export async function omniPlan(input: FulfilInput, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const now = await current(input, env);
  if (!now) throw refuse('Cin7 Omni does not know this order.', 'order-unknown');
  const left = leftOf(now.order);
  if (input.lines.some((line) => !left.has(line.externalLineId)))
    throw refuse('Cin7 Omni does not know one of these items in the order.', 'line-unknown');
  const reported = new Map<string, number>();
  for (const { externalLineId, quantity } of input.lines)
    reported.set(externalLineId, (reported.get(externalLineId) ?? 0) + quantity);
  const whole = [...left].every(([id, units]) => (reported.get(id) ?? 0) >= units);
  const closes = closesOrders(env) && whole;
  const { kind, hold } = now.state;
  if (isDone(now, input, closes)) return { kind: 'done', keep: { there: true }, result: resultOf(input) };
  if (kind === 'cancelled') throw refuse('The order was voided at Cin7 Omni.', 'cancelled');
  if (kind === 'shipped')
    throw refuse(
      'Cin7 Omni already has this order marked as dispatched; enter this number there if the buyer needs it.',
      'shipped',
    );
  if (kind === 'held')
    throw refuse(`${hold?.reason ?? 'The order waits at Cin7 Omni.'} Until then it is not reported.`, 'on-hold');
  if (input.parcels.length === 0 && !closes)
    throw refuse('There is no tracking number to write into the order; dispatch it at Cin7 Omni.', 'nothing-to-write');
  return { kind: 'done', keep: { there: false, closes, trackingCode: codeWith(now.code, input) } };
}

/** "[{ index, success, id, errors }]": what Omni refuses, it says in an answer of status 200. */
function readSaved(answer: ObjectReader, id: string): void {
  const [saved] = answer.strictList('saved', (one) => one);
  if (!saved) throw new FieldProblem('The answer', 'is empty');
  if (saved.has('id') && saved.id('id') !== id && saved.boolean('success'))
    throw new FieldProblem('id', 'is another order’s');
  if (saved.boolean('success')) return;
  const errors = saved.raw('errors');
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const words = typeof first === 'string' && first !== '' ? first : 'It did not accept the report and gave no reason.';
  throw fail('refused', quoted('omni', words), { vendorCode: 'not-saved', vendorMessage: words });
}

export async function omniCreate(
  input: FulfilInput,
  kept: JsonObject,
  env: StoreEnv,
): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done', result: resultOf(input) };
  const code = typeof kept.trackingCode === 'string' ? kept.trackingCode : '';
  const answer = await askList(env, 'saved', {
    name: 'write the report',
    method: 'PUT',
    path: '/SalesOrders',
    body: [
      {
        id: Number(input.externalOrderId),
        ...(code !== '' && { trackingCode: code }),
        logisticsCarrier: input.carrier.name,
        ...(kept.closes === true && { dispatchedDate: `${env.now().toISOString().slice(0, 19)}Z` }),
      },
    ],
  });
  readSaved(answer, input.externalOrderId);
  return { kind: 'done', result: resultOf(input) };
}

export async function omniRecover(
  input: FulfilInput,
  step: string,
  kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const now = await current(input, env);
  return now && isDone(now, input, kept.closes === true)
    ? { kind: 'found', step, result: resultOf(input) }
    : { kind: 'absent' };
}
