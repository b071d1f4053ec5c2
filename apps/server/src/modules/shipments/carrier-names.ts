/** Who sold a label, and who carries the parcel: two for an aggregator's label, one for every other. */
import { carrierOfName } from '@scanship/connector-kit/rates/carried-by';
import type { GrantsPort } from './ports.ts';

export interface LabelFacts {
  readonly slug: string;
  /** Service as it was bought; null: none was noted. */
  readonly serviceName: string | null;
  /** Name of the account at the shipper; null: it is gone. */
  readonly accountName: string | null;
}

type Describe = Pick<GrantsPort, 'describe'>;

/** Name people know the seller of a label by: an own courier is called as its account. */
export function sellerName({ describe }: Describe, { slug, accountName }: Omit<LabelFacts, 'serviceName'>): string {
  const manifest = describe(slug)?.manifest;
  return (manifest?.maturity === 'own' ? accountName : manifest?.name) ?? accountName ?? slug;
}

/** The carrier behind an aggregator's label, read from the service's name (decision 0198); null where there is none or it is not known. */
export function carrierBehind(
  { describe }: Describe,
  { slug, serviceName }: Omit<LabelFacts, 'accountName'>,
): { readonly carrier: string; readonly carrierName: string } | null {
  if (describe(slug)?.manifest.aggregator !== true || serviceName === null) return null;
  const found = carrierOfName(serviceName);
  return found ? { carrier: found.carrier, carrierName: found.carrierName } : null;
}

/** Whom the buyer and the store are told of: whoever brings the parcel and answers to its number. */
export function carrierOfParcel(grants: Describe, label: LabelFacts): { readonly slug: string; readonly name: string } {
  const behind = carrierBehind(grants, label);
  return behind
    ? { slug: behind.carrier, name: behind.carrierName }
    : { slug: label.slug, name: sellerName(grants, label) };
}
