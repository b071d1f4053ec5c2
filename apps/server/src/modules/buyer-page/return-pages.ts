/** Addresses below the page of an order: what was asked to come back, the form, and the label. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '@scanship/contracts/errors';
import { MOST_INSTEAD, MOST_PHOTO_BYTES } from '@scanship/contracts/shipping/returns';
import type { Money } from '@scanship/domain/money/money';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { sql } from 'kysely';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { isUuid } from '../../platform/database/ids.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type AppProblem, type Outcome, problem } from '../../platform/problem.ts';
import { mergeLabels, readDocument, type StoredFile } from '../documents/index.ts';
import { PICTURE_POLICY } from '../../platform/outside-pictures/picture-answer.ts';
import { readUpload } from '../../platform/http/upload.ts';
import type { Services } from '../../platform/services.ts';
import { askPickup, askReturn, keepPhoto, type Portal, readPortal, takesPhoto, withPickup } from '../returns/index.ts';
import type { BuyersPickups } from '../pickups/index.ts';
import { drawReturns, type PhotoFault, type ReturnsPage, type ShownReturn, type Typed } from './draw-returns.ts';
import type { Frame } from './draw-page.ts';
import type { BuyerLinks, LinkedOrder } from './links.ts';
import type { BuyerPage } from './read-page.ts';

/** What the pages of buyers share. */
export interface PageKit {
  /** The order a link leads to and the frame to draw it in; where it leads nowhere, that was answered. */
  open(
    request: FastifyRequest<{ Params: { link: string } }>,
    reply: FastifyReply,
    language: unknown,
  ): Promise<{ readonly frame: Frame; readonly order: LinkedOrder; readonly page: BuyerPage } | undefined>;
  /** @param frame what it was drawn in; absent: nobody may frame it */
  send(reply: FastifyReply, request: FastifyRequest, status: number, text: string, frame?: Frame): FastifyReply;
  /** As that of a link that leads nowhere; what cannot be fetched for now says so. */
  refuse(request: FastifyRequest, reply: FastifyReply, language: unknown, why?: AppProblem): Promise<FastifyReply>;
  formOf(request: FastifyRequest): URLSearchParams;
  /** The frame in a language that is known only now. */
  frameIn(request: FastifyRequest, language: unknown): Promise<Frame>;
}

interface ReturnPagesDeps {
  readonly db: Database;
  readonly blobs: Blobs;
  readonly now: () => Date;
  readonly renderer: TypstRenderer;
  /** Returns of TEST labels count (decision 0280). */
  readonly withTest: boolean;
  readonly nameOf: (slug: string) => string | null;
  readonly files: Services['files'];
  /** Path of the page of an order. */
  readonly pathOf: BuyerLinks['pathOf'];
  readonly pickups: BuyersPickups;
}

/** A thousand characters of a script that takes nine bytes for one, and what is wanted for each of many lines. */
const MOST_FORM_BYTES = 64 * 1024;

type Linked = FastifyRequest<{ Params: { link: string }; Querystring: { lang?: unknown } }>;

/** What was typed into the fields of lines, by line: "q1" is how many, "i1" what instead. */
const typedOf = (form: URLSearchParams, of: 'q' | 'i', most: number): ReadonlyMap<number, string> =>
  new Map(
    [...form]
      .flatMap(([name, value]) => {
        const line = name.startsWith(of) ? /^\d{1,6}$/.exec(name.slice(1))?.[0] : undefined;
        return line === undefined ? [] : [[Number(line), value.trim().slice(0, most)] as const];
      })
      .slice(0, 500),
  );

