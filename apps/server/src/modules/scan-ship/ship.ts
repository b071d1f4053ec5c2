/**
 * Ships one scanned order: decided as Auto Ship decides (under what the table says), bought through the journal under the
 * station's key, printed at the station. Everything that can refuse it does so before anything is bought.
 */
import type { ErrorCode } from '@scanship/contracts/errors';
import type { PrintOutcome, PrintWish } from '@scanship/contracts/printing/printers';
import type { QuoteRequest } from '@scanship/contracts/shipping/quotes';
import type { ScanSettingDto, ScanShipped } from '@scanship/contracts/printing/scan-ship';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { isComplete, progressOf } from '@scanship/domain/scan-ship/scan-verification';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { keepDecisions } from '../automation/index.ts';
import { chooseOffer, type Held } from '../batches/index.ts';
import type { GrantOpener } from '../carriers/index.ts';
import {
  afterBuying,
  awaitShipment,
  createShipment,
  type CreateDeps,
  INTERACTIVE_WAIT_MS,
  readShipments,
  shipmentOfKey,
  whyNotBought,
} from '../shipments/index.ts';
import { blockOf, boxOf, type OrderAtTable, readAtTable } from './look-up.ts';
import { recordOverride } from './record-override.ts';
import type { ScanRating } from './scan-rating.ts';
import { packedAtStation } from './shift/shift-rows.ts';
import { clearSelection, readSetting } from './settings.ts';
import { questionOf, type ScanChoice, type ScanDetails, type ScanWish, scanWish } from './wish.ts';

/** The printers of a station, as the device manager offers them. */
export interface StationPrinters {
  print(
    ctx: RequestContext,
    wish: {
      readonly machineId: string;
      readonly documents: readonly PrintWish[];
      readonly evenWithoutAutoprint?: boolean | undefined;
    },
  ): Promise<Outcome<{ readonly outcomes: readonly PrintOutcome[] }>>;
}

export interface ScanDeps extends CreateDeps {
  readonly rating: ScanRating;
  readonly grants: GrantOpener;
  /** Absent where nothing but the browser prints. */
  readonly printers: StationPrinters | undefined;
  /** @see chooseOffer */
  readonly liveFirst: boolean;
  /** How long a request waits for the carrier. Milliseconds. */
  readonly waitMs?: number | undefined;
}

export interface ShipInput extends ScanDetails {
  readonly orderId: string;
  readonly machineId?: string | null | undefined;
  readonly grantId?: string | null | undefined;
  readonly service?: string | null | undefined;
  readonly options?: QuoteRequest['options'];
  /** A rate that a person chose of the quotes; then nobody is asked again. */
  readonly quoteId?: string | null | undefined;
  readonly rateId?: string | null | undefined;
  readonly verified?: readonly { readonly line: number; readonly quantity: number }[] | null | undefined;
  readonly override?: string | null | undefined;
  readonly stationId?: string | null | undefined;
  /** The label is bought beforehand; its items are scanned when it is packed. */
  readonly verifyLater?: boolean | undefined;
}

const CODE_OF: Readonly<Partial<Record<Held['cause'], ErrorCode>>> = {
  'not-found': 'not_found',
  shipped: 'already_allocated',
  claimed: 'order_claimed',
  address: 'address_incomplete',
  'no-ship-from': 'no_ship_from',
  customs: 'customs_incomplete',
  'no-carrier': 'no_carrier',
  'carrier-unavailable': 'carrier_unavailable',
};
const refused = (held: Held): Outcome<never> =>
  problem(CODE_OF[held.cause] ?? 'order_not_shippable', { message: held.message });

export const NOT_FOUND = problem('not_found', { message: 'This order was not found.' });

export interface Wished {
  readonly at: OrderAtTable;
  readonly scan: ScanWish;
}

/** The order as it lies on the table and how it is to be shipped, or what stands in the way. */
export async function wishFor(
  deps: Pick<ScanDeps, 'db' | 'grants'>,
  ctx: RequestContext,
  input: Pick<ShipInput, 'orderId' | 'grantId' | 'service' | 'options' | 'stationId'> & ScanDetails,
): Promise<Outcome<Wished>> {
  const at = (await readAtTable(deps.db, ctx, [input.orderId])).get(input.orderId);
  if (!at) return NOT_FOUND;
  const box = boxOf(at.boxes, input.packageId);
  if (input.packageId && !box)
    return problem('validation', {
      errors: [{ field: 'packageId', message: 'This package is not in the package manager any more.' }],
    });
  const choice = await choiceOf(deps, ctx, input);
  if (!choice.ok) return choice;
  const scan = scanWish(at, input, choice.value, box);
  const held = blockOf(at, scan, input.stationId);
  return held ? refused(held) : ok({ at, scan });
}

