import type { RequestContext } from '../../platform/context.ts';

/** On whose behalf rates are asked: a request has more, work in the background has this. */
export interface QuoteAsker extends Pick<RequestContext, 'tenantId' | 'userId' | 'locale' | 'currency'> {
  /** The level whose margin is answered beside each price (`seesMarginOf`); absent: none. */
  readonly marginFor?: string | undefined;
}
