/** Default settings of a customer (decisions 10 and 29). Columns that a later screen edits keep their values. */
import { type DefaultSettings, defaultSettings } from '@scanship/contracts/settings';
import { ok } from '@scanship/domain/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

interface SettingsRecord {
  readonly weight_unit: DefaultSettings['weightUnit'];
  readonly dimension_unit: DefaultSettings['lengthUnit'];
  readonly label_format: string;
  readonly popup_shipping_label: boolean;
  readonly popup_packaging_slips: boolean;
  readonly popup_custom_invoice: boolean;
  readonly time_zone: string;
  readonly language: string;
  readonly more: unknown;
  readonly version: number;
}

/** What stands in `more`: the parcel a label form begins with. */
const parcelDefaults = (more: unknown): Pick<DefaultSettings, 'defaultDimensions' | 'defaultWeightGrams'> => {
  const stored = typeof more === 'object' && more !== null ? more : {};
  const { defaultDimensions, defaultWeightGrams } = defaultSettings.shape;
  const dimensions = defaultDimensions.safeParse('defaultDimensions' in stored ? stored.defaultDimensions : null);
  const weight = defaultWeightGrams.safeParse('defaultWeightGrams' in stored ? stored.defaultWeightGrams : null);
  return { defaultDimensions: dimensions.data ?? null, defaultWeightGrams: weight.data ?? null };
};

/** What becomes of suggestions for addresses; kept in `more` and read there by the order commands too. */
const addressCheckOf = (more: unknown): NonNullable<DefaultSettings['addressCheck']> => {
  const stored = typeof more === 'object' && more !== null && 'addressCheck' in more ? more.addressCheck : undefined;
  return defaultSettings.shape.addressCheck.safeParse(stored).data ?? 'confirm';
};

/** The settings, or what holds before anybody saved any: the tenant's own zone and language. */
export async function readDefaultSettings(
  ctx: Pick<RequestContext, 'timeZone' | 'locale'>,
  tx: Tx,
): Promise<DefaultSettings> {
  const { rows } = await sql<SettingsRecord>`SELECT weight_unit, dimension_unit, label_format, popup_shipping_label,
      popup_packaging_slips, popup_custom_invoice, time_zone, language, more, version FROM customer_settings`.execute(
    tx,
  );
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
      version: 0,
    };
  return {
    weightUnit: row.weight_unit,
    lengthUnit: row.dimension_unit,
    labelFormat: row.label_format === 'zpl' ? 'zpl' : 'pdf',
    ...parcelDefaults(row.more),
    autoPopupTag: {
      SHIPPING_LABEL: row.popup_shipping_label,
      PACKAGING_SLIPS: row.popup_packaging_slips,
      CUSTOM_INVOICE: row.popup_custom_invoice,
    },
    timeZone: row.time_zone,
    locale: row.language.startsWith('fr') ? 'fr-CA' : 'en-CA',
    addressCheck: addressCheckOf(row.more),
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

/**
 * Replaces the settings.
 * @param settings with `version`, a change by somebody else meanwhile is refused as `stale_version`
 */
export async function saveDefaultSettings(
  ctx: Pick<RequestContext, 'tenantId' | 'timeZone' | 'locale'>,
  tx: Tx,
  settings: DefaultSettings,
  now: Date,
): Promise<Outcome<DefaultSettings>> {
  if (!isTimeZone(settings.timeZone))
    return problem('validation', {
      errors: [{ field: 'timeZone', message: `"${settings.timeZone}" is not a time zone such as America/Toronto.` }],
    });
  // The first save makes the row; two at once meet at its key.
  await sql`INSERT INTO customer_settings (tenant_id, version) VALUES (${ctx.tenantId}, 0) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
  const { rows } = await sql<{ version: number }>`SELECT version FROM customer_settings FOR UPDATE`.execute(tx);
  if (settings.version !== undefined && settings.version !== rows[0]?.version) return problem('stale_version');
  const { autoPopupTag } = settings;
  const more = JSON.stringify({
    defaultDimensions: settings.defaultDimensions,
    defaultWeightGrams: settings.defaultWeightGrams,
    addressCheck: settings.addressCheck,
  });
  await sql`UPDATE customer_settings SET weight_unit = ${settings.weightUnit}, dimension_unit = ${settings.lengthUnit},
      label_format = ${settings.labelFormat}, popup_shipping_label = ${autoPopupTag.SHIPPING_LABEL},
      popup_packaging_slips = ${autoPopupTag.PACKAGING_SLIPS}, popup_custom_invoice = ${autoPopupTag.CUSTOM_INVOICE},
      time_zone = ${settings.timeZone}, language = ${settings.locale === 'fr-CA' ? 'fr' : 'en'}, more = more || ${more}::jsonb,
      version = version + 1, updated_at = ${now.toISOString()}::timestamptz`.execute(tx);
  return ok(await readDefaultSettings(ctx, tx));
}