/** The slug of a named account, which rules and offers go by. */
async function choiceOf(
  deps: Pick<ScanDeps, 'grants'>,
  ctx: RequestContext,
  { grantId, service, options }: Pick<ShipInput, 'grantId' | 'service' | 'options'>,
): Promise<Outcome<ScanChoice>> {
  if (!grantId) return ok({ options });
  const [grant] = await deps.grants.open(ctx, { only: [grantId] });
  if (!grant) return problem('no_carrier', { message: 'This carrier account is not connected any more.' });
  return ok({ grantId, carrier: grant.slug, service, options });
}

/** @param key Idempotency-Key of the station: the same scan, however often it is sent, is one label */
export async function shipScannedOrder(
  deps: ScanDeps,
  ctx: RequestContext,
  input: ShipInput,
  key: string | undefined,
): Promise<Outcome<ScanShipped>> {
  const earlier = await boughtUnderKey(deps, ctx, input, key);
  if (earlier) return earlier;
  const made = await shipAnew(deps, ctx, input, key);
  // Sent twice at once, the other try may have bought in between, and its label is what refused this one.
  return made.ok ? made : ((await boughtUnderKey(deps, ctx, input, key)) ?? made);
}

/** What an earlier try of the same scan came to; nothing when there was none. */
async function boughtUnderKey(
  deps: ScanDeps,
  ctx: RequestContext,
  input: ShipInput,
  key: string | undefined,
): Promise<Outcome<ScanShipped> | undefined> {
  if (key === undefined) return undefined;
  const known = await deps.db.tenant(ctx, (tx) => shipmentOfKey(tx, ctx.tenantId, key));
  if (!known) return undefined;
  if (!known.orderIds.includes(input.orderId)) return problem('key_reused');
  const reason = 'Bought by an earlier try of the same scan.';
  return bought(deps, ctx, input, { shipmentId: known.shipmentId, reason, again: true });
}

async function shipAnew(
  deps: ScanDeps,
  ctx: RequestContext,
  input: ShipInput,
  key: string | undefined,
): Promise<Outcome<ScanShipped>> {
  const wished = await wishFor(deps, ctx, input);
  if (!wished.ok) return wished;
  const { at, scan } = wished.value;
  const setting = await deps.db.tenant(ctx, (tx) => readSetting(tx, ctx, input.machineId), { readOnly: true });
  const verified = input.verifyLater ? ok(undefined) : await checkItems(deps, ctx, at, setting, input);
  if (!verified.ok) return verified;

  const offer = await chosenRate(deps, ctx, input, wished.value);
  if (!offer.ok) return offer;
  const { quoteId, rateId, reason } = offer.value;
  const intended = await createShipment(
    deps,
    ctx,
    { orderId: input.orderId, quoteId, rateId, stationId: input.stationId ?? undefined },
    key,
  );
  if (!intended.ok) return intended;
  const { shipmentId } = intended.value;
  if (intended.value.isNew)
    await deps.db.tenant(ctx, (tx) =>
      keepDecisions(ctx, tx, 'shipping', [{ orderId: input.orderId, reasons: scan.wish.reasons }]),
    );
  return bought(deps, ctx, input, { shipmentId, reason, again: !intended.value.isNew });
}

/**
 * Where the station or a rule wants items scanned, nothing is bought before all were; or somebody takes it upon themselves,
 * and the audit log says who and why.
 */
async function checkItems(
  deps: Pick<ScanDeps, 'db'>,
  ctx: RequestContext,
  at: OrderAtTable,
  setting: Pick<ScanSettingDto, 'verification'>,
  { verified, override }: Pick<ShipInput, 'verified' | 'override'>,
): Promise<Outcome<void>> {
  const required = setting.verification === 'required' || at.decision.mustVerify;
  const counts = new Map<number, number>();
  for (const { line, quantity } of verified ?? []) counts.set(line, (counts.get(line) ?? 0) + quantity);
  if (!required || isComplete(at.items, counts)) return ok(undefined);
  const { packed, needed } = progressOf(at.items, counts);
  if (!override)
    return problem('order_not_shippable', {
      message: `Scan the items first: ${packed} of ${needed} are packed.`,
      advice: 'Scan what is missing, or ship it anyway with a reason.',
    });
  await deps.db.tenant(ctx, (tx) =>
    recordOverride(tx, ctx, { orderId: at.order.id, number: at.order.number, reason: override, packed, needed }),
  );
  return ok(undefined);
}

interface ChosenRate {
  readonly quoteId: string;
  readonly rateId: string;
  readonly reason: string;
}

