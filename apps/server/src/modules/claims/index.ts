/** Claims at carriers: what was lost or damaged, with its evidence, until money comes. */
import { claimPaper, getClaim, listClaims, moveClaim, openClaim, putClaim } from '@scanship/contracts/shipping/claims';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { documentBranding } from '../documents/index.ts';
import { begin, change, move } from './change-claim.ts';
import { claimDocument } from './paper.ts';
import { readClaim, readClaims } from './read-claim.ts';

export interface ClaimsModule {
  readonly routes: readonly Route[];
}

export function createClaimsModule(
  services: Pick<Services, 'db' | 'clock'>,
  deps: { readonly renderer: TypstRenderer; readonly nameOf: (slug: string) => string },
): ClaimsModule {
  const { db, clock } = services;
  const { nameOf } = deps;
  const NOT_FOUND = problem('not_found', { message: 'This claim was not found.' });

  /** The claim after a change, in the transaction of the change. */
  async function after(ctx: RequestContext, id: string, act: (tx: Tx) => Promise<Outcome<void>>) {
    const seen = await db.tenant(ctx, async (tx) => {
      const acted = await act(tx);
      return acted.ok ? readClaim(tx, ctx.tenantId, id, nameOf) : acted;
    });
    if (!seen) return NOT_FOUND;
    return 'detail' in seen ? data(seen.detail) : seen;
  }

  return {
    routes: [
      route(listClaims, async ({ ctx, query }) =>
        data(await db.tenant(ctx, (tx) => readClaims(tx, ctx.tenantId, query, nameOf), { readOnly: true })),
      ),
      route(getClaim, ({ ctx, params }) =>
        after(ctx, params.id, () => Promise.resolve({ ok: true, value: undefined })),
      ),
      route(openClaim, async ({ ctx, body }) => {
        const begun = await db.tenant(ctx, (tx) => begin(tx, ctx, body));
        return begun.ok ? after(ctx, begun.value, () => Promise.resolve({ ok: true, value: undefined })) : begun;
      }),
      route(putClaim, ({ ctx, params, body }) =>
        after(ctx, params.id, (tx) => change(tx, ctx.tenantId, params.id, body)),
      ),
      route(moveClaim, ({ ctx, params, body }) =>
        after(ctx, params.id, (tx) => move(tx, ctx.tenantId, params.id, body, clock.now())),
      ),
      route(claimPaper, async ({ ctx, params }) => {
        const found = await db.tenant(ctx, (tx) => readClaim(tx, ctx.tenantId, params.id, nameOf), { readOnly: true });
        if (!found) return NOT_FOUND;
        const bytes = await claimDocument(
          found,
          {
            language: ctx.locale === 'fr-CA' ? 'fr' : 'en',
            branding: await documentBranding(db, ctx),
            paper: 'letter',
          },
          deps.renderer,
        );
        const fileName = `Claim-${found.detail.orderNumber.replaceAll(/[^0-9A-Za-z-]/g, '')}.pdf`;
        return { ok: true, value: { kind: 'file', bytes, contentType: 'application/pdf', fileName, inline: true } };
      }),
    ],
  };
}
