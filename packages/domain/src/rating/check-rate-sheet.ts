/**
 * What must hold between the rows of a rate sheet before it may price anything: every problem at once, each at its row.
 * Whether single values can be read at all is the reader's business; here they are integers in range, or NaN for a weight
 * that could not be read.
 */
import { countryOf } from '../addresses/countries.ts';
import { isProvinceOf } from '../addresses/provinces.ts';
import type { PostalRange, RateRow, RateSheet, SheetSection, SurchargeRow, ZoneRow } from './rate-sheet.ts';
import { unitsOf } from './rate-sheet.ts';

export interface SheetRowProblem {
  readonly section: SheetSection;
  /** Index of the row within its section, undefined for the section as a whole. */
  readonly index?: number | undefined;
  /** Name of the field in the data model. */
  readonly field?: string | undefined;
  readonly message: string;
}

/** Forms of the first characters of a postal code, for the countries whose codes everyone here types. */
const PREFIX_FORMS: Readonly<Record<string, { readonly form: string; readonly words: string }>> = {
  CA: { form: 'A0A0A0', words: 'the beginning of a Canadian postal code such as M5V' },
  US: { form: '00000', words: 'the beginning of a ZIP code such as 100' },
};

function fitsForm(prefix: string, form: string): boolean {
  if (prefix.length > form.length) return false;
  return Array.from(prefix).every((c, i) => (form.charAt(i) === '0' ? /\d/ : /[A-CEGHJ-NPR-TV-Z]/).test(c));
}

/** Sentences for what is wrong with postal ranges of one country, each said once. */
export function postalProblems(postal: readonly PostalRange[], country: string): string[] {
  const rule = PREFIX_FORMS[country];
  const problems: string[] = [];
  for (const { from, to } of postal) {
    const text = from === to ? from : `${from}-${to}`;
    if (from.length !== to.length) problems.push(`"${text}": both ends of a range need the same length`);
    else if (from > to) problems.push(`"${text}" is the wrong way round: write ${to}-${from}`);
    else if (rule && !(fitsForm(from, rule.form) && fitsForm(to, rule.form)))
      problems.push(`"${text}" is not ${rule.words}`);
  }
  return problems;
}

/** Two lists that limit a row to some services or zones have something in common; an empty list is everything. */
const overlap = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((one) => b.includes(one));

function* duplicates<T>(rows: readonly T[], key: (row: T) => string): Generator<readonly [number, number]> {
  const seen = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const earlier = seen.get(key(row));
    if (earlier === undefined) seen.set(key(row), index);
    else yield [index, earlier];
  }
}

const inSettings = (field: string, message: string): SheetRowProblem => ({ section: 'settings', field, message });

function* settingsProblems({ settings }: RateSheet): Generator<SheetRowProblem> {
  if (settings.name.trim() === '') yield inSettings('name', 'The courier needs a name; it is printed on labels.');
  if (!Intl.supportedValuesOf('currency').includes(settings.currency))
    yield inSettings('currency', `"${settings.currency}" is not a currency code such as CAD or USD.`);
  if (!/^[A-Z]{2}$/.test(settings.prefix))
    yield inSettings('prefix', `Tracking prefix "${settings.prefix}" must be two letters, such as ML.`);
  if (countryOf(settings.country) === undefined)
    yield inSettings('country', `"${settings.country}" is not a country code such as CA or US.`);
  if (settings.roundTo < 1)
    yield inSettings('roundTo', 'Weights must be rounded up to something above 0, such as 0.5.');
}

function* serviceProblems({ services }: RateSheet): Generator<SheetRowProblem> {
  if (services.length === 0) yield { section: 'services', message: 'There is no service; at least one is needed.' };
  for (const [index, earlier] of duplicates(services, (s) => s.code.toLowerCase()))
    yield {
      section: 'services',
      index,
      field: 'code',
      message: `Service "${services[index]?.code}" is there already (its name is "${services[earlier]?.name}"); each service stands once.`,
    };
  for (const [index, service] of services.entries()) {
    if (
      service.minimumCharge !== null &&
      service.maximumCharge !== null &&
      service.minimumCharge > service.maximumCharge
    )
      yield {
        section: 'services',
        index,
        field: 'maximumCharge',
        message: 'The maximum charge is below the minimum charge.',
      };
  }
}

function* zoneProblems({ zones }: RateSheet): Generator<SheetRowProblem> {
  if (zones.length === 0) yield { section: 'zones', message: 'There is no zone; at least one is needed.' };
  const names = new Map<string, string>();
  for (const [index, row] of zones.entries()) {
    const at = (field: string, message: string): SheetRowProblem => ({ section: 'zones', index, field, message });
    const name = names.get(row.zone);
    if (name === undefined) names.set(row.zone, row.name);
    else if (row.name !== '' && name !== '' && row.name !== name)
      yield at('name', `Zone ${row.zone} is called "${name}" above and "${row.name}" here.`);
    if (row.country === '*') {
      if (row.provinces.length > 0 || row.postal.length > 0)
        yield at('country', 'Provinces and postal codes need a country, not *.');
      continue;
    }
    if (countryOf(row.country) === undefined) {
      yield at('country', `"${row.country}" is not a country code such as CA or US (* is the rest of the world).`);
      continue;
    }
    for (const province of row.provinces)
      if (!isProvinceOf(row.country, province))
        yield at('provinces', `"${province}" is not a province or state of ${row.country}.`);
    for (const message of postalProblems(row.postal, row.country)) yield at('postal', `${message}.`);
  }
  yield* zoneOverlaps(zones);
}

