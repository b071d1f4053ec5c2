/**
 * Runs one check. Every step is written before its call and after it, and nothing is ever repeated: a check whose process ended says
 * which label may be left at the vendor. It does not go through the journal of purchases, because nothing is sold and nothing billed.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Carrier, RateOffer, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { type KeptRun, runKeeping } from '@scanship/connector-kit/steps/run-through';
import type { GoLiveOperation, StoredShipment, StoredStep } from '@scanship/contracts/carriers/go-live';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { newId } from '../../../platform/database/ids.ts';
import { beat } from '../../../platform/jobs/leased-rows.ts';
import type { Services } from '../../../platform/services.ts';
import {
  type CarriersModule,
  type OpenGrant,
  readRecordings,
  startRecording,
  stopRecording,
} from '../../carriers/index.ts';
import { type CheckChange, type CheckRef, type CheckRow, readRunning, writeCheck } from './check-rows.ts';
import { senderOf, shipDateOf } from './may-check.ts';
import { type TestShipment, testShipments } from './test-shipments.ts';
import { labelUnderstood, problemOf, ratesUnderstood, trackingUnderstood } from './understood.ts';

/** A check takes minutes. */
const RECORDING_HOURS = 1;
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const REFERENCE_LENGTH = 16;

export type CheckPoint = 'before-buy' | 'after-buy' | 'before-void';

export interface CheckDeps {
  readonly services: Pick<Services, 'db' | 'clock' | 'sealer' | 'log'>;
  readonly carriers: Pick<CarriersModule, 'grants' | 'registry' | 'allotSerials' | 'flushTraces'>;
  readonly renderer: Pick<TypstRenderer, 'paper' | 'zplPages'>;
  readonly leaseSeconds: number;
  readonly hungMs: number;
  /** The process is asked to end: no further shipment is begun. */
  readonly stopping: () => boolean;
  /** Fault points, for tests. */
  readonly onPoint: (point: CheckPoint) => Promise<void>;
}

/** Another process took the check for lost and ended it: this one makes no further call. */
export class CheckLost extends Error {}

export async function runCheck(deps: CheckDeps, ref: CheckRef): Promise<void> {
  const { services, carriers } = deps;
  const row = await readRunning(services.db, ref);
  if (!row) return;
  const going = beat(
    deps.leaseSeconds * 1000,
    () => writeCheck(services.db, ref, { leaseSeconds: deps.leaseSeconds }),
    {
      failed: (error) =>
        services.log.warn({ err: error, checkId: ref.id }, 'the lease of a go-live check could not be renewed'),
      hungMs: deps.hungMs,
    },
  );
  try {
    // One that hangs is ended as cut when its lease lapses.
    const whole = await going.during(runShipments(deps, ref, row, going.sign));
    // What is still gathered would find its recording stopped.
    await carriers.flushTraces();
    if (!whole)
      services.log.warn(
        { checkId: ref.id },
        'a go-live check ended early: the process stops, or its account may not be checked any more',
      );
    await endCheck(deps, ref, { cut: !whole });
  } finally {
    going.stop();
  }
}

/** Ends a check, with the recording that was begun for it. */
export async function endCheck(
  { services }: Pick<CheckDeps, 'services'>,
  ref: CheckRef,
  { cut }: { readonly cut: boolean },
): Promise<void> {
  const row = await readRunning(services.db, ref);
  if (!row) return;
  await writeCheck(services.db, ref, {
    shipments: row.shipments.map(asEnded),
    ended: { at: services.clock.now(), cut },
  });
  if (row.own_recording && row.recording_id !== null) await stopRecording(services, ref.tenantId, row.recording_id);
}

const asEnded = (shipment: StoredShipment): StoredShipment => ({
  ...shipment,
  steps: shipment.steps.map((step) => {
    if (step.state === 'running') return { ...step, state: 'cut' };
    return step.state === 'waiting' ? { ...step, state: 'skipped', why: 'The check ended before.' } : step;
  }),
});

