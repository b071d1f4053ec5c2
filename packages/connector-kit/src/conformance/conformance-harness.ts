/** What a connector hands to the conformance suite, and how the suite drives it. Used by tests only. */
import type { Address } from '@scanship/domain/addresses/address';
import type { JsonObject } from '@scanship/domain/values/json';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Dispatcher } from 'undici';
import { createBreakers } from '../http/breaker.ts';
import type { Carrier, CarrierManifest, ShipInput } from '../carrier/carrier.ts';
import type { ClaimInput } from '../carrier/claims.ts';
import type { CarrierEnv } from '../environment.ts';
import type { ConnectorProblem } from '../errors.ts';
import { pause } from '../http/http-client.ts';
import { openCarrierEnv } from '../steps/open-environment.ts';
import { createOutboundDispatcher } from '../http/outbound-guard.ts';
import type { OwnCase } from './own-case.ts';
import type { PickupWish } from '../carrier/pickup.ts';
import type { QuotaBudget } from '../http/quota.ts';
import { nextStep, runStep } from '../steps/step-runner.ts';
import type { SteppedOperation } from '../steps/steps.ts';
import { createTokenCache } from '../credentials/token-source.ts';
import { noTrace, type TraceSink } from '../http/trace.ts';
import type { TrackKeys } from '../tracking/track-webhook.ts';

type Credentials = Readonly<Record<string, string>>;

/** Data of one connector; lives beside its simulator. */
export interface ConnectorSamples {
  readonly settings: JsonObject;
  /** An account the simulator knows, its id in the books, and a second one. */
  readonly account: { readonly id: string; readonly credentials: Credentials };
  readonly otherAccount: { readonly id: string; readonly credentials: Credentials };
  /** Well-formed credentials the simulator does not know; absent for a connector without credentials. */
  readonly wrongCredentials?: Credentials | undefined;
  /** The carrier answers questions about parcels to anybody, so wrong credentials cannot show there. */
  readonly openTracking?: boolean | undefined;
  readonly service: string;
  /** One parcel inside a country. */
  readonly domestic: ShipmentRequest;
  readonly crossBorder?: { readonly service: string; readonly shipment: ShipmentRequest } | undefined;
  /** An address the carrier knows, one it corrects and one it does not know; needed by a connector with `checkAddress`. */
  readonly addresses?:
    | { readonly good: Address; readonly correctable?: Address | undefined; readonly unknown: Address }
    | undefined;
  /** A pickup the simulator takes on any working day; needed by a connector with `pickup`. `date` is replaced by the suite. */
  readonly pickup?: PickupWish | undefined;
  /** A return inside the country the simulator sells; needed by a connector with `returns`. */
  readonly returned?: { readonly service: string; readonly shipment: ShipmentRequest } | undefined;
  /** A claim for a label that was just bought; needed by a connector with `claims`. Number and id are put in by the suite. */
  readonly claim?:
    | {
        readonly input: Omit<ClaimInput, 'reference' | 'trackingNumber' | 'carrierShipmentId'>;
        /** What has to be so at the simulator before a claim is taken (a label that is insured). */
        readonly prepare?: ((address: string, carrierShipmentId: string) => Promise<void>) | undefined;
      }
    | undefined;
  /** A push of tracking news; needed by a connector with `trackWebhook`. */
  readonly push?: PushSample | undefined;
  /** List items of an answer that hold several offers or services each ("pricingOptions[0]"): losing one loses all of them. */
  readonly offerGroups?: readonly string[] | undefined;
  /**
   * Fields of a tracking event that the vendor leaves out at times ("status.code"): without one the event is told by the others,
   * which may say less. It never vanishes.
   */
  readonly eventsTellBy?: readonly string[] | undefined;
  /** Our own request and answer for every declared operation, so that a clone alone proves the translation. */
  readonly ownCases: readonly OwnCase[];
}

/** What the carrier pushes, and how it signs. */
export interface PushSample {
  /** The carrier's name of the account. */
  readonly account: string;
  readonly topic: string;
  /** With at least one parcel, one readable event and one that cannot be read. */
  readonly body: string;
  /** Body of another delivery, where a delivery's key stands in its body. */
  readonly another?: string | undefined;
  /** Headers as the carrier sends them with this body. */
  headers(body: string, keys: TrackKeys, at: Date): Readonly<Record<string, string>>;
  /** The whole of what `understand` makes of it, as JSON. */
  readonly expect: unknown;
}

export interface HarnessFault {
  readonly kind: string;
  readonly effect?: 'read' | 'effect' | 'auth' | 'any';
  readonly times?: number;
  readonly ms?: number;
  readonly retryAfterSeconds?: number;
}

/** The simulator as the suite needs it; made from the simulator kit by the test. */
export interface HarnessSimulator {
  readonly address: string;
  setFaults(faults: readonly HarnessFault[]): Promise<void>;
  clearFaults(): Promise<void>;
  books(): Promise<
    readonly {
      readonly kind: string;
      readonly id: string;
      readonly reference?: string | undefined;
      readonly account: string;
    }[]
  >;
}

