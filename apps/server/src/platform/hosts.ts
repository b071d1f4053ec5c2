/** Which franchise a host leads to, and which origins are proved to be ours. The module of tenants answers. */
import type { ClaimedOrigin } from './http/named-host.ts';

export interface Franchise {
  readonly id: string;
  readonly name: string;
}

/** Where people sign in: a franchise, or the operator itself while there is no franchise yet. */
export interface Site extends Franchise {
  readonly kind: 'franchise' | 'platform';
}

/** Where pages of buyers are. */
export interface BuyerSite {
  readonly franchise: Franchise;
  /** The seller whose own host it is, and whose buyers alone it serves; absent: a host of the franchise. */
  readonly seller?: { readonly id: string; readonly name: string } | undefined;
}

export interface HostDirectory {
  /** Franchise of the host a request came to, as `hostOf` read it; undefined for a seller's own host, which leads to no application. */
  franchiseOf(host: string): Promise<Franchise | undefined>;
  /** Whose buyers' pages are on a host; undefined where there are none, as on the host of a seller who is closed. */
  buyerSiteOf(host: string): Promise<BuyerSite | undefined>;
  /** Whether a host is a seller's own, of one who is closed too: there is no application. */
  isSellers(host: string): Promise<boolean>;
  /**
   * Site of a page: `named` is what the page says its host is. It must lead to the same as the request's
   * own host, except on the stage, where pages of every host talk to one API host.
   */
  forPage(requestHost: string, named: string): Promise<Site | undefined>;
  /** Where somebody signs in: the host's own; on the stage the one whose public id the page sends. */
  forSignIn(requestHost: string, tenantId: string | undefined): Promise<Site | undefined>;
  /** The platform's own tenant, whose staff may sign in on every host; undefined before the first set-up. */
  platformId(): Promise<string | undefined>;
  /** What may be sent out as an address of a franchise. */
  readonly origins: SiteOrigins;
  /** Forgets what was read; after hosts or tenants were changed by this process. */
  forget(): void;
}

export interface SiteOrigins {
  /** The claimed origin, when it is proved to be the franchise's; else undefined. */
  proved(franchiseId: string, claimed: ClaimedOrigin | undefined): Promise<string | undefined>;
  /**
   * Where the franchise's site is: the claimed origin when it is proved, else its public address, else its first verified host.
   * Undefined when the installation is in production and has no address that is proved: it needs PUBLIC_ORIGIN.
   */
  of(franchiseId: string, claimed: ClaimedOrigin | undefined): Promise<string | undefined>;
  /** Where the pages of a seller's buyers are: the seller's own proved host, else the franchise's site. Undefined as in `of`. */
  forBuyers(seller: { readonly tenantId: string; readonly franchiseId: string }): Promise<string | undefined>;
  /** Where others reach this server: the public address, the stage, or the site's own origin, which is proved. */
  reached(site: string, claimed: ClaimedOrigin | undefined): string;
}
