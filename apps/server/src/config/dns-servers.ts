/** Addresses of name servers, with or without a port. */
import { isIP } from 'node:net';
import * as z from 'zod/mini';

/** An address, IPv6 in brackets where a port follows. */
const isNameServer = (server: string): boolean => {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:]{2,39})\]|([\d.]{7,15})):\d{1,5}$/i.exec(server) ?? [];
  return isIP(bracketed ?? plain ?? server) !== 0;
};
export const dnsServers = z.pipe(
  z.string(),
  z.transform((value: string, ctx): readonly string[] => {
    const servers = value.split(',').map((part) => part.trim());
    if (!servers.every(isNameServer))
      ctx.issues.push({ code: 'custom', message: 'must be addresses like 192.0.2.53 or 192.0.2.53:5353', input: '' });
    return servers;
  }),
);
