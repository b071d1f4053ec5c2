/**
 * The page on which a seller lets an app in (OAuth 2 authorization code), as a plain function from request to answer, so
 * that it can be mounted under a prefix of another server: a second port would not be reachable behind a forwarded one.
 */
import { randomBytes } from 'node:crypto';

export interface ConsentApp {
  readonly clientId: string;
  readonly name: string;
  /** Exact addresses the code may be sent to, or a rule for those that no list can foresee (a test on any port). */
  readonly redirectUris: readonly string[] | ((address: string) => boolean);
}

export interface ConsentRequest {
  readonly method: string;
  readonly query: URLSearchParams;
  /** Body of the form, for POST. */
  readonly form: URLSearchParams;
}

export interface ConsentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c);

const page = (status: number, title: string, content: string): ConsentAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title><main><h1>${escape(title)}</h1>${content}</main></html>`,
});

/**
 * @param platform name shown ("TEST Shop"); it always carries TEST
 * @param issue makes the code's record; the code is redeemed by the simulator's own token route
 */
export function createConsentPage(options: {
  readonly platform: string;
  readonly apps: readonly ConsentApp[];
  readonly issue: (code: string, app: ConsentApp, redirectUri: string) => void;
  /** Sentences about what is asked for, beside the app's name. */
  readonly asks?: readonly string[] | undefined;
  /** Adds what the platform sends back beside code and state, and signs it. */
  readonly finish?: ((target: URL) => void) | undefined;
}): (request: ConsentRequest) => ConsentAnswer {
  return (request) => {
    const given = request.method === 'POST' ? request.form : request.query;
    const app = options.apps.find((a) => a.clientId === given.get('client_id'));
    const redirectUri = given.get('redirect_uri') ?? '';
    const state = given.get('state') ?? '';
    // Without a known app and address there is nowhere safe to send the browser, so the error stays on this page.
    const known =
      app !== undefined &&
      (typeof app.redirectUris === 'function' ? app.redirectUris(redirectUri) : app.redirectUris.includes(redirectUri));
    if (!app || !known)
      return page(400, 'This app is not registered', '<p>The client id or the return address is not known here.</p>');
    if (request.method !== 'POST') {
      const hidden = (['client_id', 'redirect_uri', 'state'] as const)
        .map((name) => `<input type="hidden" name="${name}" value="${escape(given.get(name) ?? '')}">`)
        .join('');
      const asked = (options.asks ?? []).map((sentence) => `<p>${escape(sentence)}</p>`).join('');
      // The form has no address of its own: it goes to where the browser is, whatever prefix the page was reached under.
      return page(
        200,
        `TEST ${options.platform}`,
        `<p>${escape(app.name)} asks to use this test account.</p>${asked}<form method="post">${hidden}<button name="answer" value="allow">Allow</button><button name="answer" value="deny">Deny</button></form>`,
      );
    }
    const target = new URL(redirectUri);
    if (request.form.get('answer') === 'allow') {
      const code = randomBytes(16).toString('base64url');
      options.issue(code, app, redirectUri);
      target.searchParams.set('code', code);
    } else target.searchParams.set('error', 'access_denied');
    if (state !== '') target.searchParams.set('state', state);
    options.finish?.(target);
    return { status: 303, headers: { location: target.href, 'cache-control': 'no-store' }, body: '' };
  };
}

/**
 * Platforms ask whoever is signed in; nobody is at a simulator, so the person says whose shop it is first. The choice comes
 * back as `test_shop`, with all the page was asked with.
 */
export function whoseShopPage(
  platform: string,
  query: URLSearchParams,
  shops: readonly { readonly id: string; readonly name: string }[],
): ConsentAnswer {
  const hidden = [...query]
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('');
  const buttons = shops
    .map(({ id, name }) => `<p><button name="test_shop" value="${escape(id)}">${escape(name)}</button></p>`)
    .join('');
  return page(200, `TEST ${platform}`, `<p>Which test shop is yours?</p><form method="get">${hidden}${buttons}</form>`);
}
