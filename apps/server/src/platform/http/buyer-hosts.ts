/**
 * A seller's own host leads to pages of buyers and nothing else: no application, no call, no file, no cookie. Asked before
 * anything else looks at a request.
 */
import type { FastifyInstance } from 'fastify';
import { hostOf, pathOf } from './request-state.ts';

/** Of buyers' pages, whose own guard takes cookies away. */
const isOfBuyers = (route: string | undefined): boolean =>
  route === '/track' || route?.startsWith('/track/') === true || route === '/unsubscribe/:link';
/** Asked by machines under any name, and answered also while there is no database to ask whose host it is. */
const ofOperations = new Set<string | undefined>(['/healthz', '/readyz', '/metrics']);

/** @param isSellers whether a host is a seller's own */
export const keepBuyerHosts = (app: FastifyInstance, isSellers: (host: string) => Promise<boolean>): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions;
    if (isOfBuyers(url) || ofOperations.has(url) || !(await isSellers(hostOf(request)))) return undefined;
    void reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');
    // Whoever types the host alone looks for a parcel.
    if (request.method === 'GET' && pathOf(request) === '/') return reply.redirect('/track');
    return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.\n');
  });
};
