/** The rate sheet of an account: `settings.sheet`, as `parseRateSheet` answered it when it was uploaded. */
import { fail } from '@scanship/connector-kit/errors';
import type { Json, JsonObject } from '@scanship/domain/json';
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import { readRateSheet } from '@scanship/domain/rating/read-rate-sheet';

/** Sheets already read, as long as the caller holds the stored value. */
const read = new WeakMap<JsonObject, RateSheet>();

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws ConnectorError `refused` when the account has no sheet or a damaged one. */
export function sheetOf(settings: JsonObject): RateSheet {
  const stored = settings.sheet;
  if (!isObject(stored)) throw fail('refused', 'This courier has no rate sheet yet; upload one in its settings.');
  const known = read.get(stored);
  if (known) return known;
  const sheet = readRateSheet(stored);
  if (!sheet.ok) throw fail('refused', sheet.problem);
  read.set(stored, sheet.value);
  return sheet.value;
}
