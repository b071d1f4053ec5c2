/** Own request and answer cases: what we send, held against a fixture, and what we make of an answer, without any server. */
import assert from 'node:assert/strict';
import type { Address } from '@scanship/domain/addresses/address';
import type { JsonObject } from '@scanship/domain/values/json';
import type { CancelInput, Carrier, RateInput, ShipInput, TrackInput } from '../carrier/carrier.ts';
import type { EndOfDayInput } from '../carrier/end-of-day.ts';
import type { ClaimInput, NumberedClaim } from '../carrier/claims.ts';
import type { CarrierEnv } from '../environment.ts';
import type { HttpRequest } from '../http/http.ts';
import { makeResponse } from '../http/http-response.ts';
import type { LabelListInput } from '../carrier/label-list.ts';
import type { LandedCostInput } from '../carrier/landed-cost.ts';
import type { OnboardingBegin } from '../carrier/onboarding.ts';
import type { BookedPickup, PickupChange, PickupInput, PickupWish } from '../carrier/pickup.ts';
import type { AttachDocumentInput, ProofOfDeliveryInput } from '../carrier/shipment-papers.ts';
import type { SteppedOperation } from '../steps/steps.ts';
import { createTokenCache } from '../credentials/token-source.ts';
import { parseXml } from '../xml/xml.ts';

export interface OwnExchange {
  /** `body`: JSON as a value, XML as text (compared as trees). */
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: Readonly<Record<string, string | number | undefined>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly answer: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}

export type OwnCase = {
  readonly name: string;
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  readonly exchanges: readonly OwnExchange[];
  /** The whole answer of the operation as JSON; bytes are `bytes:<length>`. */
  readonly expect: unknown;
} & (
  | { readonly operation: 'rate'; readonly input: RateInput }
  | { readonly operation: 'ship'; readonly step: string; readonly input: ShipInput; readonly kept?: JsonObject }
  | { readonly operation: 'cancel'; readonly step: string; readonly input: CancelInput; readonly kept?: JsonObject }
  | { readonly operation: 'track'; readonly input: TrackInput }
  | { readonly operation: 'testConnection' }
  | { readonly operation: 'refund'; readonly input: CancelInput }
  | { readonly operation: 'checkAddress'; readonly input: Address }
  | { readonly operation: 'proofOfDelivery'; readonly input: ProofOfDeliveryInput }
  | { readonly operation: 'landedCost'; readonly input: LandedCostInput }
  | { readonly operation: 'discoverServices'; readonly input: Address }
  | { readonly operation: 'listLabels'; readonly input: LabelListInput }
  | { readonly operation: 'endOfDay'; readonly step: string; readonly input: EndOfDayInput; readonly kept?: JsonObject }
  | {
      readonly operation: 'attachDocument';
      readonly step: string;
      readonly input: AttachDocumentInput;
      readonly kept?: JsonObject;
    }
  | {
      readonly operation: 'claims';
      readonly part: 'file';
      readonly step: string;
      readonly input: ClaimInput;
      readonly kept?: JsonObject;
    }
  | { readonly operation: 'claims'; readonly part: 'state'; readonly input: NumberedClaim }
  | { readonly operation: 'pickup'; readonly part: 'availability'; readonly input: PickupWish }
  | {
      readonly operation: 'pickup';
      readonly part: 'book';
      readonly step: string;
      readonly input: PickupInput;
      readonly kept?: JsonObject;
    }
  | {
      readonly operation: 'pickup';
      readonly part: 'change';
      readonly step: string;
      readonly input: PickupChange;
      readonly kept?: JsonObject;
    }
  | {
      readonly operation: 'pickup';
      readonly part: 'cancel';
      readonly step: string;
      readonly input: BookedPickup;
      readonly kept?: JsonObject;
    }
  | { readonly operation: 'onboarding'; readonly part: 'begin'; readonly input: OnboardingBegin }
  | {
      readonly operation: 'onboarding';
      readonly part: 'complete';
      readonly input: {
        readonly query: Readonly<Record<string, string>>;
        readonly kept: JsonObject;
        readonly returnTo: string;
      };
    }
);

const bodyText = (body: HttpRequest['body']): string =>
  typeof body === 'string' ? body : body === undefined ? '' : Buffer.from(body).toString('utf8');

/** Bytes as their length, undefined members dropped, dates as text. */
export const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, v: unknown) => (v instanceof Uint8Array ? `bytes:${v.length}` : v)) ?? 'null',
  ) as unknown;

