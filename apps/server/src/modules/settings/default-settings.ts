/** Default settings of a customer (decisions 10 and 29). Shipping defaults that are left out of a change keep their values. */
import { type DefaultSettings, defaultSettings, type DefaultSettingsInput } from '@scanship/contracts/network/settings';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type AppProblem, type Outcome, problem } from '../../platform/problem.ts';
import { setDefaultPackage } from '../packages/index.ts';
import { makeDefault } from './default-location.ts';

interface SettingsRecord {
  readonly weight_unit: DefaultSettings['weightUnit'];
  readonly dimension_unit: DefaultSettings['lengthUnit'];
  readonly label_format: string;
  readonly label_size: DefaultSettings['labelSize'];
  readonly auto_ship: unknown;
  readonly notify_buyer: boolean;
  readonly insurance: unknown;
  readonly signature: string;
  readonly popup_shipping_label: boolean;
  readonly popup_packaging_slips: boolean;
  readonly popup_custom_invoice: boolean;
  readonly time_zone: string;
  readonly language: string;
  readonly more: unknown;
  readonly version: number;
}

type ShippingDefaults = Pick<
  DefaultSettings,
  'labelSize' | 'slipPaper' | 'slipTracking' | 'autoShip' | 'notifyBuyer' | 'insurance' | 'signature' | 'quickShip'
>;

/** What holds before anybody chose: the plainest, and nothing bought without a look. */
const PLAIN: ShippingDefaults = {
  labelSize: '4x6',
  slipPaper: 'letter',
  slipTracking: false,
  autoShip: { prefer: 'cheapest', withinDays: null },
  notifyBuyer: true,
  insurance: { mode: 'none' },
  signature: 'none',
  quickShip: false,
};

const { shape } = defaultSettings;
const memberOf = (stored: unknown, name: string): unknown =>
  typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined;

/** What stands in `more`; `addressCheck` is read there by the order commands, `slipPaper`, `slipTracking` and `logo` by the documents. */
const moreOf = (more: unknown) => ({
  defaultDimensions: shape.defaultDimensions.safeParse(memberOf(more, 'defaultDimensions')).data ?? null,
  defaultWeightGrams: shape.defaultWeightGrams.safeParse(memberOf(more, 'defaultWeightGrams')).data ?? null,
  addressCheck: shape.addressCheck.safeParse(memberOf(more, 'addressCheck')).data ?? ('confirm' as const),
  quickShip: shape.quickShip.safeParse(memberOf(more, 'quickShip')).data ?? PLAIN.quickShip,
  slipPaper: shape.slipPaper.safeParse(memberOf(more, 'slipPaper')).data ?? PLAIN.slipPaper,
  slipTracking: shape.slipTracking.safeParse(memberOf(more, 'slipTracking')).data ?? PLAIN.slipTracking,
  hasLogo: typeof memberOf(more, 'logo') === 'string',
});

/** The column's word in the words of the wire. */
const signatureOf = (stored: string): DefaultSettings['signature'] =>
  stored === 'adult' ? 'adult' : stored === 'none' ? 'none' : 'any';

/** The settings, or what holds before anybody saved any: the tenant's own zone and language. */
export async function readDefaultSettings(
  ctx: Pick<RequestContext, 'timeZone' | 'locale'>,
  tx: Tx,
): Promise<DefaultSettings> {
  const [{ rows }, { rows: places }, { rows: boxes }] = await Promise.all([
    sql<SettingsRecord>`SELECT weight_unit, dimension_unit, label_format, label_size, auto_ship, notify_buyer, insurance,
      signature, popup_shipping_label, popup_packaging_slips, popup_custom_invoice, time_zone, language, more,
      version FROM customer_settings`.execute(tx),
    sql<{ id: string }>`SELECT id FROM locations WHERE is_default`.execute(tx),
    sql<{ id: string }>`SELECT id FROM packages WHERE is_default AND archived_at IS NULL`.execute(tx),
  ]);
  const locationId = places[0]?.id ?? null;
  const packageId = boxes[0]?.id ?? null;
  const row = rows[0];
  if (!row)
    return {
      weightUnit: 'kg',
      lengthUnit: 'cm',
      labelFormat: 'pdf',
      defaultDimensions: null,
      defaultWeightGrams: null,
      autoPopupTag: { SHIPPING_LABEL: true, PACKAGING_SLIPS: false, CUSTOM_INVOICE: true },
      timeZone: ctx.timeZone,
      locale: ctx.locale,
      addressCheck: 'confirm',
      ...PLAIN,
      locationId,
      packageId,
      version: 0,
    };
  return {
    weightUnit: row.weight_unit,
    lengthUnit: row.dimension_unit,
    labelFormat: row.label_format === 'zpl' ? 'zpl' : 'pdf',
    ...moreOf(row.more),
    autoPopupTag: {
      SHIPPING_LABEL: row.popup_shipping_label,
      PACKAGING_SLIPS: row.popup_packaging_slips,
      CUSTOM_INVOICE: row.popup_custom_invoice,
    },
    timeZone: row.time_zone,
    locale: row.language.startsWith('fr') ? 'fr-CA' : 'en-CA',
    locationId,
    packageId,
    labelSize: row.label_size,
    autoShip: {
      prefer: memberOf(row.auto_ship, 'prefer') === 'fastest' ? 'fastest' : 'cheapest',
      withinDays: shape.autoShip.shape.withinDays.safeParse(memberOf(row.auto_ship, 'withinDays')).data ?? null,
    },
    notifyBuyer: row.notify_buyer,
    insurance: shape.insurance.safeParse(row.insurance).data ?? PLAIN.insurance,
    signature: signatureOf(row.signature),
    version: row.version,
  };
}

