/**
 * The Selling Partner Appstore: a page where the seller authorises the app, from where the browser goes to our login address;
 * and the address where we confirm, which sends it on with the code.
 */
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
import type { SimAnswer, SimContext, SimRequest, SimRoute } from '@scanship/simulator-kit/simulator';
import { APPS } from './apps.ts';
import { isWeb, issueCode, plainText } from './consent-routes.ts';
import type { Place } from './model.ts';
import type { Sellers } from './sellers.ts';

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c);

/** Where the browser sees these pages: below another server's prefix, which it names. */
function seenAt(request: SimRequest, context: SimContext): string {
  const { 'x-forwarded-host': host, 'x-forwarded-proto': scheme, 'x-forwarded-prefix': prefix } = request.headers;
  return host !== undefined && scheme !== undefined && prefix !== undefined
    ? `${scheme}://${host}${prefix}`
    : context.address;
}

const redirect = (location: string): SimAnswer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});

export function appstoreRoutes(place: Place, sellers: Sellers, grant: CodeGrant): SimRoute[] {
  /** At Amazon the login address is part of the app's registration; the simulator is told it. */
  function page(request: SimRequest, context: SimContext): SimAnswer {
    const app = APPS.find((a) => a.applicationId === request.query.get('application_id'));
    const login = request.query.get('login_uri') ?? '';
    if (!app || !isWeb(login)) return plainText(404, 'There is no such app.');
    const draft = request.query.get('version') === 'beta';
    if (request.method === 'GET') {
      const choice = sellers
        .all(context)
        .map(({ about }) => `<option value="${about.id}">${escape(about.storeName)}</option>`)
        .join('');
      const title = `TEST Selling Partner Appstore, ${place.marketplaceName}`;
      return {
        status: 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
        },
        body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><main><h1>${title}</h1><p>${escape(app.name)} asks to see your orders with names and addresses, to see your listings, and to confirm shipments.</p><form method="post"><label>Seller <select name="account">${choice}</select></label> <button>Authorize now</button></form></main></html>`,
      };
    }
    const account = new URLSearchParams(request.text()).get('account') ?? '';
    if (!sellers.of(account, context)) return plainText(400, 'There is no such seller.');
    const amazonState = context.newId('');
    context.books.append({
      kind: 'note',
      id: `appstore ${amazonState}`,
      account,
      data: { application: app.applicationId, draft },
    });
    const target = new URL(login);
    target.searchParams.set(
      'amazon_callback_uri',
      `${seenAt(request, context)}/apps/authorize/confirm/${app.applicationId}`,
    );
    target.searchParams.set('amazon_state', amazonState);
    target.searchParams.set('selling_partner_id', account);
    if (draft) target.searchParams.set('version', 'beta');
    return redirect(target.href);
  }

  function confirm(request: SimRequest, context: SimContext): SimAnswer {
    const { query } = request;
    const amazonState = query.get('amazon_state') ?? '';
    const app = APPS.find((a) => a.applicationId === request.params['application']);
    const begun = context.books.byId(`appstore ${amazonState}`)[0];
    if (!app || !begun || begun.data['application'] !== app.applicationId)
      return plainText(400, 'The amazon_state is not known.');
    if (context.books.byId(`confirmed ${amazonState}`).length > 0)
      return plainText(400, 'The amazon_state was used already.');
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!isWeb(redirectUri)) return plainText(400, 'MD5101: The redirect URI does not match the application’s.');
    if (begun.data['draft'] === true && query.get('version') !== 'beta')
      return plainText(400, 'MD1000: The application is a draft; the version is missing.');
    if ((query.get('state') ?? '') === '') return plainText(400, 'The state is missing.');
    context.books.append({ kind: 'note', id: `confirmed ${amazonState}`, account: begun.account, data: {} });
    const target = new URL(redirectUri);
    target.searchParams.set('state', query.get('state') ?? '');
    target.searchParams.set('selling_partner_id', begun.account);
    target.searchParams.set('spapi_oauth_code', issueCode(grant, app, begun.account, redirectUri, context));
    return redirect(target.href);
  }

  return [
    { name: 'appstore', method: 'GET', path: '/appstore', effect: 'auth', handle: page },
    { name: 'appstore-answer', method: 'POST', path: '/appstore', effect: 'auth', handle: page },
    {
      name: 'confirm-start',
      method: 'GET',
      path: '/apps/authorize/confirm/:application',
      effect: 'auth',
      handle: confirm,
    },
  ];
}
