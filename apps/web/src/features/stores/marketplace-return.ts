/** What a return from a platform asks for (product-spec section 4, "Store connection"). Pure, so that each case is proved. */
import { safeReturnPath } from '../../app/routes/return-path.ts';

export type ReturnStep =
  /**
   * Ask the server for the consent page. `asItCame`: the platform sent the browser (an install link that it signed, or a start at
   * its own store of apps), so the whole query goes along and is checked there.
   */
  | { readonly kind: 'consent'; readonly shop: string | undefined; readonly asItCame: boolean }
  /** Back from consent: the neutral callback checks our state and has the code exchanged. */
  | { readonly kind: 'callback' }
  | { readonly kind: 'sign-in'; readonly code: string; readonly shop: string }
  | { readonly kind: 'connect'; readonly code: string; readonly shop: string }
  /** `last`: the saved redirect has done its work; before that the platform comes back once more. */
  | { readonly kind: 'redirect'; readonly to: string; readonly last: boolean }
  /** The neutral callback refused; `why` is its word for it. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'nothing' };
export type NextOfReturn = ReturnStep & { readonly saveRedirect?: string };

export type ReturnSearch = Readonly<Record<string, string>>;

/** The handler is mounted only when there is something to go on (product-spec section 2). */
export const isReturn = (search: ReturnSearch, savedRedirect: string | undefined): boolean =>
  Boolean(search.redirect_url || search.amazon_callback_uri || savedRedirect || search.shop);

/** Our own paths only: the server has already led through every foreign address it allows (decisions 34). */
const ownPath = (target: string | undefined, origin: string): string | undefined => {
  if (!target || !URL.canParse(target, origin)) return undefined;
  const url = new URL(target, origin);
  return url.origin === origin ? safeReturnPath(url.pathname + url.search) : undefined;
};

export function nextOfReturn(
  search: ReturnSearch,
  now: { readonly signedIn: boolean; readonly savedRedirect: string | undefined; readonly origin?: string },
): NextOfReturn {
  const origin = now.origin ?? globalThis.location?.origin ?? 'http://localhost';
  const given = search.redirect_url ?? search.amazon_callback_uri;
  const redirect = ownPath(given ?? now.savedRedirect, origin);
  const save = given && redirect ? { saveRedirect: redirect } : {};
  const { code, shop, hmac, error } = search;
  if (error) return { kind: 'refused', why: error };
  if (code && shop) return { ...save, kind: now.signedIn ? 'connect' : 'sign-in', code, shop };
  if (hmac && !code) return { ...save, kind: 'consent', shop, asItCame: true };
  // The Appstore's start is confirmed at Amazon with our state, which only the server signs.
  if (search.amazon_callback_uri && search.amazon_state && search.selling_partner_id)
    return { kind: 'consent', shop: undefined, asItCame: true };
  if (search.spapi_oauth_code && search.selling_partner_id && search.state) return { kind: 'callback' };
  if (search.amazon_state && search.selling_partner_id && redirect)
    return {
      ...save,
      kind: 'redirect',
      last: false,
      to: withQuery(redirect, pick(search, 'amazon_state', 'selling_partner_id', 'version')),
    };
  if (search.spapi_oauth_code && redirect)
    return {
      ...save,
      kind: 'redirect',
      last: true,
      to: withQuery(redirect, pick(search, 'spapi_oauth_code', 'selling_partner_id')),
    };
  if (shop && !code) return { ...save, kind: 'consent', shop, asItCame: false };
  return { ...save, kind: 'nothing' };
}

const pick = (search: ReturnSearch, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
const withQuery = (path: string, query: Record<string, string>): string =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;