/** @returns false when it was asked to stop before the last shipment */
async function runShipments(deps: CheckDeps, ref: CheckRef, row: CheckRow, sign: () => void): Promise<boolean> {
  const { services, carriers } = deps;
  const { tenantId } = ref;
  const grants = await carriers.grants.open({ tenantId });
  const grant = grants.find((each) => each.accountId === row.account_id && each.ownerTenantId === tenantId);
  // It was checked when the check was asked for, and again here: an account may have gone live or been paused since.
  if (!grant || grant.mode === 'live') return false;
  const sender = await senderOf(services.db, tenantId, grant.manifest);
  const planned = testShipments(grant.manifest, {
    from: sender.address,
    shipDate: shipDateOf(services.clock.now(), sender),
    reference: 'GO-LIVE CHECK',
  });
  const sheet = createSheet(
    deps,
    ref,
    planned.map((one) => toStored(one, grant.manifest)),
    sign,
  );
  await sheet.write({ recording: await beginRecording(services, tenantId, row) });
  const carrier = await grant.load();
  for (const [at, { request, why }] of planned.entries()) {
    if (why !== undefined) continue;
    if (deps.stopping()) return false;
    await runShipment({ deps, sheet, grant, carrier, tenantId }, at, request);
  }
  return true;
}

async function beginRecording(
  services: CheckDeps['services'],
  tenantId: string,
  row: CheckRow,
): Promise<{ readonly id: string; readonly own: boolean }> {
  const begun = await startRecording(services, {
    ownerTenantId: tenantId,
    kind: 'carrier',
    accountId: row.account_id,
    slug: row.slug,
    hours: RECORDING_HOURS,
    reason: row.reason,
    by: { userId: row.started_by, name: row.started_by_name },
  });
  if (begun.ok) return { id: begun.value.id, own: true };
  const known = (await readRecordings(services, tenantId, { accountId: row.account_id })).find((one) => one.running);
  if (!known) throw new Error(`account ${row.account_id} can be recorded neither anew nor along`);
  return { id: known.id, own: false };
}

function toStored({ kind, request, why }: TestShipment, manifest: OpenGrant['manifest']): StoredShipment {
  const { from, to, parcels, shipDate, options, customs } = request;
  const { capabilities, notOffered = {} } = manifest;
  const step = (operation: GoLiveOperation, offered: boolean, reason: string | undefined): StoredStep => ({
    id: newId(),
    operation,
    state: offered ? 'waiting' : 'not-offered',
    why: offered ? null : (reason ?? null),
    startedAt: null,
    endedAt: null,
    service: null,
    reference: null,
    trackingNumbers: [],
    understood: null,
    problem: null,
    labelLeft: false,
  });
  return {
    kind,
    why: why ?? null,
    from: placeOf(from),
    to: placeOf(to),
    parcels: parcels.map(({ weightGrams, dimensions }) => ({ weightGrams, dimensions: dimensions ?? null })),
    shipDate,
    insured: options.insuredValue ?? null,
    customsValue: customs
      ? {
          minor: customs.items.reduce((sum, { quantity, unitValue }) => sum + quantity * unitValue.minor, 0),
          currency: customs.currency,
        }
      : null,
    steps:
      why === undefined
        ? [
            step('rate', capabilities.rate, notOffered.rate),
            step('buy', capabilities.ship, notOffered.ship),
            step('track', capabilities.track, notOffered.track),
            step('void', capabilities.cancel, notOffered.cancel),
          ]
        : [],
  };
}

const placeOf = ({ city, provinceCode, zipcode, countryCode }: ShipmentRequest['from']) => ({
  city,
  provinceCode,
  zipcode,
  countryCode,
});

interface Sheet {
  stepOf(at: number, operation: GoLiveOperation): StoredStep;
  /** Changes steps of one shipment and writes all. @throws CheckLost */
  change(at: number, changes: Partial<Record<GoLiveOperation, Partial<StoredStep>>>): Promise<void>;
  /** @throws CheckLost */
  write(more?: CheckChange): Promise<void>;
}

/** The steps as they stand, written as a whole with each change. */
function createSheet(
  { services, leaseSeconds }: CheckDeps,
  ref: CheckRef,
  planned: readonly StoredShipment[],
  sign: () => void,
): Sheet {
  const shipments = [...planned];
  const shipmentAt = (at: number): StoredShipment => {
    const shipment = shipments[at];
    if (!shipment) throw new RangeError(`there is no shipment ${at}`);
    return shipment;
  };
  const write = async (more: CheckChange = {}): Promise<void> => {
    if (!(await writeCheck(services.db, ref, { shipments, leaseSeconds, ...more })))
      throw new CheckLost(`go-live check ${ref.id} has ended meanwhile`);
    sign();
  };
  return {
    stepOf(at, operation) {
      const step = shipmentAt(at).steps.find((one) => one.operation === operation);
      if (!step) throw new RangeError(`shipment ${at} has no step ${operation}`);
      return step;
    },
    async change(at, changes) {
      const shipment = shipmentAt(at);
      shipments[at] = {
        ...shipment,
        steps: shipment.steps.map((step) => ({ ...step, ...changes[step.operation] })),
      };
      await write();
    },
    write,
  };
}

