/** The buyer's pages, readable without a script: one document with its own small sheet, and nothing from elsewhere. */
import { BANNER } from '@scanship/contracts/stores/buyer-page';
import { inkOn } from '@scanship/domain/values/contrast';
import { plainColour } from '../mail/index.ts';
import { HEIGHT_SCRIPT } from './embedding.ts';
import { Html, html } from './html.ts';
import type { PageLook } from './look.ts';
import type { BuyerPage, Contact, PageParcel } from './read-page.ts';
import { directionOf, LANGUAGES, type Language, type Say, wordsOf } from './words.ts';

export interface Frame {
  readonly language: Language;
  readonly nonce: string;
  /** Of the franchise; null on a host nobody knows. */
  readonly brandName: string | null;
  readonly colour: string | null;
  /** Of the seller whose page it is. */
  readonly look?: PageLook | undefined;
  /** Path of this page, for the choice of a language. */
  readonly path: string;
  /** Where the look-up is one seller's own: the key that says so. */
  readonly shop?: string | undefined;
  /** Origins that may frame this page; none: nobody. */
  readonly framedBy?: readonly string[] | undefined;
  /** A browser asked for it as a frame. */
  readonly embedded?: boolean | undefined;
}

export const DEFAULT_COLOUR = '#24618f';

export const SHEET = `
:root{color-scheme:light dark;--ink:#1b1f24;--dim:#4d5761;--paper:#f4f5f7;--card:#fff;--line:#c9d0d7;--warn:#fff3d6;--warn-ink:#5c3b00}
@media (prefers-color-scheme:dark){:root{--ink:#f0f2f4;--dim:#b4bdc6;--paper:#14181c;--card:#1e2429;--line:#47515b;--warn:#3d2f0c;--warn-ink:#ffe3a3}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{background:var(--brand);color:var(--on-brand);padding:1rem}
header>*,main,footer{max-width:40rem;margin-inline:auto}
header p{margin:0 auto;font-weight:600}
header img{display:block;height:3.5rem;width:auto;max-width:100%;object-fit:contain;border-radius:.3rem;background:#fff}
.banner{display:block;width:100%;height:auto;border-radius:.5rem;margin-bottom:1rem}
h1{font-size:1.4rem;line-height:1.25;margin:.25rem auto 0}
h2{font-size:1.15rem;margin:0}
h3{font-size:1rem;margin:1.25rem 0 .25rem}
main{padding:1rem}
footer{padding:0 1rem 2rem;color:var(--dim);font-size:.9rem}
section{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin-bottom:1rem}
a{color:inherit;text-underline-offset:.15em}
p{margin:.35rem 0}
.state{font-size:1.3rem;font-weight:700;margin-top:.25rem}
.dim{color:var(--dim)}
.note{background:var(--warn);color:var(--warn-ink);border-radius:.4rem;padding:.6rem .8rem;margin:.6rem 0;font-weight:600}
dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem .9rem;margin:.8rem 0 0}
dt{color:var(--dim)}
dd{margin:0}
ul,ol{margin:.25rem 0;padding-inline-start:1.25rem}
ol{list-style:none;padding:0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}
h1,header p,li,dd,option{unicode-bidi:plaintext}
ol li{margin:.6rem 0}
ol li strong,ol li time{display:block}
summary{cursor:pointer;padding:.35rem 0;font-weight:600}
label{display:block;font-weight:600;margin:.8rem 0 .25rem}
input,select,textarea{width:100%;font:inherit;padding:.6rem;border:1px solid var(--dim);border-radius:.4rem;background:var(--card);color:var(--ink)}
button,.button{display:inline-block;font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1rem;margin-top:.8rem;border:1px solid var(--ink);border-radius:.4rem;background:var(--card);color:var(--ink);cursor:pointer;text-decoration:none}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
header :focus-visible{outline-color:var(--on-brand)}
nav a{display:inline-block;padding-block:.35rem;padding-inline-end:.6rem}
`;

/** The policy of these pages: narrower than the application's, which needs scripts. */
export const pagePolicy = (
  nonce: string,
  { framedBy = [], embedded }: Pick<Frame, 'framedBy' | 'embedded'> = {},
): string =>
  [
    "default-src 'none'",
    ...(isEmbedded({ framedBy, embedded }) ? [`script-src 'nonce-${nonce}'`] : []),
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ].join('; ');

/** In a frame, by somebody who may: it tells its height, which is its only script. */
const isEmbedded = ({ framedBy = [], embedded }: Pick<Frame, 'framedBy' | 'embedded'>): boolean =>
  embedded === true && framedBy.length > 0;