export interface Harness {
  readonly samples: ConnectorSamples;
  /** Absent for a connector that makes no calls. */
  readonly simulator: HarnessSimulator | undefined;
}

/** Operations the suite drives; the rest of `CARRIER_OPERATIONS` are properties of these. */
export const CONFORMANCE_OPERATIONS = [
  'testConnection',
  'rate',
  'ship',
  'cancel',
  'refund',
  'track',
  'proofOfDelivery',
  'pickup',
  'endOfDay',
  'checkAddress',
  'landedCost',
  'attachDocument',
  'discoverServices',
  'listLabels',
  'claims',
  'onboarding',
] as const;
export type ConformanceOperation = (typeof CONFORMANCE_OPERATIONS)[number];

export interface ConformanceCase {
  readonly name: string;
  /** Which column of the table it proves. */
  readonly capability: 'manifest' | ConformanceOperation;
  /** Why it does not apply to this connector, if so. */
  readonly notApplicable?: string | undefined;
  /** @returns a note for the table (a figure), if any. @throws AssertionError */
  run(): Promise<string | undefined>;
}

const unlimitedQuota: QuotaBudget = {
  take: () => Promise.resolve({ ok: true }),
  pause: () => Promise.resolve(),
};

let dispatcher: Dispatcher | undefined;

/** A fresh environment: own breaker and tokens, so that one case never disturbs the next. */
export function openHarnessEnv(
  manifest: CarrierManifest,
  harness: Harness,
  credentials: Credentials = harness.samples.account.credentials,
  shared: {
    readonly tokens?: ReturnType<typeof createTokenCache>;
    readonly accountId?: string;
    readonly trace?: TraceSink;
  } = {},
): CarrierEnv {
  // The guard is the real one: even the suite calls only what an installation could call.
  dispatcher ??= createOutboundDispatcher({ ports: 'any', allowLoopback: () => true });
  return openCarrierEnv(
    manifest,
    {
      id: shared.accountId ?? 'conformance',
      mode: 'simulator',
      credentials,
      settings: harness.samples.settings,
      simulatorAddress: harness.simulator?.address,
    },
    {
      quota: unlimitedQuota,
      breakers: createBreakers({ faults: 1000, openMs: 1 }),
      tokens: shared.tokens ?? createTokenCache(),
      dispatcher,
      trace: shared.trace ?? noTrace,
      now: () => new Date(),
    },
  );
}

let counter = 0;

/** A purchase of its own: 16 characters A-Z0-9 and a UUID, never used before. */
export function newPurchase(harness: Harness, more: Partial<ShipInput> = {}): ShipInput {
  counter += 1;
  const unique = `${Date.now().toString(36)}${counter.toString(36).padStart(4, '0')}`
    .toUpperCase()
    .padStart(15, '0')
    .slice(-15);
  const hex = Buffer.from(unique).toString('hex').padEnd(32, '0').slice(-32);
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  const shipment = more.shipment ?? harness.samples.domestic;
  return {
    shipment,
    service: harness.samples.service,
    reference: `C${unique}`,
    uuid,
    labelFormat: 'pdf',
    serials: shipment.parcels.map((_p, i) => counter * 100 + i + 1),
    ...more,
  };
}

export interface Drive<R> {
  readonly finished: string[];
  kept: JsonObject;
  result: Partial<R>;
  /** Where and why it stopped. */
  problem?: { readonly step: string; readonly problem: ConnectorProblem } | undefined;
}

export const freshDrive = <R>(): Drive<R> => ({ finished: [], kept: {}, result: {} });

/** Runs steps in order up to (not including) `until`, waiting where asked; what a journal does, without storing. */
export async function drive<I, R>(
  carrier: Carrier,
  operation: SteppedOperation<I, R>,
  input: I,
  env: CarrierEnv,
  state: Drive<R>,
  until?: string,
): Promise<Drive<R>> {
  const options = { deadlineMs: carrier.manifest.deadlineMs.ship, vendor: carrier.manifest.name };
  for (let turns = 0; turns < 200; turns += 1) {
    const step = nextStep(operation, state.finished);
    if (!step || step.name === until) return state;
    const outcome = await runStep(operation, step.name, input, state.kept, env, options);
    if (!outcome.ok) return Object.assign(state, { problem: { step: step.name, problem: outcome.problem } });
    state.kept = { ...state.kept, ...outcome.value.keep };
    if (outcome.value.kind === 'wait') {
      await (env.pause ?? pause)(outcome.value.retryAfterMs);
      continue;
    }
    state.result = { ...state.result, ...outcome.value.result };
    state.finished.push(step.name);
  }
  throw new Error(`${carrier.manifest.slug}: an operation did not end in 200 turns`);
}