interface Run {
  readonly deps: CheckDeps;
  readonly sheet: Sheet;
  readonly grant: OpenGrant;
  readonly carrier: Carrier;
  readonly tenantId: string;
}

async function runShipment(run: Run, at: number, shipment: ShipmentRequest): Promise<void> {
  const offer = await rateStep(run, at, shipment);
  if (!offer) return skip(run, at, 'There was no price to buy.', ['buy', 'track', 'void']);
  const bought = await buyStep(run, at, shipment, offer);
  if (!bought || bought.effect === 'none') return skip(run, at, 'No label was bought.', ['track', 'void']);
  if (bought.effect === 'perhaps')
    return skip(run, at, 'It is not known whether the label was bought.', ['track', 'void']);
  await trackStep(run, at, bought);
  await run.deps.onPoint('before-void');
  await voidStep(run, at, bought);
}

const skip = (run: Run, at: number, why: string, operations: readonly GoLiveOperation[]): Promise<void> =>
  run.sheet.change(
    at,
    Object.fromEntries(
      operations
        .filter((operation) => run.sheet.stepOf(at, operation).state === 'waiting')
        .map((operation) => [operation, { state: 'skipped', why }]),
    ),
  );

type After = Pick<StoredStep, 'state'> & Partial<StoredStep>;

/**
 * One step: written as begun with what is sent, run in an environment of its own, written as ended.
 * @param also what changes in other steps with its end
 */
async function runStepOf<T>(
  run: Run,
  at: number,
  operation: GoLiveOperation,
  sent: Partial<StoredStep>,
  work: (env: CarrierEnv) => Promise<{
    readonly after: After;
    readonly value: T;
    readonly also?: Partial<Record<GoLiveOperation, Partial<StoredStep>>> | undefined;
  }>,
): Promise<T | undefined> {
  const { sheet, grant } = run;
  const now = (): string => run.deps.services.clock.now().toISOString();
  await sheet.change(at, { [operation]: { ...sent, state: 'running', startedAt: now() } });
  const env = await openEnvironment(grant, sheet.stepOf(at, operation).id);
  if (env instanceof ConnectorError) {
    const failed = { state: 'failed', problem: problemOf(env.problem), endedAt: now(), labelLeft: false } as const;
    await sheet.change(at, { [operation]: failed });
    return undefined;
  }
  const { after, value, also } = await work(env);
  await sheet.change(at, { ...also, [operation]: { ...after, endedAt: now() } });
  return value;
}

/** Opening says with a ConnectorError that credentials or the simulator are missing; anything else is ours. */
async function openEnvironment(grant: OpenGrant, stepId: string): Promise<CarrierEnv | ConnectorError> {
  try {
    return await grant.environment({ kind: 'test', id: stepId });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return error;
  }
}

type Chosen = Pick<RateOffer, 'service' | 'serviceName' | 'token'>;

/** The cheapest offer that can be bought as it is; where the carrier tells no prices, its first service that fits. */
async function rateStep(run: Run, at: number, shipment: ShipmentRequest): Promise<Chosen | undefined> {
  const { carrier } = run;
  const { manifest } = carrier;
  if (run.sheet.stepOf(at, 'rate').state === 'not-offered') {
    const scope = shipment.from.countryCode === shipment.to.countryCode ? 'domestic' : 'international';
    const first = manifest.services.find((service) => service.scope === scope || service.scope === 'both');
    return first && { service: first.code, serviceName: first.name };
  }
  return runStepOf<Chosen | undefined>(run, at, 'rate', {}, async (env) => {
    const answer = await runRate(carrier, { shipment }, env);
    if (!answer.ok) return { after: { state: 'failed', problem: problemOf(answer.problem) }, value: undefined };
    const understood = ratesUnderstood(answer.value);
    const [chosen] = answer.value.offers
      .filter(({ missing = [] }) => missing.length === 0)
      .toSorted((a, b) => a.total.minor - b.total.minor);
    if (chosen) return { after: { state: 'done', understood }, value: chosen };
    const message = `${manifest.name} gave no price that can be bought for this shipment.`;
    const problem = problemOf({ kind: 'refused', message });
    return { after: { state: 'failed', understood, problem }, value: undefined };
  });
}

