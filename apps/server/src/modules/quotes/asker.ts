import type { RequestContext } from '../../platform/context.ts';

/** On whose behalf rates are asked: a request has more, work in the background has this. */
export type QuoteAsker = Pick<RequestContext, 'tenantId' | 'userId' | 'locale' | 'currency'>;
