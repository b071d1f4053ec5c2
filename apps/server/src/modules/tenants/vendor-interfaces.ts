/** The interfaces of vendors in use as the operator sees them: version, published end, what is to be done. Pure. */
import { daysUntil, endsSoon, type VendorEnd } from '@scanship/connector-kit/vendor-end';
import type { VendorInterface } from '@scanship/contracts/network/platform-apps';

/** What a manifest says of its interface. */
export interface InterfaceFacts {
  readonly kind: VendorInterface['kind'];
  readonly code: string;
  readonly name: string;
  readonly contractVersion?: string | undefined;
  readonly ends?: VendorEnd | undefined;
}

function advice(name: string, { what, on }: VendorEnd, daysLeft: number, state: VendorInterface['state']) {
  if (state === 'over')
    return `${name} has ended ${what} on ${on}. Install a release that uses its successor now; until then it may refuse calls.`;
  if (state === 'soon')
    return daysLeft < 2
      ? `${name} ends ${what} on ${on}. Install a release that uses its successor today.`
      : `${name} ends ${what} on ${on}, in ${daysLeft} days. Install a release that uses its successor before then.`;
  return null;
}

function toDto({ kind, code, name, contractVersion, ends }: InterfaceFacts, now: Date): VendorInterface {
  const shown = { kind, code, name, version: contractVersion ?? null };
  if (!ends) return { ...shown, ends: null, state: 'open', advice: null };
  const daysLeft = daysUntil(ends, now);
  const state = daysLeft < 0 ? 'over' : endsSoon(ends, now) ? 'soon' : 'later';
  return { ...shown, ends: { ...ends, daysLeft }, state, advice: advice(name, ends, daysLeft, state) };
}

/** What ends first comes first, then those without a published end by name. */
export const vendorInterfaces = (all: readonly InterfaceFacts[], now: Date): VendorInterface[] =>
  all
    .map((each) => toDto(each, now))
    .toSorted(
      (a, b) =>
        (a.ends?.on ?? '9999').localeCompare(b.ends?.on ?? '9999') ||
        a.kind.localeCompare(b.kind) ||
        a.name.localeCompare(b.name),
    );