interface Bought extends KeptRun<ShipResult> {
  readonly reference: string;
}

async function buyStep(run: Run, at: number, shipment: ShipmentRequest, offer: Chosen): Promise<Bought | undefined> {
  const { carrier, deps, grant, tenantId } = run;
  const { manifest, ship } = carrier;
  if (!ship || run.sheet.stepOf(at, 'buy').state === 'not-offered') return undefined;
  const reference = newReference();
  const serials = manifest.capabilities.shipperNumbers
    ? await deps.carriers.allotSerials(tenantId, grant.grantId, shipment.parcels.length)
    : undefined;
  if (serials?.ok === false)
    throw new Error(`numbers of ${manifest.slug} could not be allotted: ${serials.problem.code}`);
  const input: ShipInput = {
    shipment,
    service: offer.service,
    reference,
    uuid: randomUUID(),
    labelFormat: 'pdf',
    rateToken: offer.token,
    serials: serials?.value,
  };
  await deps.onPoint('before-buy');
  // The label is there from now on as far as anybody can know.
  const sent = { service: offer.serviceName, reference, labelLeft: true };
  const options = { deadlineMs: manifest.deadlineMs.ship, vendor: manifest.name };
  return runStepOf<Bought>(run, at, 'buy', sent, async (env) => {
    const bought = await runKeeping(ship, input, env, options);
    await deps.onPoint('after-buy');
    const { result, problem, effect } = bought;
    const facts = await labelUnderstood(deps.renderer, result);
    const numbers = (result.parcels ?? []).map(({ trackingNumber }) => trackingNumber);
    const after: After = {
      state: problem ? 'failed' : 'done',
      understood: problem && effect !== 'had' ? null : facts,
      problem: problem ? problemOf(problem) : null,
      trackingNumbers: numbers,
      labelLeft: effect !== 'none',
    };
    return { after, value: { ...bought, reference } };
  });
}

async function trackStep(run: Run, at: number, { result }: Bought): Promise<void> {
  const { carrier } = run;
  if (run.sheet.stepOf(at, 'track').state === 'not-offered') return;
  const trackingNumbers = (result.parcels ?? []).map(({ trackingNumber }) => trackingNumber);
  if (trackingNumbers.length === 0) return skip(run, at, 'The label came without a tracking number.', ['track']);
  const { carrierShipmentId } = result;
  const shipmentIds = carrierShipmentId
    ? Object.fromEntries(trackingNumbers.map((number) => [number, carrierShipmentId]))
    : undefined;
  await runStepOf(run, at, 'track', { trackingNumbers }, async (env) => {
    const answer = await runTrack(carrier, { trackingNumbers, shipmentIds }, env);
    const after: After = answer.ok
      ? { state: 'done', understood: trackingUnderstood(answer.value) }
      : { state: 'failed', problem: problemOf(answer.problem) };
    return { after, value: undefined };
  });
}

async function voidStep(run: Run, at: number, { result, kept, reference }: Bought): Promise<void> {
  const { cancel, manifest } = run.carrier;
  if (!cancel || run.sheet.stepOf(at, 'void').state === 'not-offered') return;
  const trackingNumbers = (result.parcels ?? []).map(({ trackingNumber }) => trackingNumber);
  const input = { reference, carrierShipmentId: result.carrierShipmentId ?? '', trackingNumbers, kept };
  const options = { deadlineMs: manifest.deadlineMs.other, vendor: manifest.name };
  await runStepOf(run, at, 'void', { reference, trackingNumbers }, async (env) => {
    const { problem, result: answer } = await runKeeping(cancel, input, env, options);
    return problem
      ? { after: { state: 'failed', problem: problemOf(problem) }, value: undefined }
      : {
          after: { state: 'done', understood: { of: 'void', refund: answer.refund ?? 'none' } },
          value: undefined,
          also: { buy: { labelLeft: false } },
        };
  });
}

/** "GL" tells whoever finds it at the vendor where it came from. */
const newReference = (): string =>
  `GL${Array.from(randomBytes(REFERENCE_LENGTH - 2), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