/** Two zones that claim the same place in the same way, so that a parcel's zone would depend on the order of rows. */
function* zoneOverlaps(zones: readonly ZoneRow[]): Generator<SheetRowProblem> {
  interface Claim {
    readonly index: number;
    readonly zone: string;
    readonly range: PostalRange;
  }
  const claims = new Map<string, Claim[]>();
  for (const [index, row] of zones.entries()) {
    const ranges = row.postal.length > 0 ? row.postal : [{ from: '', to: '' }];
    for (const province of row.provinces.length > 0 ? row.provinces : [''])
      for (const range of ranges) {
        if (range.from.length !== range.to.length || range.from > range.to) continue;
        const key = `${row.country}/${province}/${range.from.length}`;
        const list = claims.get(key) ?? [];
        list.push({ index, zone: row.zone, range });
        claims.set(key, list);
      }
  }
  for (const [key, list] of claims) {
    const [country = '', province = ''] = key.split('/');
    const sorted = list.toSorted((a, b) =>
      a.range.from < b.range.from ? -1 : a.range.from > b.range.from ? 1 : a.index - b.index,
    );
    let reach: Claim | undefined;
    for (const claim of sorted) {
      if (reach !== undefined && reach.zone !== claim.zone && claim.range.from <= reach.range.to) {
        const place =
          claim.range.from === ''
            ? [province, country === '*' ? 'the rest of the world' : country].filter(Boolean).join(', ')
            : `postal codes ${claim.range.from}${claim.range.to === claim.range.from ? '' : ` to ${claim.range.to}`}`;
        yield {
          section: 'zones',
          index: Math.max(claim.index, reach.index),
          field: claim.range.from === '' ? (province === '' ? 'country' : 'provinces') : 'postal',
          message: `Zones ${reach.zone} and ${claim.zone} both claim ${place}; a place can lie in one zone only.`,
        };
      }
      if (reach === undefined || claim.range.to >= reach.range.to) reach = claim;
    }
  }
}

function* rateProblems(sheet: RateSheet): Generator<SheetRowProblem> {
  const services = new Set(sheet.services.map((s) => s.code));
  const zones = new Set(sheet.zones.map((z) => z.zone));
  const lanes = new Map<string, (RateRow & { readonly index: number })[]>();
  for (const [index, row] of sheet.rates.entries()) {
    const at = (field: string, message: string): SheetRowProblem => ({ section: 'rates', index, field, message });
    const known = services.has(row.service);
    if (!known) yield at('service', `Service "${row.service}" is not in the services section.`);
    if (!zones.has(row.toZone)) yield at('toZone', `Zone "${row.toZone}" is not in the zones section.`);
    if (row.fromZone !== null && !zones.has(row.fromZone))
      yield at('fromZone', `Zone "${row.fromZone}" is not in the zones section.`);
    if ((row.step === null) !== (row.stepPrice === null))
      yield at(
        row.step === null ? 'step' : 'stepPrice',
        'A price per further weight needs both: the weight of a step and its price.',
      );
    if (row.upTo !== null && row.upTo <= row.over) {
      yield at('upTo', 'The break ends where it begins or before.');
      continue;
    }
    const key = JSON.stringify([row.service, row.fromZone, row.toZone]);
    const lane = lanes.get(key) ?? [];
    lane.push({ ...row, index });
    lanes.set(key, lane);
  }
  // A weight that could not be read is NaN: what follows from it would only confuse.
  for (const lane of lanes.values())
    if (!lane.some((row) => Number.isNaN(row.over) || Number.isNaN(row.upTo))) yield* laneProblems(sheet, lane);
  for (const [index, service] of sheet.services.entries())
    if (!sheet.rates.some((row) => row.service === service.code))
      yield { section: 'services', index, field: 'code', message: `Service "${service.code}" has no rates.` };
}

const inRates = (index: number, field: string, message: string): SheetRowProblem => ({
  section: 'rates',
  index,
  field,
  message,
});

