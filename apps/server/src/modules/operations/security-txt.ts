/** Whom to tell of a vulnerability (RFC 9116), where the operator has named somebody. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';

/** A reader may rely on the file for so long; it is made anew with every answer. */
const DAYS = 90;

/** @returns the file's text; `contact` is an address with its scheme */
export const securityTxt = (contact: string, origin: string | undefined, now: Date): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${new Date(now.getTime() + DAYS * 86_400_000).toISOString()}`,
    'Preferred-Languages: en, fr',
    ...(origin === undefined ? [] : [`Canonical: ${origin}/.well-known/security.txt`]),
    '',
  ].join('\n');

/** Without a contact the address is like any other that does not exist. */
export const registerSecurityTxt = (app: FastifyInstance, { config, clock }: Services): void => {
  const { securityContact, publicOrigin } = config;
  if (securityContact === undefined) return;
  app.get('/.well-known/security.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(securityTxt(securityContact, publicOrigin, clock.now())),
  );
};
