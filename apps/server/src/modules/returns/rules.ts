/** A seller's rules for returns: what may come back, until when, why, and who decides. */
import { type ReturnRules, returnRules, type SeenReturnRules } from '@scanship/contracts/shipping/returns';
import { foldWord, type ReturnLimits } from '@scanship/domain/shipping/returns';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

/** In whose name labels are bought. */
export type ReturnAsker = Pick<RequestContext, 'userId' | 'sessionId' | 'realmId' | 'locale' | 'currency'>;

export const askerOf = ({ userId, sessionId, realmId, locale, currency }: ReturnAsker): ReturnAsker => ({
  userId,
  sessionId,
  realmId,
  locale,
  currency,
});

/** Before a seller has looked at them: closed. */
const USUAL: ReturnRules = {
  open: false,
  windowDays: 30,
  notSkus: [],
  notTags: [],
  reasons: [
    { code: 'does-not-fit', en: 'It does not fit', fr: 'La taille ne convient pas', payer: 'buyer' },
    { code: 'changed-mind', en: 'I changed my mind', fr: 'J’ai changé d’avis', payer: 'buyer' },
    {
      code: 'not-as-described',
      en: 'It is not as described',
      fr: 'Ne correspond pas à la description',
      payer: 'seller',
    },
    { code: 'damaged', en: 'It arrived damaged', fr: 'L’article est arrivé endommagé', payer: 'seller' },
    { code: 'wrong-item', en: 'I got something else', fr: 'J’ai reçu un autre article', payer: 'seller' },
  ],
  wishes: ['money', 'exchange'],
  offerProducts: false,
  approval: 'by-hand',
  grantId: null,
  service: null,
  handOver: 'drop_off',
  pickupGrantId: null,
  pickupService: null,
  intro: { en: '', fr: '' },
};

const GONE = 'This carrier account is not connected any more.';
const WHOSE_SERVICE = 'Choose the account that sells this service.';

export interface StoredRules {
  readonly rules: ReturnRules;
  readonly version: number;
  /** Absent before anybody saved rules. */
  readonly setBy: ReturnAsker | undefined;
}

export async function readRules(tx: Tx, tenantId: string): Promise<StoredRules> {
  const { rows } = await sql<{ rules: object; version: number; set_by: ReturnAsker }>`SELECT rules, version, set_by
    FROM return_rules WHERE tenant_id = ${tenantId}`.execute(tx);
  const [row] = rows;
  // What a later release adds to the rules is usual until somebody saves them.
  return row
    ? { rules: returnRules.parse({ ...USUAL, ...row.rules }), version: row.version, setBy: row.set_by }
    : { rules: USUAL, version: 0, setBy: undefined };
}

export const limitsOf = ({ windowDays, notSkus, notTags }: ReturnRules): ReturnLimits => ({
  windowDays,
  notSkus: new Set(notSkus.map(foldWord)),
  notTags: new Set(notTags.map(foldWord)),
});

/** @param grants accounts the seller may buy from: their ids, and whether their carriers come for a parcel */
export async function saveRules(
  tx: Tx,
  ctx: ReturnAsker & Pick<RequestContext, 'tenantId'>,
  { version, ...rules }: SeenReturnRules,
  grants: ReadonlyMap<string, { readonly comes: boolean }>,
): Promise<Outcome<SeenReturnRules>> {
  const { grantId, service, handOver = 'drop_off', pickupGrantId = null, pickupService = null } = rules;
  const pickedUp = handOver !== 'drop_off';
  const codes = rules.reasons.map(({ code }) => code);
  const errors = [
    ...codes.flatMap((code, at) =>
      codes.indexOf(code) === at ? [] : [{ field: `reasons.${at}.code`, message: 'This code is there already.' }],
    ),
    ...(grantId !== null && !grants.has(grantId) ? [{ field: 'grantId', message: GONE }] : []),
    ...(service !== null && grantId === null ? [{ field: 'service', message: WHOSE_SERVICE }] : []),
    ...(pickupGrantId !== null && !grants.has(pickupGrantId) ? [{ field: 'pickupGrantId', message: GONE }] : []),
    ...(pickedUp && pickupGrantId !== null && grants.get(pickupGrantId)?.comes === false
      ? [{ field: 'pickupGrantId', message: 'The carrier of this account does not come to buyers.' }]
      : []),
    ...(pickupService !== null && pickupGrantId === null ? [{ field: 'pickupService', message: WHOSE_SERVICE }] : []),
    ...(pickedUp && ![...grants.values()].some(({ comes }) => comes)
      ? [{ field: 'handOver', message: 'None of your carrier accounts has pickups that can be booked for buyers.' }]
      : []),
  ];
  if (errors.length > 0) return problem('validation', { errors });
  const kept = json(rules);
  const setBy = json({ ...askerOf(ctx) });
  const saved =
    version === 0
      ? await sql`INSERT INTO return_rules (tenant_id, rules, set_by) VALUES (${ctx.tenantId}, ${kept}, ${setBy})
          ON CONFLICT DO NOTHING`.execute(tx)
      : await sql`UPDATE return_rules SET rules = ${kept}, set_by = ${setBy}, version = version + 1, updated_at = now()
          WHERE tenant_id = ${ctx.tenantId} AND version = ${version}`.execute(tx);
  return saved.numAffectedRows === 0n
    ? problem('stale_version')
    : { ok: true, value: { ...rules, version: version + 1 } };
}
