/** Doors at which nobody signs in: pages and pictures of buyers and carriers, and what platforms deliver. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppProblem } from '../problem.ts';

/** Refuses after too many requests; whoever calls it sends what stands in the answer. */
export const tooMany = (reply: FastifyReply, { retryAfterSeconds = 60 }: AppProblem): FastifyReply =>
  reply.code(429).header('retry-after', String(retryAfterSeconds));

/** Nobody signs in here, so nobody gets a cookie. */
export const withoutCookies = (scope: FastifyInstance): void => {
  scope.addHook('onSend', async (_request, reply, payload) => {
    void reply.removeHeader('set-cookie');
    return payload;
  });
};
