/**
 * The order of carriers in one process never changes an answer: the rate cases of all registered carriers are played in
 * shuffled orders and all at once, and each time every carrier says the same as when it was asked alone.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Carrier, RateAnswer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { type OwnCase, plain } from '@scanship/connector-kit/conformance/own-case';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Registered, registered } from './registered.ts';

type RateCase = Extract<OwnCase, { readonly operation: 'rate' }>;

interface Played {
  readonly name: string;
  /** Plays the case as an account of its own would, or as one that shares the process' tokens with all others. */
  play(tokens: ReturnType<typeof createTokenCache>): Promise<unknown>;
}

const NOW = new Date('2026-01-01T00:00:00Z');

/** What was sent and what came of it: both must not change. */
function played({ carrier, samples, slug }: Registered, one: RateCase): Played {
  const name = `${slug}: ${one.name}`;
  return {
    name,
    async play(tokens) {
      let at = 0;
      const sent: unknown[] = [];
      const env: CarrierEnv = {
        mode: 'simulator',
        credentials: one.credentials ?? samples.account.credentials,
        settings: samples.settings,
        tokens: tokens.of(name),
        now: () => NOW,
        pause: () => Promise.resolve(),
        http: {
          async send({ signal: _signal, ...request }) {
            sent.push(plain({ ...request, headers: masked(request.headers), body: textOf(request.body) }));
            const answer = one.exchanges[at]?.answer;
            at += 1;
            // Somebody else has a turn in the middle of every call.
            await new Promise((resolve) => setImmediate(resolve));
            if (!answer) throw new Error(`${name}: one call more than the case has`);
            const { body, status, headers } = answer;
            const bytes =
              body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
            return makeResponse(carrier.manifest.name, {
              status,
              headers: headers ?? {},
              bytes: new Uint8Array(bytes),
              traceId: 'shared-state',
            });
          },
        },
      };
      return { answer: plain(await outcome(carrier, one, env)), sent };
    },
  };
}

const textOf = (body: unknown): unknown => (body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : body);

/** Some vendors want a number of its own for every call. */
const masked = (headers: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [
      name,
      value.replace(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i, 'a number of its own'),
    ]),
  );

/** A refusal is an answer, too. */
async function outcome(carrier: Carrier, one: RateCase, env: CarrierEnv): Promise<RateAnswer | { refused: unknown }> {
  try {
    if (!carrier.rate) throw new Error('no rates');
    return await carrier.rate(one.input, env);
  } catch (error) {
    return { refused: error instanceof Error ? { name: error.name, message: error.message } : error };
  }
}

const cases = registered.flatMap((one) =>
  one.samples.ownCases.filter((each): each is RateCase => each.operation === 'rate').map((each) => played(one, each)),
);

/** What each case answers when nothing else was asked in between. */
async function eachAlone(all: readonly Played[]): Promise<ReadonlyMap<string, unknown>> {
  const alone = new Map<string, unknown>();
  for (const one of all) alone.set(one.name, await one.play(createTokenCache({ now: () => NOW })));
  return alone;
}

/** Names of the cases that answered otherwise in this order than alone. */
async function changed(
  order: readonly Played[],
  atOnce: boolean,
  alone: ReadonlyMap<string, unknown>,
): Promise<string[]> {
  // A kept token makes one call less, so the second time of a case has another cache; all others share one.
  const [first, second] = [createTokenCache({ now: () => NOW }), createTokenCache({ now: () => NOW })];
  const names: string[] = [];
  const check = async (one: Played, index: number): Promise<void> => {
    const answer = await one.play(order.indexOf(one) === index ? first : second);
    if (!isDeepStrictEqual(answer, alone.get(one.name))) names.push(one.name);
  };
  if (atOnce) await Promise.all(order.map(check));
  else for (const [index, one] of order.entries()) await check(one, index);
  return names;
}

describe('the order of carriers', () => {
  it('can change something here: every carrier that rates has cases, and they differ', async () => {
    const rating = registered.filter(({ carrier }) => carrier.manifest.capabilities.rate).map(({ slug }) => slug);
    expect([...new Set(cases.map(({ name }) => name.split(':')[0]))]).toEqual(rating);
    const answers = await Promise.all(cases.map((one) => one.play(createTokenCache({ now: () => NOW }))));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBeGreaterThan(rating.length / 2);
  });

  it('never changes an answer, one after the other or all at once', async () => {
    const alone = await eachAlone(cases);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...cases, ...cases], { minLength: cases.length }),
        fc.boolean(),
        async (order, atOnce) => {
          expect(await changed(order, atOnce, alone)).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is noticed where carriers share something', async () => {
    const [first, second] = cases;
    if (!first || !second) throw new Error('two cases are needed');
    let last = '';
    const leaking = [first, second].map(
      (one): Played => ({
        name: one.name,
        async play(tokens) {
          const before = last;
          last = one.name;
          await one.play(tokens);
          return { before: before === one.name };
        },
      }),
    );
    const [a, b] = leaking;
    if (!a || !b) throw new Error('two cases are needed');
    const alone = await eachAlone(leaking);
    expect(await changed([a, a, b], false, alone)).toEqual([a.name]);
  });
});
