/** Access of an app itself (client credentials): carries its own end and is signed, so nothing has to be remembered. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SimContext } from '@scanship/simulator-kit/simulator';
import { APPS } from './apps.ts';

const SECONDS = 7_200;
const signatureOf = (text: string): Buffer => createHmac('sha256', 'stand-in of eBay').update(text).digest();

export function appAccess(clientId: string, context: SimContext): string {
  const claim = `${clientId}#${Math.floor(context.now().getTime() / 1000) + SECONDS}`;
  return Buffer.from(`${claim}#${signatureOf(claim).toString('hex')}`).toString('base64');
}

/** Whether a request carries access of an app that has not ended. */
export function isAppAccess(bearer: string, context: SimContext): boolean {
  const [clientId = '', until = '', signature = ''] = Buffer.from(bearer, 'base64').toString('utf8').split('#');
  const given = Buffer.from(signature, 'hex');
  const wanted = signatureOf(`${clientId}#${until}`);
  return (
    given.length === wanted.length &&
    timingSafeEqual(given, wanted) &&
    APPS.some((app) => app.clientId === clientId) &&
    Number(until) * 1000 > context.now().getTime()
  );
}
