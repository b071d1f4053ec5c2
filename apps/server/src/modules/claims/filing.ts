/** What a carrier takes through its interface, and what it would refuse this claim for. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { claimMissing } from '@scanship/connector-kit/carrier/claims';
import type { ClaimDetail } from '@scanship/contracts/shipping/claims';
import { type RawBuilder, sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { problemWords } from '../../platform/journal/effects.ts';
import type { StoredProblem } from '../../platform/journal/handler.ts';

export interface Contact {
  readonly name: string;
  readonly email: string;
}

/** What is known beside the claim's own rows. */
export interface ClaimKit {
  readonly nameOf: (slug: string) => string;
  readonly facts: (slug: string) => CarrierManifest | undefined;
  /** Who reads, to whom a carrier would write. */
  readonly contact: Contact;
  /** Whether carriers can open an address of ours. */
  readonly reached: boolean;
}

/** In whose name the money is asked for, and where the carrier writes: the company, and the person who files. */
export async function readContact(db: Database, ctx: RequestContext): Promise<Contact> {
  const person = await db.identity(ctx, (tx) =>
    tx.selectFrom('users').select('email').where('id', '=', ctx.userId).executeTakeFirst(),
  );
  const company = await db.reference((tx) =>
    tx.selectFrom('tenants').select('name').where('id', '=', ctx.tenantId).executeTakeFirst(),
  );
  return { name: company?.name ?? '', email: person?.email ?? '' };
}

/** A parcel of the shipment with the account its label was bought with. */
export interface ClaimParcel {
  readonly tracking_number: string;
  readonly carrier_shipment_id: string;
  readonly grant_id: string;
  readonly lent: boolean;
}

export async function parcelsOf(tx: Tx, tenantId: string, shipmentId: string): Promise<readonly ClaimParcel[]> {
  const { rows } =
    await sql<ClaimParcel>`SELECT c.tracking_number, p.grant_id, g.owner_tenant_id <> g.tenant_id AS lent,
      coalesce(p.vendor_ids ->> 'carrierShipmentId', '') AS carrier_shipment_id
    FROM parcels AS c
    JOIN purchases AS p ON p.tenant_id = c.tenant_id AND p.id = c.purchase_id AND p.state IN ('confirmed', 'complete')
    JOIN account_grants AS g ON g.tenant_id = p.tenant_id AND g.id = p.grant_id
    WHERE c.tenant_id = ${tenantId} AND c.shipment_id = ${shipmentId} AND c.tracking_number IS NOT NULL
    ORDER BY c.no`.execute(tx);
  return rows;
}

export interface ClaimAct {
  readonly claim_id: string;
  readonly effect_id: string;
  readonly state: string;
  readonly problem: StoredProblem | null;
  readonly tracking_number: string;
  readonly reference: string;
  /** The account it was filed with. */
  readonly grant_id: string | null;
  readonly asks: boolean;
  readonly settled: boolean;
}

/** @param which SQL over `c` (claims) and `e` (the act that files) */
export async function readActs(tx: Tx, which: RawBuilder<boolean>, limit = 500): Promise<readonly ClaimAct[]> {
  const { rows } = await sql<ClaimAct>`SELECT c.id AS claim_id, c.grant_id, e.id AS effect_id, e.state, e.problem,
      coalesce(e.payload ->> 'trackingNumber', '') AS tracking_number, coalesce(e.payload ->> 'reference', '') AS reference,
      coalesce(e.payload ->> 'recovery', 'none') <> 'none' AS asks,
      e.state IN ('unknown', 'disputed') AND coalesce(e.settle_after, e.sent_at, now()) <= now() AS settled
    FROM claims AS c JOIN effects AS e ON e.tenant_id = c.tenant_id AND e.id = c.effect_id
    WHERE ${which} ORDER BY c.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Nobody may change the claim, or file it elsewhere, while the carrier may have it. */
export const OPEN_ACTS: ReadonlySet<string> = new Set([
  'planned',
  'reserved',
  'sending',
  'confirmed',
  'unknown',
  'disputed',
]);

export function actView(act: ClaimAct | undefined): ClaimDetail['act'] {
  if (!act) return null;
  const { state } = act;
  return {
    state:
      state === 'complete'
        ? 'filed'
        : state === 'unknown' || state === 'disputed'
          ? 'unknown'
          : OPEN_ACTS.has(state)
            ? 'under-way'
            : 'refused',
    reference: act.reference,
    canAsk: act.asks,
    canDecide: act.settled,
    canTakeBack: state === 'planned' && act.problem !== null,
    trackingNumber: act.tracking_number,
    problem: act.problem ? problemWords(act.problem) : null,
  };
}

type Filing = Pick<ClaimDetail, 'filing' | 'notFiled'>;

/** How the claim is filed with the carrier, or why it is not. */
export function filingOf(
  kit: ClaimKit,
  slug: string,
  parcels: readonly ClaimParcel[],
  claim: Pick<ClaimDetail, 'kind' | 'amount' | 'note'> & { readonly photos: number },
): Filing {
  const name = kit.nameOf(slug);
  const manifest = kit.facts(slug);
  const terms = manifest?.claims;
  const none = (notFiled: string): Filing => ({ filing: null, notFiled });
  if (!terms) return none(manifest?.notOffered?.claims ?? `${name} takes no claims through its interface.`);
  if (parcels.length === 0) return none('This shipment has no label that was bought here.');
  const own = parcels.filter(({ lent }) => !lent);
  if (own.length === 0)
    return none(`${name} is lent to you: whoever lends it files claims with it, and is paid for them.`);
  return {
    filing: {
      about: terms.about,
      trackingNumbers: own.map((parcel) => parcel.tracking_number),
      currency: terms.currency ?? null,
      contact: terms.contact ? { ...kit.contact } : null,
      withoutPhotos:
        terms.photos === 'addresses' && !kit.reached && claim.photos > 0
          ? `${name} opens photos by their address, and this installation has none that the world can reach: hand them in there.`
          : null,
      missing: [...claimMissing(name, terms, { ...claim, email: kit.contact.email })],
    },
    notFiled: null,
  };
}
