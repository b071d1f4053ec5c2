/**
 * The browser's side: a `stripe.js` with the few calls our pages make (docs.stripe.com/js: elements, confirmSetup,
 * confirmPayment, handleNextAction), the field in a frame, and the page of a bank that asks the cardholder (3-D Secure). All
 * addresses are taken from where the script came from, so that it works under any prefix.
 */
import type { SimAnswer, SimRoute } from '@scanship/simulator-kit/simulator';

const script = (body: string): SimAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  body,
});

const STYLE = `body{font:15px/1.4 system-ui,sans-serif;margin:0;padding:8px;color:#1a1f36;background:#fff}
label{display:block;margin:0 0 10px;font-size:13px}
input{display:block;box-sizing:border-box;width:100%;font:inherit;padding:9px 10px;border:1px solid #c4ccd8;border-radius:6px;margin-top:3px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:10px}button{font:inherit;padding:10px 16px;margin:4px 8px 4px 0;border:1px solid #c4ccd8;border-radius:6px;background:#fff;cursor:pointer}
.primary{background:#635bff;color:#fff;border-color:#635bff}.test{font-size:12px;color:#697386}
[data-dark] {color:#eef}[data-dark] body,body[data-dark]{background:#1c2030;color:#eef}body[data-dark] input{background:#262b3d;color:#eef;border-color:#475}`;