export function checkRequest(expected: OwnExchange['request'], sent: HttpRequest, name: string): void {
  assert.equal(sent.method, expected.method, `${name}: method`);
  assert.equal(sent.path, expected.path, `${name}: path`);
  assert.deepEqual(plain(sent.query ?? {}), plain(expected.query ?? {}), `${name}: query`);
  const headers = Object.fromEntries(Object.entries(sent.headers ?? {}).map(([k, v]) => [k.toLowerCase(), v]));
  for (const [header, value] of Object.entries(expected.headers ?? {}))
    assert.equal(headers[header], value, `${name}: header ${header}`);
  const text = bodyText(sent.body);
  if (expected.body === undefined) assert.equal(text, '', `${name}: no body is expected`);
  else if (typeof expected.body === 'string' && expected.body.trimStart().startsWith('<'))
    assert.deepEqual(
      parseXml(text, { vendor: 'we' }),
      parseXml(expected.body, { vendor: 'the case' }),
      `${name}: body`,
    );
  else if (typeof expected.body === 'string') assert.equal(text, expected.body, `${name}: body`);
  else assert.deepEqual(JSON.parse(text), plain(expected.body), `${name}: body`);
}

const playStep = <I, R>(
  operation: SteppedOperation<I, R> | undefined,
  one: { readonly step: string; readonly input: I; readonly kept?: JsonObject },
  env: CarrierEnv,
): Promise<unknown> | undefined =>
  operation?.steps.find((s) => s.name === one.step)?.run(one.input, one.kept ?? {}, env);

/** Runs the operation of a case; undefined where the connector does not offer it. */
export function playOwnCase(carrier: Carrier, one: OwnCase, env: CarrierEnv): Promise<unknown> | undefined {
  switch (one.operation) {
    case 'rate':
      return carrier.rate?.(one.input, env);
    case 'track':
      return carrier.track?.(one.input, env);
    case 'testConnection':
      return carrier.testConnection?.(env);
    case 'refund':
      return carrier.refund?.(one.input, env);
    case 'checkAddress':
      return carrier.checkAddress?.(one.input, env);
    case 'proofOfDelivery':
      return carrier.proofOfDelivery?.(one.input, env);
    case 'landedCost':
      return carrier.landedCost?.(one.input, env);
    case 'discoverServices':
      return carrier.discoverServices?.(one.input, env);
    case 'listLabels':
      return carrier.listLabels?.(one.input, env);
    case 'ship':
      return playStep(carrier.ship, one, env);
    case 'cancel':
      return playStep(carrier.cancel, one, env);
    case 'endOfDay':
      return playStep(carrier.endOfDay, one, env);
    case 'attachDocument':
      return playStep(carrier.attachDocument, one, env);
    case 'claims':
      return one.part === 'file' ? playStep(carrier.claims?.file, one, env) : carrier.claims?.state?.(one.input, env);
    case 'onboarding':
      return one.part === 'begin'
        ? carrier.onboarding?.begin(one.input, env)
        : carrier.onboarding?.complete(one.input, env);
    default:
      return playPickup(carrier, one, env);
  }
}

function playPickup(
  { pickup }: Carrier,
  one: Extract<OwnCase, { operation: 'pickup' }>,
  env: CarrierEnv,
): Promise<unknown> | undefined {
  switch (one.part) {
    case 'availability':
      return pickup?.availability?.(one.input, env);
    case 'book':
      return playStep(pickup?.book, one, env);
    case 'change':
      return playStep(pickup?.change, one, env);
    default:
      return playStep(pickup?.cancel, one, env);
  }
}

/** @throws AssertionError naming what differs */
export async function checkOwnCase(
  carrier: Carrier,
  one: OwnCase,
  base: { readonly credentials: Readonly<Record<string, string>>; readonly settings: JsonObject },
): Promise<void> {
  let at = 0;
  const env: CarrierEnv = {
    mode: 'simulator',
    credentials: one.credentials ?? base.credentials,
    settings: base.settings,
    tokens: createTokenCache({ now: () => new Date('2026-01-01T00:00:00Z') }).of('own case'),
    now: () => new Date('2026-01-01T00:00:00Z'),
    pause: () => Promise.resolve(),
    http: {
      // An assertion rejects the send, so the case fails with its own words.
      send: async (request) => {
        const exchange = one.exchanges[at];
        at += 1;
        assert.ok(exchange, `${one.name}: "${request.name}" is one call more than the case has`);
        checkRequest(exchange.request, request, `${one.name}, ${request.name}`);
        const { body, status, headers } = exchange.answer;
        const bytes =
          body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
        return makeResponse(carrier.manifest.name, {
          status,
          headers: headers ?? {},
          bytes: new Uint8Array(bytes),
          traceId: 'own-case',
        });
      },
    },
  };
  const answer = await playOwnCase(carrier, one, env);
  assert.equal(at, one.exchanges.length, `${one.name}: calls made`);
  assert.deepEqual(plain(answer), plain(one.expect), `${one.name}: what we make of the answer`);
}
