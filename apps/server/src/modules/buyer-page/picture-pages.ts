/** Pictures and papers below the tracking page: the seller's own, and what the carrier gave as proof of a delivery. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PICTURE_POLICY } from '../../platform/outside-pictures/picture-answer.ts';
import type { Services } from '../../platform/services.ts';
import { readDocument } from '../documents/index.ts';
import type { PagePictures } from './pictures.ts';
import type { PageKit } from './return-pages.ts';

const HASH = /^[0-9a-f]{64}$/;
const RETRY_SECONDS = 5;

interface PictureDeps {
  readonly pictures: PagePictures;
  /** The seller that a key of its pages names, where this host shows them. */
  readonly sellerOf: (request: FastifyRequest, key: string) => Promise<string | undefined>;
}

export const picturePages = (scope: FastifyInstance, { pictures, sellerOf }: PictureDeps): void => {
  scope.get<{ Params: { seller: string; hash: string } }>('/track/picture/:seller/:hash', async (request, reply) => {
    const { seller, hash } = request.params;
    const tenantId = HASH.test(hash) ? await sellerOf(request, seller) : undefined;
    const found = tenantId === undefined ? undefined : await pictures.read(tenantId, hash);
    if (found?.ok)
      return reply
        .type(found.value.type)
        .headers({ 'cache-control': 'public, max-age=604800, immutable', 'content-security-policy': PICTURE_POLICY })
        .send(Buffer.from(found.value.bytes));
    void reply.header('cache-control', 'no-store');
    return found?.problem.code === 'unavailable'
      ? reply.code(503).header('retry-after', String(RETRY_SECONDS)).send()
      : reply.code(404).send();
  });
};

/** The document is led to by what the page shows of the parcel, so it ends with the page and with the setting. */
export const proofPages = (scope: FastifyInstance, kit: PageKit, deps: Pick<Services, 'db' | 'blobs'>): void => {
  scope.get<{ Params: { link: string; parcel: string } }>('/track/:link/proof/:parcel', async (request, reply) => {
    const found = await kit.open(request, reply, undefined);
    if (!found) return reply;
    const paper = found.page.parcels.find(({ key }) => key === request.params.parcel)?.proof?.paper;
    const file = paper ? await readDocument(deps, found.order.tenantId, paper) : undefined;
    if (!file?.ok) return kit.refuse(request, reply, undefined);
    return reply
      .type(file.value.contentType)
      .headers({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex, nofollow',
        'content-disposition': `inline; filename="${file.value.fileName}"`,
        // A PDF needs the browser's own viewer, which a sandbox has not.
        ...(file.value.contentType === 'application/pdf' ? {} : { 'content-security-policy': PICTURE_POLICY }),
      })
      .send(Buffer.from(file.value.bytes));
  });
};
