/** Addresses below the page of an order: what was asked to come back, the form, and the label. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Money } from '@scanship/domain/money/money';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { sql } from 'kysely';
import { isUuid } from '../../platform/database/ids.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Outcome } from '../../platform/problem.ts';
import { mergeLabels, type StoredFile } from '../documents/index.ts';
import { askReturn, type Portal, readPortal } from '../returns/index.ts';
import { drawReturns, type ReturnsPage, type ShownReturn, type Typed } from './draw-returns.ts';
import type { Frame } from './draw-page.ts';
import type { LinkedOrder } from './links.ts';
import type { BuyerPage } from './read-page.ts';

/** What the pages of buyers share. */
export interface PageKit {
  /** The order a link leads to and the frame to draw it in; where it leads nowhere, that was answered. */
  open(
    request: FastifyRequest<{ Params: { link: string } }>,
    reply: FastifyReply,
    language: unknown,
  ): Promise<{ readonly frame: Frame; readonly order: LinkedOrder; readonly page: BuyerPage } | undefined>;
  send(reply: FastifyReply, request: FastifyRequest, status: number, text: string): FastifyReply;
  /** As that of a link that leads nowhere. */
  refuse(request: FastifyRequest, reply: FastifyReply, language: unknown): Promise<FastifyReply>;
  formOf(request: FastifyRequest): URLSearchParams;
}

interface ReturnPagesDeps {
  readonly db: Database;
  readonly now: () => Date;
  readonly renderer: TypstRenderer;
  /** Returns of TEST labels count (decision 0280). */
  readonly withTest: boolean;
  readonly nameOf: (slug: string) => string | null;
}

type Linked = FastifyRequest<{ Params: { link: string }; Querystring: { lang?: unknown } }>;

/** What was typed into the fields of lines, by line. */
const quantitiesOf = (form: URLSearchParams): ReadonlyMap<number, string> =>
  new Map(
    [...form]
      .flatMap(([name, value]) => {
        const line = /^q(\d{1,6})$/.exec(name)?.[1];
        return line === undefined ? [] : [[Number(line), value.trim().slice(0, 10)] as const];
      })
      .slice(0, 500),
  );

export function returnPages(scope: FastifyInstance, kit: PageKit, deps: ReturnPagesDeps): void {
  const { db, now, withTest } = deps;
  const readShown = (order: LinkedOrder, frame: Frame, page: BuyerPage): Promise<ReturnsPage> =>
    db.tenant(
      order,
      async (tx) => {
        const french = frame.language === 'fr';
        const portal = await readPortal(tx, order, { withTest, french, now: now() });
        return {
          number: page.number,
          sellerName: page.sellerName,
          contact: page.contact,
          open: portal.open,
          intro: portal.intro[french ? 'fr' : 'en'],
          reasons: portal.reasons.map(({ code, payer, en, fr }) => ({ code, payer, words: french ? fr : en })),
          wishes: portal.wishes,
          shipments: portal.shipments,
          returns: await withLabels(tx, order.tenantId, portal.returns, deps.nameOf),
        };
      },
      { readOnly: true },
    );

  async function label(order: LinkedOrder, returnId: string): Promise<Outcome<StoredFile> | undefined> {
    if (!isUuid(returnId)) return undefined;
    const portal = await db.tenant(order, (tx) => readPortal(tx, order, { withTest, french: false, now: now() }), {
      readOnly: true,
    });
    const found = portal.returns.find(({ id }) => id === returnId);
    if (found?.state !== 'label' || found.shipmentId === null) return undefined;
    return mergeLabels(deps, order.tenantId, [found.shipmentId]);
  }

  scope.get('/track/:link/returns', async (request: Linked, reply) => {
    const found = await kit.open(request, reply, request.query.lang);
    if (!found) return reply;
    const { frame, order, page } = found;
    return kit.send(reply, request, 200, drawReturns(frame, await readShown(order, frame, page), now()));
  });
  // As on the page of the order, the link is what a foreign page does not have.
  scope.post('/track/:link/returns', async (request: Linked, reply) => {
    const form = kit.formOf(request);
    const found = await kit.open(request, reply, form.get('lang'));
    if (!found) return reply;
    const { frame, order, page } = found;
    const quantities = quantitiesOf(form);
    const typed = {
      shipmentId: form.get('shipment') ?? '',
      reason: form.get('reason') ?? '',
      wish: form.get('wish') ?? '',
      note: form.get('note') ?? '',
    };
    const items = [...quantities].map(([line, text]) => ({ line, quantity: text === '' ? 0 : Number(text) }));
    const asked = await db.tenant(order, (tx) => askReturn(tx, order, { ...typed, items }, { withTest, now: now() }));
    if (asked.ok)
      return reply.header('cache-control', 'private, no-store').redirect(`${frame.path}?lang=${frame.language}`, 303);
    const wrong: Typed = { ...typed, quantities, fault: asked.fault };
    return kit.send(reply, request, 422, drawReturns(frame, await readShown(order, frame, page), now(), wrong));
  });
  scope.get(
    '/track/:link/returns/:id/label',
    async (request: FastifyRequest<{ Params: { link: string; id: string } }>, reply) => {
      const found = await kit.open(request, reply, undefined);
      if (!found) return reply;
      const file = await label(found.order, request.params.id);
      if (!file?.ok) return kit.refuse(request, reply, undefined);
      return reply
        .type(file.value.contentType)
        .headers({
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex, nofollow',
          'content-disposition': `inline; filename="${file.value.fileName}"`,
        })
        .send(Buffer.from(file.value.bytes));
    },
  );
}

/** Price and carrier of each label that stands. */
async function withLabels(
  tx: Tx,
  tenantId: string,
  returns: Portal['returns'],
  nameOf: ReturnPagesDeps['nameOf'],
): Promise<readonly ShownReturn[]> {
  const ids = returns.flatMap(({ shipmentId }) => shipmentId ?? []);
  if (ids.length === 0) return returns.map((each) => ({ ...each, price: null, carrierName: null }));
  const { rows } = await sql<{ id: string; minor: number | null; currency: string | null; slug: string | null }>`
    SELECT id, price_minor AS minor, currency, slug FROM shipments WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::uuid[])
      AND state NOT IN ('draft', 'voided')`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return returns.map((each) => {
    const row = byId.get(each.shipmentId ?? '');
    const price: Money | null =
      !row || row.minor === null || row.currency === null ? null : { minor: row.minor, currency: row.currency };
    return { ...each, price, carrierName: row?.slug ? nameOf(row.slug) : null };
  });
}
