/**
 * What Purolator's errors mean. Its codes are published only in part (README.md, "Errors"), so its own words decide where
 * the code is not known. Pure.
 */
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { VendorProblem } from '@scanship/connector-kit/http/http';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

export interface VendorError {
  readonly code: string;
  readonly text: string;
}

const MINUTE_MS = 60_000;
const THRESHOLDS: readonly (readonly [RegExp, number])[] = [
  [/minute threshold/i, MINUTE_MS],
  [/hourly threshold/i, 60 * MINUTE_MS],
  [/daily threshold|threshold limit/i, 6 * 60 * MINUTE_MS],
];

const KNOWN: Readonly<Record<string, { kind: ProblemKind; message: string; field?: string }>> = {
  '1100429': { kind: 'refused', message: `${NAME} voids a shipment only on the day it was made.` },
  '2001135': { kind: 'refused', message: `${NAME} has no delivery details of this shipment yet.` },
  '9001': { kind: 'not-authorised', message: `${NAME} has not activated this web service for the account.` },
};

/** Words that name one of our fields; the first that fits wins. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/activation key|user ?token/i, 'credentials.activationKey'],
  [/account/i, 'credentials.account'],
  [/^(?=[^]*(sender|origin))[^]*postal/i, 'from.zipcode'],
  [/^(?=[^]*(receiver|destination))[^]*(postal|zip)/i, 'to.zipcode'],
  [/^(?=[^]*(sender|origin))[^]*(city|province)/i, 'from.city'],
  [/^(?=[^]*(receiver|destination))[^]*(city|province|state)/i, 'to.city'],
  [/^(?=[^]*(sender|origin))[^]*phone/i, 'from.phone'],
  [/^(?=[^]*(receiver|destination))[^]*phone/i, 'to.phone'],
  [/weight/i, 'parcels.0.weightGrams'],
  [/length|width|height|dimension/i, 'parcels.0.dimensions'],
  [/declared value/i, 'options.insuredValue'],
  [/dangerous/i, 'options.dangerousGoods'],
  [/shipment date|ship date/i, 'shipDate'],
  [/harmoni[sz]ed/i, 'customs.items'],
];

export const fieldOf = (text: string): string | undefined => FIELDS.find(([words]) => words.test(text))?.[1];

const sentence = (text: string): string => `${NAME}: ${text.replace(/(?<![.\s])[.\s]*$/, '')}.`;

/** The general "one or more errors": the particular ones beside it say more. */
const GENERAL = '1100000';

/**
 * @param asks the call cannot have changed anything
 * @returns undefined without errors
 */
export function meaningOf(errors: readonly VendorError[], asks: boolean): VendorProblem | undefined {
  const first = errors.find((error) => error.code !== GENERAL) ?? errors[0];
  if (!first) return undefined;
  const more = { vendorCode: first.code, vendorMessage: first.text, field: fieldOf(first.text) };
  const known = Object.hasOwn(KNOWN, first.code) ? KNOWN[first.code] : undefined;
  if (known) return { ...more, ...known };
  const threshold = THRESHOLDS.find(([words]) => words.test(first.text));
  if (threshold)
    return {
      ...more,
      kind: 'quota',
      message: `${NAME} takes no more calls of this account for a while.`,
      retryAfterMs: threshold[1],
    };
  // An error without a reason does not promise that nothing was done.
  if (first.code === GENERAL && !asks)
    return { ...more, kind: 'unknown-effect', message: `${NAME} reports an error and does not say which.` };
  if (/authori[sz]ation failed|not authori[sz]ed|activation key|user ?token/i.test(first.text))
    return { ...more, kind: 'not-authorised', message: sentence(first.text) };
  const ours =
    /^11001\d\d$/.test(first.code) || /mandatory|missing|invalid|not valid|required|exceed/i.test(first.text);
  return { ...more, kind: ours ? 'invalid-input' : 'refused', message: sentence(first.text) };
}
