/** Claims at carriers: what was lost or damaged, with its evidence, until money comes. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { DataOf } from '@scanship/contracts/call';
import {
  addClaimPhoto,
  askClaim,
  claimPaper,
  decideClaim,
  fileClaim,
  getClaim,
  getClaimPhoto,
  listClaims,
  moveClaim,
  openClaim,
  putClaim,
  removeClaimPhoto,
  takeReturnPhotos,
} from '@scanship/contracts/shipping/claims';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { SiteOrigins } from '../../platform/hosts.ts';
import { type Answer, data, type Route, route } from '../../platform/http/handler.ts';
import { sql } from 'kysely';
import { awaitEffects, problemWords } from '../../platform/journal/effects.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { pictureAnswer } from '../../platform/outside-pictures/picture-answer.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { GrantOpener } from '../carriers/index.ts';
import type { ExceptionSource } from '../exceptions/index.ts';
import { begin, change, move } from './change-claim.ts';
import { claimExceptionSource, noteClaim } from './claim-causes.ts';
import { claimHandler } from './claim-handler.ts';
import { type ClaimWatch, createClaimWatch } from './claim-watch.ts';
import { beginFiling, decideFiling, type FilingDeps } from './file-claim.ts';
import { type ClaimAct, type ClaimKit, OPEN_ACTS, readContact } from './filing.ts';
import { claimPapers } from './papers.ts';
import { createPhotoAddresses } from './photo-addresses.ts';
import { copyReturnPhotos, keepPhoto, readPhoto, removePhoto, takesPhoto } from './photos.ts';
import { readClaim, readClaims } from './read-claim.ts';

export { begin as beginClaim, change as changeClaim, move as moveClaim } from './change-claim.ts';
export { readClaims } from './read-claim.ts';

export interface ClaimsModule {
  readonly routes: readonly Route[];
  /** Claims of which nobody knows, for the exceptions inbox. */
  readonly exceptions: ExceptionSource;
  /** Asks carriers what became of claims. */
  readonly watch: ClaimWatch;
  extend(app: FastifyInstance): Promise<void>;
}

/** A person at the screen waits so long for the carrier; the act goes on without them. */
const WAIT_MS = 15_000;
const UNREACHABLE: ReadonlySet<string> = new Set(['quota', 'temporary-before-effect', 'absent', 'vendor-broken']);

/** The carrier's words where it did not take the claim. */
function refusalOf(act: Pick<ClaimAct, 'state' | 'problem'> | undefined): Outcome<never> | undefined {
  if (!act || OPEN_ACTS.has(act.state) || act.state === 'complete') return undefined;
  const said = act.problem;
  return problem(UNREACHABLE.has(said?.code ?? 'absent') ? 'carrier_unavailable' : 'carrier_refused', {
    message: said ? problemWords(said) : undefined,
    ...(said?.field ? { errors: [{ field: said.field, message: said.message }] } : {}),
  });
}