export const framed = (
  frame: Frame,
  say: Say,
  head: { readonly by: string | null; readonly title: string },
  body: Html,
): string => {
  const { look } = frame;
  const brand = plainColour(look?.colour ?? frame.colour, DEFAULT_COLOUR);
  const sheet = new Html(`:root{--brand:${brand};--on-brand:${inkOn(brand)}}${SHEET}`);
  const { tag } = LANGUAGES[frame.language];
  const languages = Object.entries(LANGUAGES)
    .filter(([code]) => code !== frame.language)
    .map(
      ([code, { words, tag: other }]) =>
        html`<a href="${frame.path}?lang=${code}${frame.shop ? `&shop=${frame.shop}` : ''}" hreflang="${other}" lang="${other}">${words.language}</a> `,
    );
  return html`<!doctype html>
<html lang="${tag}" dir="${directionOf(tag)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${head.title}${head.by && ` · ${head.by}`}</title>
<link rel="icon" href="data:,">
<style nonce="${frame.nonce}">${sheet}</style>
</head>
<body>
<header>${head.by && html`<p>${look?.logo ? html`<img src="${look.logo}" alt="${head.by}">` : head.by}</p>`}<h1>${head.title}</h1></header>
<main>
${look?.banner && html`<img class="banner" src="${look.banner}" alt="" width="${BANNER.width}" height="${BANNER.height}">`}
${body}
</main>
<footer>
${
  look &&
  look.links.length > 0 &&
  html`<nav aria-label="${say('links')}">${look.links.map(
    ({ label, url }) => html`<a href="${url}" rel="noreferrer noopener">${label}</a> `,
  )}</nav>`
}
<nav aria-label="${say('languages')}">${languages}</nav>
${frame.brandName && head.by !== frame.brandName && html`<p>${say('served-by', frame.brandName)}</p>`}
</footer>
${isEmbedded(frame) && html`<script nonce="${frame.nonce}">${new Html(HEIGHT_SCRIPT)}</script>`}
</body>
</html>
`.text;
};

