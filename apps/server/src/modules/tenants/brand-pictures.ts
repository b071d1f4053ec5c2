/**
 * GET /brand/{hash}: a picture of the host's franchise; /brand/{franchise}/{sha256}: of the named one, for the operator's
 * desk, which is open on any host. Only what its branding names is public.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../platform/database/ids.ts';
import { sendProblem } from '../../platform/http/present.ts';
import { hostOf } from '../../platform/http/request-state.ts';
import { PICTURE_POLICY } from '../../platform/outside-pictures/picture-answer.ts';
import type { Services } from '../../platform/services.ts';
import type { BrandingReader } from './branding.ts';
import { isFileHash } from './branding-fields.ts';
import type { Franchise, HostDirectory } from '../../platform/hosts.ts';

export type ExtraRoutes = (app: FastifyInstance) => void;

export const brandPictureRoute =
  ({ db, pictures }: Pick<Services, 'db' | 'pictures'>, hosts: HostDirectory, branding: BrandingReader): ExtraRoutes =>
  (app) => {
    const send = async (
      request: FastifyRequest,
      reply: FastifyReply,
      franchise: Franchise | undefined,
      hash: string,
    ) => {
      if (!franchise || !isFileHash(hash)) return sendProblem(request, reply, { code: 'not_found' });
      const shown = (await branding.publicPictures(franchise)).get(hash);
      if (!shown) return sendProblem(request, reply, { code: 'not_found' });
      if ('address' in shown) {
        const picture = await pictures.read({ tenantId: franchise.id }, shown.address);
        if (!picture.ok) return sendProblem(request, reply, picture.problem);
        const { bytes, contentType } = picture.value;
        return reply
          .type(contentType)
          .header('cache-control', 'public, max-age=86400')
          .header('content-security-policy', PICTURE_POLICY)
          .send(bytes);
      }
      const file = await db.tenant({ tenantId: franchise.id }, (tx) =>
        tx
          .selectFrom('blobs')
          .select(['bytes', 'type'])
          .where('tenant_id', '=', franchise.id)
          .where('sha256', '=', hash)
          .executeTakeFirst(),
      );
      if (!file?.bytes) return sendProblem(request, reply, { code: 'not_found' });
      return reply
        .type(file.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', PICTURE_POLICY)
        .send(file.bytes);
    };
    app.get<{ Params: { hash: string } }>('/brand/:hash', async (request, reply) => {
      const { hash } = request.params;
      return send(request, reply, isFileHash(hash) ? await hosts.franchiseOf(hostOf(request)) : undefined, hash);
    });
    app.get<{ Params: { franchise: string; hash: string } }>('/brand/:franchise/:hash', async (request, reply) => {
      const { franchise: id, hash } = request.params;
      // Its name is not shown here.
      return send(request, reply, isUuid(id) ? { id, name: '' } : undefined, hash);
    });
  };
