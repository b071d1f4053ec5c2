/**
 * GET /brand/{sha256}: a picture of the host's franchise; /brand/{franchise}/{sha256}: of the named one, for the operator's
 * desk, which is open on any host. Only files its branding names are public.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../platform/database/ids.ts';
import { sendProblem } from '../../platform/http/present.ts';
import { hostOf } from '../../platform/http/request-state.ts';
import type { Services } from '../../platform/services.ts';
import type { BrandingReader } from './branding.ts';
import { isFileHash } from './branding-fields.ts';
import type { Franchise, HostDirectory } from './host-directory.ts';

export type ExtraRoutes = (app: FastifyInstance) => void;

export const brandPictureRoute =
  ({ db }: Pick<Services, 'db'>, hosts: HostDirectory, branding: BrandingReader): ExtraRoutes =>
  (app) => {
    const send = async (
      request: FastifyRequest,
      reply: FastifyReply,
      franchise: Franchise | undefined,
      hash: string,
    ) => {
      if (!franchise || !isFileHash(hash) || !(await branding.publicFiles(franchise)).has(hash))
        return sendProblem(request, reply, { code: 'not_found' });
      const file = await db.tenant({ tenantId: franchise.id }, (tx) =>
        tx
          .selectFrom('blobs')
          .select(['bytes', 'type'])
          .where('tenant_id', '=', franchise.id)
          .where('sha256', '=', hash)
          .executeTakeFirst(),
      );
      if (!file?.bytes) return sendProblem(request, reply, { code: 'not_found' });
      return (
        reply
          .type(file.type)
          .header('cache-control', 'public, max-age=31536000, immutable')
          // An SVG opened on its own must not run anything.
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .send(file.bytes)
      );
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