/** Whether this is a time zone of the IANA database, by the name it has there ("America/Toronto"). */
export function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** What the settings name and is not there, by field. */
async function notThere(
  tx: Tx,
  { packageId, locationId }: DefaultSettingsInput,
): Promise<readonly NonNullable<AppProblem['errors']>[number][]> {
  const { rows } = await sql<{ package: boolean; location: boolean }>`SELECT
    EXISTS (SELECT 1 FROM packages WHERE id = ${packageId ?? null}::uuid AND archived_at IS NULL) AS package,
    EXISTS (SELECT 1 FROM locations WHERE id = ${locationId ?? null}::uuid AND archived_at IS NULL) AS location`.execute(
    tx,
  );
  return [
    ...(packageId && !rows[0]?.package ? [{ field: 'packageId', message: 'This package was removed.' }] : []),
    ...(locationId && !rows[0]?.location
      ? [{ field: 'locationId', message: 'This ship-from address was removed.' }]
      : []),
  ];
}

/**
 * Replaces the settings; shipping defaults that are left out stay.
 * @param settings with `version`, a change by somebody else meanwhile is refused as `stale_version`
 */
export async function saveDefaultSettings(
  ctx: Pick<RequestContext, 'tenantId' | 'timeZone' | 'locale'>,
  tx: Tx,
  settings: DefaultSettingsInput,
  now: Date,
): Promise<Outcome<DefaultSettings>> {
  if (!isTimeZone(settings.timeZone))
    return problem('validation', {
      errors: [{ field: 'timeZone', message: `"${settings.timeZone}" is not a time zone such as America/Toronto.` }],
    });
  const errors = await notThere(tx, settings);
  if (errors.length > 0) return problem('validation', { errors });
  // The first save makes the row; two at once meet at its key.
  await sql`INSERT INTO customer_settings (tenant_id, version) VALUES (${ctx.tenantId}, 0) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
  const { rows } = await sql<{ version: number }>`SELECT version FROM customer_settings FOR UPDATE`.execute(tx);
  if (settings.version !== undefined && settings.version !== rows[0]?.version) return problem('stale_version');
  if (settings.locationId) await makeDefault(ctx, tx, settings.locationId);
  if (settings.packageId !== undefined) await setDefaultPackage(ctx, tx, settings.packageId);
  const stands = await readDefaultSettings(ctx, tx);
  const {
    labelSize = stands.labelSize,
    autoShip = stands.autoShip,
    notifyBuyer = stands.notifyBuyer,
    insurance = stands.insurance,
    signature = stands.signature,
    quickShip = stands.quickShip,
    slipPaper = stands.slipPaper,
    slipTracking = stands.slipTracking,
    autoPopupTag,
  } = settings;
  const more = JSON.stringify({
    defaultDimensions: settings.defaultDimensions,
    defaultWeightGrams: settings.defaultWeightGrams,
    addressCheck: settings.addressCheck,
    quickShip,
    slipPaper,
    slipTracking,
  });
  await sql`UPDATE customer_settings SET weight_unit = ${settings.weightUnit}, dimension_unit = ${settings.lengthUnit},
      label_format = ${settings.labelFormat}, label_size = ${labelSize}, auto_ship = ${JSON.stringify(autoShip)}::jsonb,
      notify_buyer = ${notifyBuyer}, insurance = ${JSON.stringify(insurance)}::jsonb,
      signature = ${signature === 'any' ? 'signature' : signature},
      popup_shipping_label = ${autoPopupTag.SHIPPING_LABEL}, popup_packaging_slips = ${autoPopupTag.PACKAGING_SLIPS},
      popup_custom_invoice = ${autoPopupTag.CUSTOM_INVOICE}, time_zone = ${settings.timeZone},
      language = ${settings.locale === 'fr-CA' ? 'fr' : 'en'}, more = more || ${more}::jsonb,
      version = version + 1, updated_at = ${now.toISOString()}::timestamptz`.execute(tx);
  return ok(await readDefaultSettings(ctx, tx));
}