/** "Tuesday, November 24"; the year only where it is not this one. */
export const dayOf = (day: string, language: Language, today: string): string =>
  new Intl.DateTimeFormat(LANGUAGES[language].tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

/** The clock of the place where it happened; without one, the world's, which is said. */
const momentOf = (event: PageParcel['tracking']['events'][number], language: Language, say: Say): string => {
  const format = new Intl.DateTimeFormat(LANGUAGES[language].tag, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  return event.localTime === null
    ? say('utc', format.format(new Date(event.occurredAt)))
    : format.format(new Date(`${event.localTime}Z`));
};

const ENDED = new Set(['delivered', 'returned', 'returning']);

/** Only addresses that a browser opens as pages; a carrier's answer is no code. */
const pageAddress = (url: string | null): string | undefined =>
  url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;

interface Drawing {
  readonly say: Say;
  readonly language: Language;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly path: string;
  readonly total: number;
}

function days({ tracking, promisedDay, lost }: PageParcel, { say, language, today }: Drawing): Html {
  const expected = tracking.estimatedDay ?? tracking.estimatedAt?.slice(0, 10) ?? null;
  if (tracking.status === 'delivered')
    return html`${tracking.statusAt && html`<p>${say('delivered-on', deliveredDay(tracking, language, today))}</p>`}`;
  if (lost || ENDED.has(tracking.status)) return html``;
  const last = expected ?? promisedDay;
  return html`${promisedDay && html`<p>${say('promised', dayOf(promisedDay, language, today))}</p>`}${
    expected &&
    html`<p>${say('expected', dayOf(expected, language, today))} <span class="dim">${say('estimate')}</span></p>`
  }${last !== null && last < today && html`<p class="note">${say('late')}</p>`}`;
}

const deliveredDay = (tracking: PageParcel['tracking'], language: Language, today: string): string => {
  const event = tracking.events.find((each) => each.status === 'delivered');
  return dayOf(event?.localTime ?? tracking.statusAt ?? today, language, today);
};

function parcelSection(parcel: PageParcel, drawing: Drawing): Html {
  const { say, language, total } = drawing;
  const { tracking } = parcel;
  const state = parcel.lost ? 'lost' : tracking.status;
  const address = pageAddress(tracking.trackingUrl);
  const name = say('parcel', parcel.number, total);
  return html`<section aria-labelledby="p${parcel.number}">
<h2 id="p${parcel.number}">${name}</h2>
${parcel.test && html`<p class="note">${say('test')}</p>`}
<p class="state">${say(`is.${state}`)}</p>
<p>${say(`say.${state}`)}</p>
${days(parcel, drawing)}
<dl>
<dt>${say('carrier')}</dt><dd>${parcel.carrierName}</dd>
${tracking.trackingNumber && html`<dt>${say('tracking-number')}</dt><dd>${tracking.trackingNumber}</dd>`}
</dl>
${parcel.place !== '' && html`<p class="dim">${say('to', parcel.place)}</p>`}
${proofOf(parcel, drawing)}
${address && html`<p><a href="${address}" rel="noreferrer noopener">${say('follow', parcel.carrierName)}</a></p>`}
${
  parcel.items.length > 0 &&
  html`<h3>${say('inside')}</h3><ul>${parcel.items.map(({ title, quantity }) => html`<li>${quantity} × ${title}</li>`)}</ul>`
}
<h3>${say('history')}</h3>
${
  tracking.events.length === 0
    ? html`<p class="dim">${say('no-events')}</p>`
    : html`<ol>${tracking.events.map(
        (event) =>
          html`<li><strong>${say(`is.${event.status}`)}</strong>${
            event.status === 'exception' && event.text && html`<span>${event.text}</span>`
          }<time class="dim" datetime="${event.occurredAt}">${momentOf(event, language, say)}${
            event.place && ` · ${event.place}`
          }</time></li>`,
      )}</ol>`
}
${!parcel.test && help(parcel, drawing, name)}
</section>`;
}

/** In the carrier's own words: a name it took down at the door may be among them, so sellers choose it. */
const proofOf = ({ proof, key, carrierName }: PageParcel, { say, path }: Drawing): Html | null =>
  proof &&
  html`${proof.said !== null && html`<p>${say('proof-said', carrierName, proof.said)}</p>`}${
    proof.paper !== null && html`<p><a href="${path}/proof/${key}">${say('proof')}</a></p>`
  }`;

const help = (parcel: PageParcel, { say, path, language }: Drawing, name: string): Html =>
  parcel.reported
    ? html`<p class="note" role="status">${say('reported')}</p>`
    : html`<details><summary>${say('help')}</summary>
<p>${say('help-late')}</p><p>${say('help-missing')}</p>
${
  parcel.tracking.scannedAt !== null &&
  html`<form method="post" action="${path}">
<input type="hidden" name="parcel" value="${parcel.key}"><input type="hidden" name="lang" value="${language}">
<button aria-label="${say('report')} (${name})">${say('report')}</button></form>`
}</details>`;

export function contactSection(name: string, { email, phone, website }: Contact, say: Say): Html {
  const site = pageAddress(website);
  if (!email && !phone && !website) return html``;
  return html`<section aria-labelledby="c"><h2 id="c">${say('contact', name)}</h2><dl>
${email && html`<dt>${say('email')}</dt><dd><a href="mailto:${encodeURIComponent(email)}">${email}</a></dd>`}
${phone && html`<dt>${say('phone')}</dt><dd><a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a></dd>`}
${website && html`<dt>${say('website')}</dt><dd>${site ? html`<a href="${site}" rel="noreferrer noopener">${website}</a>` : website}</dd>`}
</dl></section>`;
}

export function drawOrder(frame: Frame, page: BuyerPage, now: Date): string {
  const say = wordsOf(frame.language);
  const drawing: Drawing = {
    say,
    language: frame.language,
    today: now.toISOString().slice(0, 10),
    path: frame.path,
    total: page.parcels.length,
  };
  const nothing =
    page.parcels.length === 0 && html`<section><p>${say(page.cancelled ? 'cancelled' : 'not-sent')}</p></section>`;
  return framed(
    frame,
    say,
    { by: page.sellerName, title: say('order', page.number) },
    html`${nothing}${page.parcels.map((parcel) => parcelSection(parcel, drawing))}${
      page.returns &&
      html`<section><p><a href="${frame.path}/returns?lang=${frame.language}">${say('returns-link')}</a></p></section>`
    }${contactSection(page.sellerName, page.contact, say)}`,
  );
}

/** The form that looks an order up; `wrong` is what was typed and led nowhere. */
export function drawFind(frame: Frame, wrong?: { readonly number: string; readonly proof: string }): string {
  const say = wordsOf(frame.language);
  return framed(
    frame,
    say,
    { by: frame.brandName, title: say('find') },
    html`<section>
${wrong && html`<p class="note" role="alert" id="wrong">${say('find-wrong')}</p>`}
<p>${say('find-how')}</p>
<form method="post" action="/track">
<input type="hidden" name="lang" value="${frame.language}">${frame.shop && html`<input type="hidden" name="shop" value="${frame.shop}">`}
<label for="number">${say('find-number')}</label>
<input id="number" name="number" required maxlength="200" autocomplete="off" value="${wrong?.number ?? ''}">
<label for="proof">${say('find-proof')}</label>
<input id="proof" name="proof" required maxlength="200" autocomplete="off" value="${wrong?.proof ?? ''}">
<button>${say('find-go')}</button>
</form></section>`,
  );
}

/** Where a link leads nowhere, where too much was asked, and where a file cannot be fetched for now. */
export function drawRefusal(frame: Frame, why: 'gone' | 'many' | 'later'): string {
  const say = wordsOf(frame.language);
  return framed(
    frame,
    say,
    { by: frame.brandName, title: say(why) },
    html`<section><p>${say(`${why}-why`)}</p>${why === 'gone' && html`<p><a href="/track?lang=${frame.language}">${say('find')}</a></p>`}</section>`,
  );
}
