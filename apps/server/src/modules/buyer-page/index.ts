/**
 * The page on which a buyer sees where an order is: by its link, or by its number and postal code or e-mail. Public, on the
 * seller's own host or its franchise's; see README.md for what it gives away and what not.
 */
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { BudgetName } from '../../platform/budgets/budget-table.ts';
import type { BuyerSite, HostDirectory } from '../../platform/hosts.ts';
import type { Dns } from '../../platform/dns.ts';
import type { Route } from '../../platform/http/handler.ts';
import { tooMany, withoutCookies } from '../../platform/http/open-doors.ts';
import { hostOf, pathOf } from '../../platform/http/request-state.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Services } from '../../platform/services.ts';
import type { ExceptionSource } from '../exceptions/index.ts';
import type { MailModule } from '../mail/index.ts';
import type { BuyersPickups } from '../pickups/index.ts';
import type { BrandingReader } from '../tenants/index.ts';
import { drawFind, drawOrder, drawRefusal, type Frame, pagePolicy } from './draw-page.ts';
import { EMBED_SCRIPT } from './embedding.ts';
import { findOrder } from './find-order.ts';
import { buyerHostRoutes } from './host-routes.ts';
import { holding } from './held.ts';
import { type BuyerLinks, createBuyerLinks, createStorePages, type LinkedOrder } from './links.ts';
import { lookOf, readSettings } from './look.ts';
import { picturePages, proofPages } from './picture-pages.ts';
import { createPagePictures } from './pictures.ts';
import { type BuyerPage, readPage } from './read-page.ts';
import { type PageKit, photoPages, returnPages } from './return-pages.ts';
import { buyerExceptions, reportMissing } from './report.ts';
import { buyerPageRoutes } from './settings.ts';
import { languageOf } from './words.ts';

export { pagePolicy } from './draw-page.ts';
export { drawPlain } from './draw-plain.ts';
export { type BuyerLinks, createBuyerLinks, createPageAddresses } from './links.ts';

export interface BuyerPageModule {
  readonly routes: readonly Route[];
  /** Path of an order's page on the host of its seller, or of the franchise. */
  readonly pathOf: BuyerLinks['pathOf'];
  readonly exceptions: ExceptionSource;
  /** What stores are told. */
  readonly storePages: ReturnType<typeof createStorePages>;
  extend(app: FastifyInstance): Promise<void>;
}

/** Nobody sees anything older than a second, counted to the end of the answer; many who look at once are one reading. */
const ANSWER_MS = 200;
const FRESH_MS = 1_000 - ANSWER_MS;
const MOST_HELD = 1_000;
/** A look-up takes at least so long, so that its time says nothing about what was found. */
const LOOK_UP_MS = 400;
const MOST_BYTES = 4_096;

const keyOf = ({ tenantId, orderId }: LinkedOrder): string => `${tenantId} ${orderId}`;

