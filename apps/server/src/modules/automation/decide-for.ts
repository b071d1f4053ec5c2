/**
 * How orders are to be shipped without asking anybody: what a person chose for each (by hand or by a preset on keys 1
 * to 9; it wins over rules), else the rules, else the mapping of the requested service, else the customer's defaults.
 */
import { insuranceWish, shippingChoice } from '@scanship/contracts/shipping/automation';
import { runRules, type ServiceChoice, type ShippingChoice } from '@scanship/domain/automation/automation';
import { decide, type Decision, type DecisionDefaults } from '@scanship/domain/automation/automation-decision';
import type { Dimensions } from '@scanship/domain/values/measure';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { readFacts, readPlaces } from './facts.ts';
import { activeRules, readPresetChoices } from './read-rules.ts';

export interface AutomationContext {
  readonly tenantId: string;
}

/** The package a decision names, as rating needs it: outer size, and what it weighs empty. */
export interface DecidedPackage {
  readonly id: string;
  readonly name: string;
  readonly dimensions: Dimensions;
  readonly tareGrams: number;
  /** Grams, contents and package together. */
  readonly maxGrams: number | null;
  /** Carrier packaging preset (`Parcel.packaging`) and the carrier it belongs to; null for the customer's own box. */
  readonly packaging: string | null;
  readonly packagingCarrier: string | null;
}

export interface OrderDecision extends Decision {
  readonly orderId: string;
  /** What the buyer chose at the checkout, in the store's words, and what it stands for; `service` null: nobody mapped it. */
  readonly requested: { readonly name: string; readonly service: ServiceChoice | null } | null;
  /** Null: nobody named one, or it is gone. Then `fallback` counts. */
  readonly package: DecidedPackage | null;
  /** The parcel a customer's label begins with when no package is named and the order has no weight. */
  readonly fallback: { readonly dimensions: Dimensions | null; readonly weightGrams: number | null };
}

/**
 * Decides for many orders in a few statements, whatever their number. Reads only.
 * `rankOffers(decision, offers)` of `@scanship/domain/automation/automation-decision` then puts the carriers' offers in
 * order. Whoever acts on a decision keeps its reasons with `keepDecisions`.
 * @param more.presetId what this preset says counts before what was chosen for each order (a batch that ships by a preset)
 * @returns by order id; orders of another tenant are left out
 */
export async function decideFor(
  _ctx: AutomationContext,
  tx: Tx,
  orderIds: readonly string[],
  more: { readonly presetId?: string | null | undefined } = {},
): Promise<ReadonlyMap<string, OrderDecision>> {
  if (orderIds.length === 0) return new Map();
  const [rules, presets, places, defaults, packages, mappings, choices] = await Promise.all([
    activeRules(tx),
    readPresetChoices(tx),
    readPlaces(tx),
    readDefaults(tx),
    readPackages(tx),
    readMappings(tx),
    readChoices(tx, orderIds),
  ]);
  const facts = await readFacts(tx, orderIds, places);
  const preset = more.presetId ? presets.get(more.presetId) : undefined;
  const decided = new Map<string, OrderDecision>();
  for (const [orderId, order] of facts) {
    const requested = order.requestedService;
    const mapped = requested === null ? undefined : mappings.get(`${order.store} ${requested}`);
    const decision = decide({
      total: order.total,
      choice: withPreset(preset, choices.get(orderId)),
      rules: runRules(rules, order, presets),
      mapped: requested !== null && mapped ? { requested, service: mapped } : null,
      defaults: defaults.decision,
    });
    decided.set(orderId, {
      ...decision,
      orderId,
      requested: requested === null ? null : { name: requested, service: mapped ?? null },
      package: (decision.packageId === null ? undefined : packages.get(decision.packageId)) ?? null,
      fallback: defaults.fallback,
    });
  }
  return decided;
}