async function chosenRate(
  deps: Pick<ScanDeps, 'rating' | 'liveFirst'>,
  ctx: RequestContext,
  input: ShipInput,
  { at, scan }: Wished,
): Promise<Outcome<ChosenRate>> {
  if (input.quoteId && input.rateId)
    return ok({ quoteId: input.quoteId, rateId: input.rateId, reason: 'Chosen from its quotes.' });
  const rated = await deps.rating.rate(ctx, scan.wish, questionOf(scan, at.order.id, input.options));
  if (!rated.ok) return rated;
  const chosen = chooseOffer(scan.wish, rated.value.rates, rated.value.problems, deps);
  if (!chosen.ok) return refused(chosen.held);
  return ok({ quoteId: chosen.offer.quoteId, rateId: chosen.offer.id, reason: chosen.reason });
}

/** Waits for the label, prints what the flags name, and answers both. */
async function bought(
  deps: ScanDeps,
  ctx: RequestContext,
  {
    orderId,
    machineId,
    stationId,
    verifyLater,
  }: Pick<ShipInput, 'orderId' | 'machineId' | 'stationId' | 'verifyLater'>,
  { shipmentId, reason, again }: { readonly shipmentId: string; readonly reason: string; readonly again: boolean },
): Promise<Outcome<ScanShipped>> {
  await awaitShipment(deps, ctx.tenantId, shipmentId, deps.waitMs ?? INTERACTIVE_WAIT_MS);
  const { shipment, number, isPrinted, ...after } = await deps.db.tenant(ctx, async (tx) => {
    const [found] = await readShipments(tx, ctx.tenantId, [shipmentId], deps.ports.grants);
    const order = await tx
      .selectFrom('orders')
      .select('number')
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    await clearSelection(tx, ctx.tenantId, orderId);
    // Bought at its table it is packed; bought beforehand it waits there to be packed.
    if (stationId && !verifyLater && found?.state === 'bought')
      await packedAtStation(tx, ctx.tenantId, { stationId, orderId, shipmentId });
    // A try that was cut off may have printed already; a paper that did not come out is printed again by a person.
    const jobs = again
      ? await sql`SELECT 1 FROM print_jobs WHERE tenant_id = ${ctx.tenantId} AND shipment_id = ${shipmentId} LIMIT 1`.execute(
          tx,
        )
      : undefined;
    const isPrinted = (jobs?.rows.length ?? 0) > 0;
    return {
      shipment: found,
      number: order.number,
      isPrinted,
      ...(await afterBuying(tx, ctx.tenantId, { shipmentId, orderId })),
    };
  });
  if (!shipment) return problem('not_found');
  const failed = whyNotBought(shipment);
  if (failed) return failed;
  const wanted = shipment.state === 'buying' || isPrinted ? [] : wantedPapers(shipment, orderId, after);
  return ok({
    orderId,
    ecomOrderNumber: number,
    shipment,
    ...after,
    reason,
    prints: await printAt(deps.printers, ctx, machineId, wanted),
  });
}

function wantedPapers(
  shipment: Pick<ShipmentSummary, 'id'>,
  orderId: string,
  { autoPopupTag, customInvoice }: Pick<ScanShipped, 'autoPopupTag' | 'customInvoice'>,
): PrintWish[] {
  const wanted: PrintWish[] = [];
  if (autoPopupTag.SHIPPING_LABEL) wanted.push({ documentType: 'SHIPPING_LABEL', shipmentId: shipment.id });
  if (autoPopupTag.PACKAGING_SLIPS) wanted.push({ documentType: 'PACKAGING_SLIPS', orderId });
  if (autoPopupTag.CUSTOM_INVOICE && customInvoice)
    wanted.push({ documentType: 'CUSTOM_INVOICE', shipmentId: shipment.id });
  return wanted;
}

const shown = (wish: PrintWish, why: string | null): PrintOutcome => ({
  documentType: wish.documentType,
  shipmentId: wish.shipmentId ?? null,
  orderId: wish.orderId ?? null,
  outcome: 'show',
  jobIds: [],
  printName: null,
  reason: 'no-agent',
  why,
});

/** The label is bought: whatever the printers say is told beside it and never in its place. */
async function printAt(
  printers: StationPrinters | undefined,
  ctx: RequestContext,
  machineId: string | null | undefined,
  documents: readonly PrintWish[],
): Promise<PrintOutcome[]> {
  if (documents.length === 0) return [];
  if (!machineId || !printers) return documents.map((wish) => shown(wish, null));
  const printed = await printers.print(ctx, { machineId, documents });
  if (printed.ok) return [...printed.value.outcomes];
  const why = printed.problem.message ?? 'This station cannot print at the moment.';
  return documents.map((wish) => shown(wish, why));
}