export function createClaimsModule(
  services: Pick<
    Services,
    'db' | 'clock' | 'sealer' | 'log' | 'files' | 'budgets' | 'cookieSecret' | 'config' | 'blobs'
  >,
  deps: {
    readonly renderer: TypstRenderer;
    readonly nameOf: (slug: string) => string;
    readonly facts: (slug: string) => CarrierManifest | undefined;
    readonly journal: Journal;
    readonly carriers: { readonly grants: GrantOpener };
    readonly hosts: { readonly origins: Pick<SiteOrigins, 'of'> };
    /** How long a request waits for the carrier. Milliseconds. */
    readonly waitMs?: number | undefined;
  },
): ClaimsModule {
  const { db, clock, files, sealer, log } = services;
  const { nameOf, facts, journal } = deps;
  const { grants } = deps.carriers;
  const NOT_FOUND = problem('not_found', { message: 'This claim was not found.' });
  const addresses = createPhotoAddresses({ db, clock, budgets: services.budgets, secret: services.cookieSecret });
  const papers = claimPapers({ db, renderer: deps.renderer, nameOf, facts, origins: deps.hosts.origins, addresses });
  const watch = createClaimWatch({ db, log, grants, nameOf });
  const filing: FilingDeps = { db, sealer, journal, grants, nameOf };
  const handler = claimHandler({
    grants,
    nameOf,
    facts,
    papers: (claim, simulated) => papers.forCarrier(claim, simulated),
  });
  journal.register('effects', 'claim_file', handler);

  const kitOf = async (ctx: RequestContext): Promise<ClaimKit> => ({
    nameOf,
    facts,
    contact: await readContact(db, ctx),
    reached: await papers.reached(ctx.tenantId),
  });

  type Seen = Outcome<Answer<DataOf<typeof getClaim>>>;
  /** The claim after a change, in the transaction of the change. */
  async function after(ctx: RequestContext, id: string, act: (tx: Tx) => Promise<Outcome<void>>): Promise<Seen> {
    const kit = await kitOf(ctx);
    const seen = await db.tenant(ctx, async (tx) => {
      const acted = await act(tx);
      return acted.ok ? readClaim(tx, ctx.tenantId, id, kit) : acted;
    });
    if (!seen) return NOT_FOUND;
    return 'detail' in seen ? data(seen.detail) : seen;
  }
  const as = (ctx: RequestContext, id: string): Promise<Seen> =>
    after(ctx, id, () => Promise.resolve({ ok: true, value: undefined }));

  return {
    exceptions: claimExceptionSource({ db, journal, nameOf }),
    watch,
    extend: (app) => addresses.extend(app),
    routes: [
      route(listClaims, async ({ ctx, query }) =>
        data(await db.tenant(ctx, (tx) => readClaims(tx, ctx.tenantId, query, nameOf), { readOnly: true })),
      ),
      route(getClaim, ({ ctx, params }) => as(ctx, params.id)),
      route(openClaim, async ({ ctx, body }) => {
        const begun = await db.tenant(ctx, (tx) => begin(tx, ctx, body));
        return begun.ok ? as(ctx, begun.value) : begun;
      }),
      route(putClaim, ({ ctx, params, body }) =>
        after(ctx, params.id, (tx) => change(tx, ctx.tenantId, params.id, body)),
      ),
      route(moveClaim, ({ ctx, params, body }) =>
        after(ctx, params.id, async (tx) => {
          const moved = await move(tx, ctx.tenantId, params.id, body, clock.now());
          if (moved.ok) await noteClaim(tx, ctx.tenantId, params.id, nameOf);
          return moved;
        }),
      ),
      route(fileClaim, async ({ ctx, params, body }) => {
        const begun = await beginFiling(filing, ctx, await kitOf(ctx), params.id, body);
        if (!begun.ok) return begun;
        await awaitEffects({ db, journal }, [begun.value], deps.waitMs ?? WAIT_MS);
        const act = await db.tenant(
          ctx,
          (tx) =>
            sql<Pick<ClaimAct, 'state' | 'problem'>>`SELECT state, problem FROM effects
              WHERE tenant_id = ${ctx.tenantId} AND id = ${begun.value.id}`.execute(tx),
          { readOnly: true },
        );
        return refusalOf(act.rows[0]) ?? as(ctx, params.id);
      }),
      route(decideClaim, async ({ ctx, params, body }) => {
        const decided = await decideFiling(filing, ctx, params.id, body);
        return decided.ok ? as(ctx, params.id) : decided;
      }),
      route(askClaim, async ({ ctx, params }) => {
        const asked = await watch.ask(ctx.tenantId, params.id);
        return asked.ok ? as(ctx, params.id) : asked;
      }),
      route(addClaimPhoto, async ({ ctx, params, file }) => {
        const takes = await db.tenant(ctx, (tx) => takesPhoto(tx, ctx.tenantId, params.id));
        if (!takes.ok) return takes;
        const drawn = await files.read(ctx, 'drawPhoto', file.bytes);
        if (!drawn.ok) return drawn;
        const photo = { ...drawn.value, claimId: params.id, userId: ctx.userId };
        return after(ctx, params.id, (tx) => keepPhoto(tx, ctx.tenantId, photo));
      }),
      route(takeReturnPhotos, ({ ctx, params }) =>
        after(ctx, params.id, (tx) => copyReturnPhotos(tx, ctx.tenantId, params.id, ctx.userId)),
      ),
      route(removeClaimPhoto, ({ ctx, params }) =>
        after(ctx, params.id, (tx) => removePhoto(tx, ctx.tenantId, params.id, params.photoId)),
      ),
      route(getClaimPhoto, async ({ ctx, params: { id: claimId, photoId } }) => {
        const bytes = await db.tenant(ctx, (tx) => readPhoto(tx, ctx.tenantId, { claimId, photoId }), {
          readOnly: true,
        });
        return bytes
          ? { ok: true, value: pictureAnswer({ bytes, contentType: 'image/png' }) }
          : problem('not_found', { message: 'This photo was not found.' });
      }),
      route(claimPaper, async ({ ctx, params }) => {
        const paper = await papers.paper(ctx.tenantId, params.id, ctx.locale === 'fr-CA');
        if (!paper) return NOT_FOUND;
        const fileName = `Claim-${paper.orderNumber.replaceAll(/[^0-9A-Za-z-]/g, '')}.pdf`;
        return {
          ok: true,
          value: { kind: 'file', bytes: paper.bytes, contentType: 'application/pdf', fileName, inline: true },
        };
      }),
    ],
  };
}