/** Part by part: what the preset says, else what was chosen. */
function withPreset(preset: ShippingChoice | undefined, chosen: ShippingChoice | undefined): ShippingChoice | null {
  if (!preset || !chosen) return preset ?? chosen ?? null;
  return {
    service: preset.service ?? chosen.service,
    // An account that was chosen for another service would leave nothing to buy.
    grantIds: preset.grantIds ?? (preset.service === null ? chosen.grantIds : null),
    packageId: preset.packageId ?? chosen.packageId,
    insurance: preset.insurance ?? chosen.insurance,
    signature: preset.signature ?? chosen.signature,
    saturdayDelivery: preset.saturdayDelivery ?? chosen.saturdayDelivery,
  };
}

interface Defaults {
  readonly decision: DecisionDefaults;
  readonly fallback: OrderDecision['fallback'];
}

/** As the settings module keeps them; what nobody set is the plainest: cheapest, not insured, no signature. */
async function readDefaults(tx: Tx): Promise<Defaults> {
  const usual = await sql<{ id: string }>`SELECT id FROM packages WHERE is_default AND archived_at IS NULL`.execute(tx);
  const { rows } = await sql<{
    auto_ship: { readonly prefer?: unknown; readonly withinDays?: unknown };
    insurance: unknown;
    signature: string;
    more: { readonly defaultDimensions?: Dimensions | null; readonly defaultWeightGrams?: number | null };
  }>`SELECT auto_ship, insurance, signature, more FROM customer_settings`.execute(tx);
  const row = rows[0];
  const days = row?.auto_ship.withinDays;
  return {
    decision: {
      pick: row?.auto_ship.prefer === 'fastest' ? 'fastest' : 'cheapest',
      withinDays: typeof days === 'number' ? days : null,
      packageId: usual.rows[0]?.id ?? null,
      insurance: insuranceWish.safeParse(row?.insurance).data ?? { mode: 'none' },
      signature: row?.signature === 'adult' ? 'adult' : row && row.signature !== 'none' ? 'any' : 'none',
    },
    fallback: {
      dimensions: row?.more.defaultDimensions ?? null,
      weightGrams: row?.more.defaultWeightGrams ?? null,
    },
  };
}

async function readPackages(tx: Tx): Promise<ReadonlyMap<string, DecidedPackage>> {
  const { rows } = await sql<{
    id: string;
    name: string;
    l: number;
    w: number;
    h: number;
    tare_g: number;
    max_g: number | null;
    slug: string | null;
    preset_code: string | null;
  }>`SELECT id, name, outer_l_mm AS l, outer_w_mm AS w, outer_h_mm AS h, tare_g, max_g, slug, preset_code
    FROM packages WHERE archived_at IS NULL`.execute(tx);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        dimensions: { lengthMm: row.l, widthMm: row.w, heightMm: row.h },
        tareGrams: row.tare_g,
        maxGrams: row.max_g,
        packaging: row.preset_code,
        packagingCarrier: row.preset_code === null ? null : row.slug,
      },
    ]),
  );
}

/** By store and requested service. */
async function readMappings(tx: Tx): Promise<ReadonlyMap<string, ServiceChoice>> {
  const { rows } = await sql<{
    store_id: string;
    requested_key: string;
    carrier: string;
    grant_id: string | null;
    service: string | null;
  }>`SELECT store_id, requested_key, carrier, grant_id, service FROM service_mappings`.execute(tx);
  return new Map(
    rows.map((row) => [
      `${row.store_id} ${row.requested_key}`,
      { carrier: row.carrier, grantId: row.grant_id, service: row.service },
    ]),
  );
}

/** What people chose, by order. */
export async function readChoices(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, ShippingChoice>> {
  const { rows } = await sql<{ order_id: string; choice: unknown }>`SELECT order_id, choice FROM order_shipping_choices
    WHERE order_id = ANY (${[...orderIds]}::uuid[])`.execute(tx);
  return new Map(
    rows.flatMap(({ order_id, choice }) => {
      const read = shippingChoice.safeParse(choice).data;
      return read ? [[order_id, read] as const] : [];
    }),
  );
}
