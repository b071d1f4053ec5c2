/** Whether a call comes from a page that was drawn for somebody else (`contracts/access/drawn-for.ts`). */
import { createHash } from 'node:crypto';
import { DRAWN_FOR_HEADER } from '@scanship/contracts/access/drawn-for';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../context.ts';

/** Names the person, the company and everybody who acts as that person; no secret, and nothing can be read from it. */
export const principalOf = ({ tenantId, userId, actors }: Pick<RequestContext, 'tenantId' | 'userId' | 'actors'>) =>
  createHash('sha256')
    .update([tenantId, userId, ...actors.map((actor) => actor.userId)].join(' '))
    .digest('base64url')
    .slice(0, 22);

/** False for programs, which name nobody. */
export const isDrawnForAnother = (request: FastifyRequest, ctx: RequestContext): boolean => {
  const drawnFor = request.headers[DRAWN_FOR_HEADER];
  return drawnFor !== undefined && drawnFor !== principalOf(ctx);
};
