/** How the journal files a claim: the carrier's word and what follows from it in one transaction. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { ClaimFiled, ClaimInput } from '@scanship/connector-kit/carrier/claims';
import { sql } from 'kysely';
import type { JournalHandler } from '../../platform/journal/handler.ts';
import { recordChange } from '../../platform/journal/journal-store.ts';
import { problem } from '../../platform/problem.ts';
import type { GrantOpener } from '../carriers/index.ts';
import { noteClaim } from './claim-causes.ts';
import { NEXT_QUESTION } from './claim-watch.ts';
import { claimRequestOf } from './file-claim.ts';

/** What goes with a claim beside its words; drawn and read by the step that files, so that a fault there keeps nobody from asking or deciding. */
export interface ClaimPapers {
  readonly paper: () => Promise<Uint8Array>;
  readonly photos: () => Promise<readonly Uint8Array[]>;
  /** Addresses of the photos; none where the carrier could not open them. */
  readonly addresses: readonly string[];
}

export interface HandlerDeps {
  readonly grants: GrantOpener;
  readonly nameOf: (slug: string) => string;
  readonly facts: (slug: string) => CarrierManifest | undefined;
  readonly papers: (
    claim: { readonly tenantId: string; readonly claimId: string; readonly french: boolean },
    simulated: boolean,
  ) => Promise<ClaimPapers>;
}

export function claimHandler(deps: HandlerDeps): JournalHandler<ClaimInput, ClaimFiled, undefined> {
  const { grants, nameOf, facts } = deps;
  return {
    async open(row) {
      const { claimId, grantId, french, ...asked } = claimRequestOf(row.request);
      const [grant] = await grants.open({ tenantId: row.tenantId }, { only: [grantId], toSettle: true });
      if (!grant) return problem('no_carrier', { message: 'The carrier account of this label is gone.' });
      const { claims } = await grant.load();
      if (!claims) return problem('no_carrier', { message: `${grant.carrierName} takes no claims from here.` });
      const papers = await deps.papers({ tenantId: row.tenantId, claimId, french }, grant.mode === 'simulator');
      const { addresses: photoAddresses, ...files } = papers;
      return {
        ok: true,
        value: {
          operation: claims.file,
          input: { ...asked, ...files, photoAddresses },
          env: await grant.environment({ kind: 'claim', id: claimId }),
          vendor: grant.carrierName,
          deadlineMs: grant.manifest.deadlineMs.ship,
          // A second claim for one parcel is a false one.
          askFirst: row.mayBeForgotten && 'or-person',
        },
      };
    },

    prepare: () => Promise.resolve(undefined),

    async changed(tx, row, _input, { to, by, result }) {
      const { claimId } = claimRequestOf(row.request);
      const { tenantId } = row;
      if (to === 'complete') {
        const words = (result.messages ?? []).join(' ').slice(0, 1_000);
        const found = await sql<{ slug: string }>`SELECT coalesce(s.slug, '') AS slug FROM claims AS c
          JOIN shipments AS s ON s.tenant_id = c.tenant_id AND s.id = c.shipment_id
          WHERE c.tenant_id = ${tenantId} AND c.id = ${claimId}`.execute(tx);
        const slug = found.rows[0]?.slug ?? '';
        const asked = facts(slug)?.claims?.asked ?? false;
        const number = result.claimNumber ?? null;
        const filed = await sql<{
          id: string;
        }>`UPDATE claims SET state = 'filed', filed_at = now(), reference = coalesce(${number}, reference),
            carrier_number = ${number}, answer = coalesce(${words || null}, answer), version = version + 1,
            carrier_state = CASE WHEN ${asked} THEN 'open' END, ask_at = CASE WHEN ${asked} THEN now() + ${NEXT_QUESTION} END
          WHERE tenant_id = ${tenantId} AND id = ${claimId} AND state = 'draft' RETURNING id`.execute(tx);
        if (filed.rows.length > 0)
          await recordChange(tx, tenantId, { kind: 'claim', id: claimId }, 'draft', 'filed', {
            userId: by?.userId ?? row.createdBy,
            why: by?.note ?? `Filed with ${nameOf(slug)}`,
          });
        // It was believed absent and went another way meanwhile, which stands: a person has to look at both.
        else
          await sql`UPDATE claims SET other_number = ${number}, version = version + 1
            WHERE tenant_id = ${tenantId} AND id = ${claimId}`.execute(tx);
      } else if (to !== 'confirmed' && to !== 'sending' && to !== 'reserved')
        await sql`UPDATE claims SET version = version + 1 WHERE tenant_id = ${tenantId} AND id = ${claimId}`.execute(
          tx,
        );
      await noteClaim(tx, tenantId, claimId, nameOf);
    },
  };
}
