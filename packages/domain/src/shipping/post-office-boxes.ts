/**
 * Which carriers do not deliver to post office boxes. Pure. In Canada and the United States a box belongs to the post, which
 * alone has its key; elsewhere couriers differ by country, and nothing is said.
 *
 * Only couriers are named whose rule was found in public on 2026-11-28, because whoever stands here cannot be bought: UPS and FedEx, but
 * for the services whose last mile is the post's. No source was at hand for Purolator, DHL Express, Canpar, GLS Canada, Nationex and
 * UniUni; they join with one.
 */
import { isPoBox } from '../addresses/address-check.ts';
import type { Address } from '../addresses/address.ts';

const COURIERS: ReadonlySet<string> = new Set(['fedex', 'ups']);
/** Services that a courier hands to the post for the last mile. */
const BY_POST = /ground (?:saver|economy)|surepost|smart ?post|mail innovations/i;
const COUNTRIES: ReadonlySet<string> = new Set(['CA', 'US']);

/** Words that name a box without doubt; "Box 12" alone may be a farm on a rural route. */
const NO_DOUBT = /post|p\.?\s*o\.?\s*b|c\.?\s*p\.?|b\.?\s*p\.?|apartado/iu;

/**
 * Whether a carrier's service gets to an address that names a post office box.
 * @param carrier code as an account of its own has it
 * @returns `never`: there is nothing but the box; `street`: to the street that stands beside the box; undefined: nothing to say
 */
export function boxProblem(
  carrier: string,
  serviceName: string,
  to: Pick<Address, 'address1' | 'address2' | 'countryCode'>,
): 'never' | 'street' | undefined {
  if (!COURIERS.has(carrier) || BY_POST.test(serviceName) || !COUNTRIES.has(to.countryCode.toUpperCase()))
    return undefined;
  const lines = [to.address1, to.address2 ?? ''].filter((line) => line.trim() !== '');
  const boxes = lines.filter(isPoBox);
  if (boxes.length === 0) return undefined;
  const onlyBox = boxes.length === lines.length && boxes.every(hasNoStreet);
  return onlyBox && boxes.some((line) => NO_DOUBT.test(line)) ? 'never' : 'street';
}

/** "PO Box 4, Station A" names no street; "12 Main St, PO Box 4" does. */
const hasNoStreet = (line: string): boolean => !/^\s*\d/.test(line);
