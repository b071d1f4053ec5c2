/** Signed links by which a buyer ends the notices of a seller. */
import { createNoticeTokens, type NamedNotice } from './notice-tokens.ts';

export interface UnsubscribeLinks {
  pathOf(notice: NamedNotice): string;
  /** Undefined for everything that was not made here. */
  read(link: string): NamedNotice | undefined;
}

/** @param secret of the installation; another one makes all links void */
export const createUnsubscribeLinks = (secret: string): UnsubscribeLinks => {
  const tokens = createNoticeTokens(secret, 'ends of notices');
  return { pathOf: (notice) => `/unsubscribe/${tokens.of(notice)}`, read: (link) => tokens.read(link) };
};