/** Reads what the page of an order's returns shows. */
const shownBy =
  ({ db, withTest, now, nameOf, pathOf, pickups }: ReturnPagesDeps) =>
  async (order: LinkedOrder, frame: Frame, page: BuyerPage): Promise<ReturnsPage> => {
    const read = await db.tenant(
      order,
      async (tx) => {
        const french = frame.language === 'fr';
        const portal = await readPortal(tx, order, { withTest, french, now: now(), offering: true });
        return {
          number: page.number,
          sellerName: page.sellerName,
          contact: page.contact,
          open: portal.open,
          intro: portal.intro[french ? 'fr' : 'en'],
          reasons: portal.reasons.map(({ code, payer, en, fr }) => ({ code, payer, words: french ? fr : en })),
          wishes: portal.wishes,
          choosesHandOver: portal.choosesHandOver,
          instead: portal.instead,
          shipments: portal.shipments,
          returns: (await withLabels(tx, order.tenantId, portal.returns, nameOf)).map((each) => ({
            ...each,
            exchangePath: each.exchange && pathOf({ tenantId: order.tenantId, orderId: each.exchange.id }),
          })),
          booked: await pickups.of(
            tx,
            portal.returns.flatMap((each) => (each.handOver === 'pickup' ? (each.shipmentId ?? []) : [])),
          ),
        };
      },
      { readOnly: true },
    );
    const { booked, ...shown } = read;
    const withPickups = async (each: (typeof shown.returns)[number]): Promise<ShownReturn> => {
      const known = booked.get(each.shipmentId ?? '') ?? null;
      const price = withPickup(each.price, known?.price?.total ?? null);
      if (each.handOver !== 'pickup' || each.state !== 'label' || each.shipmentId === null)
        return { ...each, price, pickup: null };
      return { ...each, price, pickup: { booked: known, days: (await pickups.days(order, each.shipmentId)) ?? null } };
    };
    return { ...shown, returns: await Promise.all(shown.returns.map(withPickups)) };
  };