export function createBuyerPageModule(
  services: Pick<Services, 'db' | 'clock' | 'budgets' | 'blobs' | 'cookieSecret' | 'config' | 'files'>,
  deps: {
    readonly hosts: Pick<HostDirectory, 'buyerSiteOf' | 'forget' | 'origins'>;
    readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'>;
    readonly dns: Dns;
    readonly branding: Pick<BrandingReader, 'of'>;
    /** Names a carrier; null for one that carries the account's name. */
    readonly nameOf: (slug: string) => string | null;
    readonly renderer: TypstRenderer;
    readonly pickups: BuyersPickups;
  },
): BuyerPageModule {
  const { db, clock, budgets } = services;
  const links: BuyerLinks = createBuyerLinks(services.cookieSecret);
  const pictures = createPagePictures(services, deps.renderer);
  const held = holding<BuyerPage | undefined>(MOST_HELD, FRESH_MS);
  const pageOf = (order: LinkedOrder): Promise<BuyerPage | undefined> =>
    held.of(keyOf(order), () => readPage(db, order, deps.nameOf, links, clock.now()));

  const customers = holding<boolean>(MOST_HELD, FRESH_MS);
  /** A shop's key is good on the seller's own host and on those of its franchise. */
  const belongs = async (tenantId: string, { franchise, seller }: BuyerSite): Promise<boolean> => {
    if (seller && seller.id !== tenantId) return false;
    return customers.of(`${franchise.id} ${tenantId}`, async () => {
      const found = await db.reference((tx) =>
        tx
          .selectFrom('tenants')
          .select('id')
          .where('id', '=', tenantId)
          .where('realm_id', '=', franchise.id)
          .where('kind', '=', 'customer')
          .where('state', '<>', 'closed')
          .executeTakeFirst(),
      );
      return found !== undefined;
    });
  };

  async function frameOf(
    request: FastifyRequest,
    chosen: unknown,
  ): Promise<Frame & { readonly site: BuyerSite | undefined }> {
    const site = await deps.hosts.buyerSiteOf(hostOf(request));
    const branding = site && (await deps.branding.of(site.franchise));
    return {
      site,
      language: languageOf(chosen, request.headers['accept-language']),
      nonce: request.state.nonce,
      // A seller's own host says nothing of who serves it.
      brandName: site?.seller?.name ?? branding?.brandName ?? null,
      colour: branding?.primaryColor ?? null,
      path: pathOf(request),
      embedded: request.headers['sec-fetch-dest'] === 'iframe',
    };
  }

  /** The frame of a seller's own look-up: on its own host, or where the key is one of a seller of this franchise. */
  async function shopFrame(
    request: FastifyRequest,
    chosen: { readonly lang: unknown; readonly shop: unknown },
  ): Promise<Awaited<ReturnType<typeof frameOf>> & { readonly tenantId: string | undefined }> {
    const frame = await frameOf(request, chosen.lang);
    const { site } = frame;
    const tenantId = site?.seller?.id ?? (typeof chosen.shop === 'string' ? links.readShop(chosen.shop) : undefined);
    if (tenantId === undefined || !site || !(await belongs(tenantId, site))) return { ...frame, tenantId: undefined };
    const settings = await db.tenant({ tenantId }, (tx) => readSettings(tx, tenantId), { readOnly: true });
    const shop = links.shopKey(tenantId);
    return { ...frame, tenantId, framedBy: settings.shops, shop, look: lookOf(settings, shop) };
  }

  const send: PageKit['send'] = (reply, request, status, text, frame) => {
    // An older sign of the same, which knows no origins.
    if (frame?.framedBy && frame.framedBy.length > 0) void reply.removeHeader('x-frame-options');
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'private, no-store',
        'content-security-policy': pagePolicy(request.state.nonce, frame),
        'x-robots-tag': 'noindex, nofollow',
        vary: 'accept-language, sec-fetch-dest',
      })
      .send(text);
  };

  /** The order a link leads to here and now. */
  async function linked(link: string, site: BuyerSite | undefined) {
    const order = links.read(link);
    // On a seller's own host there are no orders of others.
    if (!order || !site || (site.seller && site.seller.id !== order.tenantId)) return undefined;
    // While it is fresh, a page costs the database nothing.
    const page = await pageOf(order);
    return page?.franchiseId === site.franchise.id ? { order, page } : undefined;
  }

  async function lookUp(
    { site, tenantId }: Awaited<ReturnType<typeof shopFrame>>,
    form: URLSearchParams,
  ): Promise<string | undefined> {
    if (!site) return undefined;
    const asked = { number: form.get('number') ?? '', proof: form.get('proof') ?? '', tenantId };
    const order = await findOrder(db, site.franchise.id, asked);
    return order && (await pageOf(order)) && links.pathOf(order);
  }

  const formOf = ({ body }: FastifyRequest): URLSearchParams =>
    body instanceof URLSearchParams ? body : new URLSearchParams();

  const refuse: PageKit['refuse'] = async (request, reply, language, why) => {
    const later = why?.code === 'files_unavailable';
    const frame = { ...(await frameOf(request, language)), path: '/track' };
    return send(reply, request, later ? 503 : 404, drawRefusal(frame, later ? 'later' : 'gone'));
  };

  const kit: PageKit = {
    send,
    formOf,
    refuse,
    frameIn: frameOf,
    async open(request, reply, language) {
      const frame = await frameOf(request, language);
      const found = await linked(request.params.link, frame.site);
      if (found) return { frame: { ...frame, framedBy: found.page.framedBy, look: found.page.look }, ...found };
      await refuse(request, reply, language);
      return undefined;
    },
  };

  /** Budgets of the address it comes from; no cookie for a buyer. */
  const guard = (scope: FastifyInstance, budget: BudgetName = 'calls/address'): void => {
    scope.addHook('onRequest', async (request, reply) => {
      const by = networkOf(request.ip);
      const spent = await budgets.take([
        { budget, by },
        ...(request.method === 'POST' ? [{ budget: 'look-ups/address', by } as const] : []),
      ]);
      if (!spent) return undefined;
      return send(tooMany(reply, spent), request, 429, drawRefusal(await frameOf(request, undefined), 'many'));
    });
    withoutCookies(scope);
  };
  const returnDeps = {
    db,
    now: () => clock.now(),
    blobs: services.blobs,
    renderer: deps.renderer,
    withTest: services.config.simulators,
    nameOf: deps.nameOf,
    files: services.files,
    pathOf: links.pathOf,
    pickups: deps.pickups,
  };

  const extend = async (app: FastifyInstance): Promise<void> => {
    await app.register((scope, _options, done) => {
      guard(scope);
      photoPages(scope, kit, returnDeps);
      proofPages(scope, kit, services);
      done();
    });
    // A page has two of them: whoever opens pages is not told to wait sooner for it.
    await app.register((scope, _options, done) => {
      guard(scope, 'page-pictures/address');
      picturePages(scope, {
        pictures,
        async sellerOf(request, key) {
          const site = await deps.hosts.buyerSiteOf(hostOf(request));
          const tenantId = links.readShop(key);
          return tenantId !== undefined && site && (await belongs(tenantId, site)) ? tenantId : undefined;
        },
      });
      done();
    });
    await app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: MOST_BYTES },
        (_request, body, parsed) => parsed(null, new URLSearchParams(body.toString())),
      );
      guard(scope);
      scope.get('/track/embed.js', (_request, reply) =>
        reply
          .type('text/javascript; charset=utf-8')
          // Shops load it from their own pages.
          .headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
          .send(EMBED_SCRIPT),
      );
      scope.get<{ Querystring: { lang?: unknown; shop?: unknown } }>('/track', async (request, reply) => {
        const { lang, shop } = request.query;
        const frame = await shopFrame(request, { lang, shop });
        return frame.site
          ? send(reply, request, 200, drawFind(frame), frame)
          : send(reply, request, 404, drawRefusal(frame, 'gone'));
      });
      scope.post('/track', async (request, reply) => {
        const form = formOf(request);
        const frame = await shopFrame(request, { lang: form.get('lang'), shop: form.get('shop') });
        const [path] = await Promise.all([lookUp(frame, form), pause(LOOK_UP_MS)]);
        if (path !== undefined)
          return reply.header('cache-control', 'private, no-store').redirect(`${path}?lang=${frame.language}`, 303);
        const wrong = { number: form.get('number') ?? '', proof: form.get('proof') ?? '' };
        return send(reply, request, 404, drawFind(frame, wrong), frame);
      });
      scope.get<{ Params: { link: string }; Querystring: { lang?: unknown } }>(
        '/track/:link',
        async (request, reply) => {
          const found = await kit.open(request, reply, request.query.lang);
          return found
            ? send(reply, request, 200, drawOrder(found.frame, found.page, clock.now()), found.frame)
            : reply;
        },
      );
      // The link itself is what a foreign page does not have, so no other token is needed.
      scope.post<{ Params: { link: string } }>('/track/:link', async (request, reply) => {
        const form = formOf(request);
        const found = await kit.open(request, reply, form.get('lang'));
        if (!found) return reply;
        const { frame, order, page } = found;
        const parcel = page.parcels.find(({ key }) => key === form.get('parcel'));
        if (parcel && !parcel.test && !parcel.reported && parcel.tracking.scannedAt !== null) {
          const { trackingNumber } = parcel.tracking;
          await db.tenant(order, (tx) =>
            reportMissing(tx, order, {
              key: parcel.key,
              shipmentId: parcel.shipmentId,
              orderNumber: page.number,
              trackingNumber,
            }),
          );
          held.forget(keyOf(order));
        }
        const now = await pageOf(order);
        return now
          ? send(reply, request, 200, drawOrder(frame, now, clock.now()), frame)
          : refuse(request, reply, form.get('lang'));
      });
      returnPages(scope, kit, returnDeps);
      done();
    });
  };
  return {
    routes: [
      ...buyerPageRoutes(services, { links, pictures, branding: deps.branding }),
      ...buyerHostRoutes(services, deps),
    ],
    exceptions: buyerExceptions,
    storePages: createStorePages(db, links, deps.hosts.origins),
    pathOf: links.pathOf,
    extend,
  };
}