/** Overlaps and gaps between the weight breaks of one service from one zone to another. */
function* laneProblems(
  sheet: RateSheet,
  lane: readonly (RateRow & { readonly index: number })[],
): Generator<SheetRowProblem> {
  const unit = unitsOf(sheet.settings.units).weight;
  const kg = (thousandths: number) => `${thousandths / 1000} ${unit}`;
  const rows = lane.toSorted((a, b) => a.over - b.over || a.index - b.index);
  const [first] = rows;
  if (first === undefined) return;
  const name = `${first.service} ${first.fromZone === null ? '' : `from ${first.fromZone} `}to ${first.toZone}`;
  if (first.over > 0) yield inRates(first.index, 'over', `${name} has no price from 0 to ${kg(first.over)}.`);
  let reach: RateRow & { readonly index: number } = first;
  for (const row of rows.slice(1)) {
    if (reach.upTo === null || row.over < reach.upTo)
      yield inRates(
        row.index,
        'over',
        `${name}: the break over ${kg(row.over)} overlaps the one over ${kg(reach.over)}${reach.upTo === null ? ', which has no upper end' : ` up to ${kg(reach.upTo)}`}.`,
      );
    else if (row.over > reach.upTo)
      yield inRates(row.index, 'over', `${name} has no price between ${kg(reach.upTo)} and ${kg(row.over)}.`);
    if (reach.upTo !== null && (row.upTo === null || row.upTo > reach.upTo)) reach = row;
  }
  const limit = sheet.services.find((s) => s.code === first.service)?.maxWeight;
  if (limit !== undefined && limit !== null && reach.upTo !== null && reach.upTo < limit)
    yield inRates(
      reach.index,
      'upTo',
      `${name} takes parcels up to ${kg(limit)}, but its prices end at ${kg(reach.upTo)}.`,
    );
  let stated: RateRow | undefined;
  for (const row of lane) {
    if (row.days === null) continue;
    if (stated !== undefined && stated.days !== row.days)
      yield inRates(row.index, 'days', `${name} takes ${stated.days} days above and ${row.days} here.`);
    stated ??= row;
  }
}

const NEEDS_THRESHOLD: ReadonlySet<string> = new Set(['oversize', 'girth', 'overweight']);

function* surchargeProblems(sheet: RateSheet): Generator<SheetRowProblem> {
  const services = new Set(sheet.services.map((s) => s.code));
  const zones = new Set(sheet.zones.map((z) => z.zone));
  for (const [index, row] of sheet.surcharges.entries()) {
    const at = (field: string, message: string): SheetRowProblem => ({ section: 'surcharges', index, field, message });
    for (const code of row.services)
      if (!services.has(code)) yield at('services', `Service "${code}" is not in the services section.`);
    for (const code of row.zones)
      if (!zones.has(code)) yield at('zones', `Zone "${code}" is not in the zones section.`);
    if (NEEDS_THRESHOLD.has(row.kind) && row.over === null)
      yield at('over', `A surcharge of kind ${row.kind} needs the size or weight over which it is charged.`);
    if (row.kind === 'remote' && row.postal.length === 0)
      yield at('postal', 'A remote surcharge needs the postal codes it is for.');
    if (row.kind !== 'remote' && row.postal.length > 0)
      yield at('postal', `Postal codes belong to kind remote, not to ${row.kind}.`);
    for (const message of postalProblems(row.postal, sheet.settings.country)) yield at('postal', `${message}.`);
    const earlier = sheet.surcharges.slice(0, index).find((other) => sameCharge(other, row));
    if (earlier !== undefined)
      yield at('kind', `"${earlier.label}" above already charges ${row.kind} for the same services and zones.`);
  }
}

/** Both rows would be charged for the same reason at once. Remote rows with different postal codes are different reasons. */
const sameCharge = (a: SurchargeRow, b: SurchargeRow): boolean =>
  a.kind === b.kind &&
  (!NEEDS_THRESHOLD.has(a.kind) || a.over === b.over) &&
  overlap(a.services, b.services) &&
  overlap(a.zones, b.zones) &&
  (a.kind !== 'remote' || a.postal.some((x) => b.postal.some((y) => sharesPrefix(x, y))));

function sharesPrefix(a: PostalRange, b: PostalRange): boolean {
  const length = Math.min(a.from.length, b.from.length);
  return a.from.slice(0, length) <= b.to.slice(0, length) && b.from.slice(0, length) <= a.to.slice(0, length);
}

function* fuelProblems(sheet: RateSheet): Generator<SheetRowProblem> {
  const services = new Set(sheet.services.map((s) => s.code));
  for (const [index, row] of sheet.fuel.entries()) {
    const at = (field: string, message: string): SheetRowProblem => ({ section: 'fuel', index, field, message });
    for (const code of row.services)
      if (!services.has(code)) yield at('services', `Service "${code}" is not in the services section.`);
    if (sheet.fuel.slice(0, index).some((o) => o.validFrom === row.validFrom && overlap(o.services, row.services)))
      yield at('validFrom', `There is a fuel percentage from ${row.validFrom} for these services already.`);
  }
}

/** Every problem between the rows of a sheet; an empty list means that it can be put into force. */
export const checkRateSheet = (sheet: RateSheet): SheetRowProblem[] => [
  ...settingsProblems(sheet),
  ...serviceProblems(sheet),
  ...zoneProblems(sheet),
  ...rateProblems(sheet),
  ...surchargeProblems(sheet),
  ...fuelProblems(sheet),
];