export function returnPages(scope: FastifyInstance, kit: PageKit, deps: ReturnPagesDeps): void {
  const { db, now, withTest } = deps;
  const readShown = shownBy(deps);

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
    return kit.send(reply, request, 200, drawReturns(frame, await readShown(order, frame, page), now()), frame);
  });
  // As on the page of the order, the link is what a foreign page does not have.
  scope.post('/track/:link/returns', { bodyLimit: MOST_FORM_BYTES }, async (request: Linked, reply) => {
    const form = kit.formOf(request);
    const found = await kit.open(request, reply, form.get('lang'));
    if (!found) return reply;
    const { frame, order, page } = found;
    const quantities = typedOf(form, 'q', 10);
    const instead = typedOf(form, 'i', MOST_INSTEAD);
    const typed = {
      shipmentId: form.get('shipment') ?? '',
      reason: form.get('reason') ?? '',
      wish: form.get('wish') ?? '',
      handOver: form.get('handOver') ?? '',
      note: form.get('note') ?? '',
    };
    const items = [...quantities].map(([line, text]) => ({
      line,
      quantity: text === '' ? 0 : Number(text),
      instead: instead.get(line) ?? '',
    }));
    const asked = await db.tenant(order, (tx) => askReturn(tx, order, { ...typed, items }, { withTest, now: now() }));
    if (asked.ok)
      return reply.header('cache-control', 'private, no-store').redirect(`${frame.path}?lang=${frame.language}`, 303);
    const wrong: Typed = { ...typed, quantities, instead, fault: asked.fault };
    return kit.send(
      reply,
      request,
      422,
      drawReturns(frame, await readShown(order, frame, page), now(), { typed: wrong }),
      frame,
    );
  });
  scope.post(
    '/track/:link/returns/:id/pickup',
    async (request: FastifyRequest<{ Params: { link: string; id: string } }>, reply) => {
      const form = kit.formOf(request);
      const found = await kit.open(request, reply, form.get('lang'));
      if (!found) return reply;
      const { order, page } = found;
      const { id: returnId } = request.params;
      if (!isUuid(returnId)) return kit.refuse(request, reply, form.get('lang'));
      const frame = { ...found.frame, path: found.frame.path.replace(/\/[^/]+\/pickup$/, '') };
      const wished = { day: form.get('day') ?? '', window: form.get('window') ?? '' };
      const asked = await askPickup(deps, order, returnId, { ...wished, seen: form.get('seen') ?? '' });
      // What takes no pickup any more shows so.
      if (!asked || asked.kind === 'begun')
        return reply.header('cache-control', 'private, no-store').redirect(`${frame.path}?lang=${frame.language}`, 303);
      const fault = asked.kind === 'price' ? { price: asked.price } : asked.kind;
      const refused = { pickup: { ...wished, returnId, fault } };
      return kit.send(
        reply,
        request,
        422,
        drawReturns(frame, await readShown(order, frame, page), now(), refused),
        frame,
      );
    },
  );
  /** The picture a carrier gave, as it came. */
  async function code(order: LinkedOrder, returnId: string): Promise<Outcome<StoredFile> | undefined> {
    if (!isUuid(returnId)) return undefined;
    const portal = await db.tenant(order, (tx) => readPortal(tx, order, { withTest, french: false, now: now() }), {
      readOnly: true,
    });
    const found = portal.returns.find(({ id }) => id === returnId);
    return found?.state === 'label' && found.code !== null ? readDocument(deps, order.tenantId, found.code) : undefined;
  }

  scope.get(
    '/track/:link/returns/:id/code',
    async (request: FastifyRequest<{ Params: { link: string; id: string } }>, reply) => {
      const found = await kit.open(request, reply, undefined);
      if (!found) return reply;
      const file = await code(found.order, request.params.id);
      if (!file?.ok) return kit.refuse(request, reply, undefined, file?.problem);
      return reply
        .type('image/png')
        .headers({
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex, nofollow',
          'content-security-policy': PICTURE_POLICY,
        })
        .send(Buffer.from(file.value.bytes));
    },
  );
  scope.get(
    '/track/:link/returns/:id/label',
    async (request: FastifyRequest<{ Params: { link: string; id: string } }>, reply) => {
      const found = await kit.open(request, reply, undefined);
      if (!found) return reply;
      const file = await label(found.order, request.params.id);
      if (!file?.ok) return kit.refuse(request, reply, undefined, file?.problem);
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

/**
 * What the page says of a photo that was not kept; `unknown`: of a return that is not this order's.
 * @param refused what `picture_refused` means here
 */
function faultOf(code: ErrorCode, refused: PhotoFault): PhotoFault | 'unknown' {
  switch (code) {
    case 'not_found':
      return 'unknown';
    case 'return_state':
      return 'settled';
    case 'file_too_large':
      return 'large';
    case 'unavailable':
      return 'busy';
    default:
      return refused;
  }
}

/**
 * The photo of a return. A form of its own, so that a picture that cannot be read costs nobody what was typed. Files only: the parser
 * of the other forms is not there.
 */
export function photoPages(scope: FastifyInstance, kit: PageKit, deps: ReturnPagesDeps): void {
  const readShown = shownBy(deps);
  const { db, files, now } = deps;

  async function keep(
    request: FastifyRequest<{ Params: { link: string; id: string } }>,
    order: LinkedOrder,
  ): Promise<{ readonly lang: unknown; readonly fault: PhotoFault | 'unknown' | undefined }> {
    const sent = await readUpload(request, MOST_PHOTO_BYTES);
    if (!sent.ok) return { lang: undefined, fault: faultOf(sent.problem.code, 'unreadable') };
    const { lang } = sent.value.fields;
    const place = { returnId: request.params.id, source: 'buyer' } as const;
    const takes = await db.tenant(
      order,
      async (tx): Promise<Outcome<void>> => {
        const portal = await readPortal(tx, order, { withTest: deps.withTest, french: false, now: now() });
        return portal.returns.some((each) => each.id === place.returnId)
          ? takesPhoto(tx, order.tenantId, place)
          : problem('not_found');
      },
      { readOnly: true },
    );
    if (!takes.ok) return { lang, fault: faultOf(takes.problem.code, 'enough') };
    const drawn = await files.read(order, 'drawPhoto', sent.value.file.bytes);
    if (!drawn.ok) return { lang, fault: faultOf(drawn.problem.code, 'unreadable') };
    const kept = await db.tenant(order, (tx) =>
      keepPhoto(tx, order.tenantId, { ...drawn.value, ...place, userId: null }),
    );
    return { lang, fault: kept.ok ? undefined : faultOf(kept.problem.code, 'enough') };
  }

  scope.post(
    '/track/:link/returns/:id/photos',
    { bodyLimit: MOST_PHOTO_BYTES + 64 * 1024 },
    async (request: FastifyRequest<{ Params: { link: string; id: string } }>, reply) => {
      const found = await kit.open(request, reply, undefined);
      if (!found) return reply;
      const { order, page } = found;
      const { lang, fault } = await keep(request, order);
      if (fault === 'unknown') return kit.refuse(request, reply, undefined);
      const frame: Frame = { ...(await kit.frameIn(request, lang)), framedBy: page.framedBy };
      const path = frame.path.replace(/\/[^/]+\/photos$/, '');
      if (fault === undefined)
        return reply.header('cache-control', 'private, no-store').redirect(`${path}?lang=${frame.language}`, 303);
      const shown = await readShown(order, frame, page);
      const photo = { returnId: request.params.id, fault };
      return kit.send(reply, request, 422, drawReturns({ ...frame, path }, shown, now(), { photo }), frame);
    },
  );
}

/** Price and carrier of each label that stands. */
async function withLabels(
  tx: Tx,
  tenantId: string,
  returns: Portal['returns'],
  nameOf: ReturnPagesDeps['nameOf'],
): Promise<readonly Omit<ShownReturn, 'exchangePath' | 'pickup'>[]> {
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