const page = (title: string, body: string, code: string): SimAnswer => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
  },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="../v3/frame.css"><body>${body}<script src="${code}"></script></body></html>`,
});

/** Runs on our page, as Stripe's own does; knows no card number. */
const STRIPE_JS = `(() => {
const base = new URL('..', document.currentScript.src).href.replace(/\\/$/, '');
const origin = new URL(base).origin;
const frameOf = (path) => {
  const frame = document.createElement('iframe');
  frame.src = base + path;
  frame.style.border = '0';
  frame.style.width = '100%';
  return frame;
};
let calls = 0;
const ask = (frame, message) => new Promise((resolve) => {
  const id = ++calls;
  const hear = (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin || event.data?.id !== id) return;
    window.removeEventListener('message', hear);
    resolve(event.data.answer);
  };
  window.addEventListener('message', hear);
  frame.contentWindow.postMessage({ id, ...message }, origin);
});
const call = async (method, path, fields) => {
  const body = new URLSearchParams(fields);
  const answer = await fetch(base + path + (method === 'GET' ? '?' + body : ''), {
    method, ...(method === 'POST' ? { body } : {}),
  });
  return answer.json();
};
const kindOf = (secret) => secret.startsWith('seti_')
  ? { path: '/v1/setup_intents/', name: 'setupIntent', error: 'last_setup_error', test: '/test/setup_intents/' }
  : { path: '/v1/payment_intents/', name: 'paymentIntent', error: 'last_payment_error', test: '/test/payment_intents/' };
const idOf = (secret) => secret.split('_secret_')[0];
window.Stripe = (key) => {
  const challenge = (secret) => new Promise((resolve) => {
    const cover = document.createElement('div');
    Object.assign(cover.style, { position: 'fixed', inset: '0', background: 'rgba(10,15,30,.6)', zIndex: '2147483647', display: 'grid', placeItems: 'center' });
    const frame = frameOf('/frames/challenge');
    frame.title = '3D Secure';
    Object.assign(frame.style, { width: 'min(420px, 94vw)', height: '300px', borderRadius: '10px', background: '#fff' });
    frame.addEventListener('load', async () => {
      const answer = await ask(frame, { do: 'challenge', key, secret, path: kindOf(secret).test + idOf(secret) + '/challenge' });
      cover.remove();
      resolve(answer);
    });
    cover.append(frame);
    (document.querySelector('dialog[open]') ?? document.body).append(cover);
  });
  const ended = (secret, intent) => {
    const kind = kindOf(secret);
    if (intent.error) return { error: intent.error };
    if (intent.status === 'requires_payment_method')
      return { error: intent[kind.error] ?? { type: 'card_error', code: 'setup_intent_authentication_failure', message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.' } };
    return { [kind.name]: intent };
  };
  const act = async (secret, intent) => intent.status === 'requires_action' ? challenge(secret) : intent;
  const confirm = async ({ elements, clientSecret }) => {
    const secret = clientSecret ?? elements.secret;
    const method = await ask(elements.frame, { do: 'card', key });
    if (method.error) return { error: method.error };
    const kind = kindOf(secret);
    const intent = await call('POST', kind.path + idOf(secret) + '/confirm', { key, client_secret: secret, payment_method: method.id });
    if (intent.error) return { error: intent.error };
    return ended(secret, await act(secret, intent));
  };
  return {
    elements: ({ clientSecret, appearance }) => {
      const elements = { secret: clientSecret, frame: undefined, submit: async () => ({}),
        create: () => {
          const frame = frameOf('/frames/card' + (appearance?.theme === 'night' ? '#dark' : ''));
          frame.title = 'Card';
          frame.style.height = '190px';
          elements.frame = frame;
          const heard = { ready: [] };
          frame.addEventListener('load', () => heard.ready.forEach((each) => each()));
          return {
            mount: (where) => (typeof where === 'string' ? document.querySelector(where) : where).append(frame),
            on: (name, each) => void heard[name]?.push(each),
            destroy: () => frame.remove(), unmount: () => frame.remove(),
          };
        },
      };
      return elements;
    },
    confirmSetup: confirm,
    confirmPayment: confirm,
    handleNextAction: async ({ clientSecret }) => {
      const intent = await call('GET', kindOf(clientSecret).path + idOf(clientSecret), { key, client_secret: clientSecret });
      return ended(clientSecret, intent.error ? intent : await act(clientSecret, intent));
    },
  };
};
})();`;

const CARD_JS = `(() => {
if (location.hash === '#dark') document.body.dataset.dark = '';
const value = (id) => document.getElementById(id).value.trim();
const post = async (key, fields) => (await fetch('../v1/payment_methods', { method: 'POST', body: new URLSearchParams({ key, type: 'card', ...fields }) })).json();
window.addEventListener('message', async (event) => {
  if (event.source !== parent || event.origin !== location.origin || event.data?.do !== 'card') return;
  const [month = '', year = ''] = value('expiry').split('/').map((part) => part.trim());
  const complete = value('number') !== '' && /^\\d{1,2}$/.test(month) && /^\\d{2}$/.test(year) && /^\\d{3,4}$/.test(value('cvc'));
  const answer = complete
    ? await post(event.data.key, { 'card[number]': value('number'), 'card[exp_month]': month, 'card[exp_year]': '20' + year, 'card[cvc]': value('cvc') })
    : { error: { type: 'validation_error', code: 'incomplete', message: 'Your card number is incomplete.' } };
  parent.postMessage({ id: event.data.id, answer }, event.origin);
});
})();`;

const CHALLENGE_JS = `(() => {
window.addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== location.origin || event.data?.do !== 'challenge') return;
  const { id, key, secret, path } = event.data;
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', async () => {
    const answer = await (await fetch('..' + path, { method: 'POST', body: new URLSearchParams({ key, client_secret: secret, answer: button.value }) })).json();
    parent.postMessage({ id, answer }, event.origin);
  });
});
})();`;

const file = (name: string, path: string, answer: () => SimAnswer): SimRoute => ({
  name,
  method: 'GET',
  path,
  effect: 'read',
  handle: answer,
});

export const browserFiles: readonly SimRoute[] = [
  file('stripe-js', '/v3/stripe.js', () => script(STRIPE_JS)),
  file('card-js', '/v3/card.js', () => script(CARD_JS)),
  file('challenge-js', '/v3/challenge.js', () => script(CHALLENGE_JS)),
  file('frame-css', '/v3/frame.css', () => ({
    status: 200,
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-store' },
    body: STYLE,
  })),
  file('card-frame', '/frames/card', () =>
    page(
      'Card',
      '<label>Card number<input id="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"></label><div class="two"><label>Expiration (MM/YY)<input id="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM/YY"></label><label>Security code<input id="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"></label></div><div class="test">TEST: no real card is taken here</div>',
      '../v3/card.js',
    ),
  ),
  file('challenge-frame', '/frames/challenge', () =>
    page(
      '3D Secure (TEST)',
      '<h1>3D Secure (TEST)</h1><p>Your test bank wants to know that it is you.</p><button class="primary" value="allow">Complete authentication</button><button value="deny">Fail authentication</button>',
      '../v3/challenge.js',
    ),
  ),
];
