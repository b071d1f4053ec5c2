/** The page on which a buyer asks to send something back and sees what became of it. Without a script, as all pages of buyers. */
import { MOST_BUYER_PHOTOS, MOST_INSTEAD } from '@scanship/contracts/shipping/returns';
import type { Money } from '@scanship/domain/money/money';
import { RETURN_HAND_OVERS } from '@scanship/domain/shipping/returns';
import type { AskFault, PortalReturn, PortalShipment } from '../returns/index.ts';
import { contactSection, dayOf, type Frame, framed } from './draw-page.ts';
import { amountOf, pickupSection, type RefusedPickup, type ShownPickup } from './draw-pickup.ts';
import { type Html, html } from './html.ts';
import type { Contact } from './read-page.ts';
import { LANGUAGES, type Say, wordsOf } from './words.ts';

export interface ShownReturn extends PortalReturn {
  /** Of its label, for what the buyer bears; null where nothing is said of it. */
  readonly price: Money | null;
  readonly carrierName: string | null;
  /** Of the page on which the order that was made in exchange is followed. */
  readonly exchangePath: string | null;
  /** Null where no driver is to come, or none can be asked for now. */
  readonly pickup: ShownPickup | null;
}

export interface ReturnsPage {
  readonly number: string;
  readonly sellerName: string;
  readonly contact: Contact;
  readonly open: boolean;
  readonly intro: string;
  readonly reasons: readonly { readonly code: string; readonly words: string; readonly payer: 'seller' | 'buyer' }[];
  readonly wishes: readonly ('money' | 'exchange' | 'credit')[];
  /** The buyer says how the parcel goes to its carrier. */
  readonly choosesHandOver: boolean;
  /** Names of products that can be had in exchange. */
  readonly instead: readonly string[];
  readonly shipments: readonly PortalShipment[];
  readonly returns: readonly ShownReturn[];
}

/** What was sent and refused, to show it again. */
export interface Typed {
  readonly fault: AskFault;
  readonly shipmentId: string;
  readonly quantities: ReadonlyMap<number, string>;
  readonly instead: ReadonlyMap<number, string>;
  readonly reason: string;
  readonly wish: string;
  readonly handOver: string;
  readonly note: string;
}

export type PhotoFault = 'large' | 'unreadable' | 'busy' | 'enough' | 'settled';

/** A photo that was sent and not kept. */
interface RefusedPhoto {
  readonly returnId: string;
  readonly fault: PhotoFault;
}

interface Drawing {
  readonly say: Say;
  readonly frame: Frame;
  readonly page: ReturnsPage;
  readonly today: string;
  readonly typed: Typed | undefined;
  readonly photo: RefusedPhoto | undefined;
  readonly refused: RefusedPickup | undefined;
}

/** Only the seller sees them: the page says how many were sent. */
function photoForm(each: ShownReturn, { say, frame, photo }: Drawing): Html | false {
  const { id, photos } = each;
  const fault =
    photo?.returnId === id && html`<p class="note" role="alert">${say(`return-photo-wrong.${photo.fault}`)}</p>`;
  if (each.state === 'done' || each.state === 'refused') return html`${fault}`;
  return html`${photos > 0 && html`<p class="dim">${say('return-photos', photos)}</p>`}
${fault}
${
  photos < MOST_BUYER_PHOTOS &&
  html`<form method="post" enctype="multipart/form-data" action="${frame.path}/${id}/photos">
<input type="hidden" name="lang" value="${frame.language}">
<label for="p${id}">${say('return-photo')}</label>
<input id="p${id}" name="file" type="file" accept="image/jpeg,image/png" required>
<button>${say('return-photo-send')}</button>
</form>`
}`;
}

function returnSection(each: ShownReturn, drawing: Drawing): Html {
  const { say, frame } = drawing;
  const { state, price, payer } = each;
  return html`<section aria-labelledby="r${each.id}">
<h2 id="r${each.id}">${say('return-number', each.number)}</h2>
<p class="state">${say(`return-is.${state}`)}</p>
<p>${
    state === 'label' && each.pickup?.days
      ? say('return-say-fetched')
      : say(`return-say.${state}`, each.carrierName ?? say('carrier'))
  }</p>
${state === 'label' && html`<p><a class="button" href="${frame.path}/${each.id}/label">${say('return-print')}</a></p>`}
${
  state === 'label' &&
  each.code &&
  html`<h3>${say('return-code')}</h3>
<p><img src="${frame.path}/${each.id}/code" alt="${say('return-code')}" width="220" height="220"></p>
<p>${say('return-code-how', each.carrierName ?? say('carrier'))}</p>`
}
${each.pickup && pickupSection({ ...each, pickup: each.pickup }, drawing)}
${payer === 'buyer' && price && html`<p class="note">${say('return-cost', amountOf(price, LANGUAGES[frame.language].tag))}</p>`}
${
  each.exchange &&
  each.exchangePath &&
  html`<p class="note">${say('return-exchanged', each.exchange.number)} <a href="${each.exchangePath}?lang=${frame.language}">${say('return-exchange-follow')}</a></p>`
}
${each.answer && html`<p class="note">${say('return-answer', each.answer)}</p>`}
<ul>${each.items.map(
    ({ title, quantity, instead }) =>
      html`<li>${quantity} × ${title}${instead !== null && html`<br>${say('return-instead', instead)}`}</li>`,
  )}</ul>
<p class="dim">${each.reason} · ${say(`returns-wish.${each.wish}`)}</p>
${photoForm(each, drawing)}
</section>`;
}

const option = (value: string, words: string, chosen: string): Html =>
  value === chosen
    ? html`<option value="${value}" selected>${words}</option>`
    : html`<option value="${value}">${words}</option>`;

function formSection(shipment: PortalShipment, at: number, drawing: Drawing): Html {
  const { say, frame, page, today } = drawing;
  const typed = drawing.typed?.shipmentId === shipment.id ? drawing.typed : undefined;
  const open = shipment.lines.some(({ why }) => why === undefined);
  const name = `s${at}`;
  const exchanges = page.wishes.includes('exchange');
  const lines = shipment.lines.map(({ line, title, left, why }) =>
    why === undefined
      ? html`<label for="${name}q${line}">${say('returns-quantity', title, left)}</label>
<input id="${name}q${line}" name="q${line}" type="number" inputmode="numeric" min="0" max="${left}" value="${typed?.quantities.get(line) ?? '0'}">${
          exchanges &&
          html`
<label for="${name}i${line}">${say('returns-instead', title)}</label>
<input id="${name}i${line}" name="i${line}" maxlength="${MOST_INSTEAD}" autocomplete="off"${page.instead.length > 0 && html` list="instead"`} value="${typed?.instead.get(line) ?? ''}">`
        }`
      : html`<p><strong>${title}</strong><br><span class="dim">${say(`returns-${why}`)}</span></p>`,
  );
  if (!open) return html`<section>${lines}</section>`;
  return html`<section>
${typed && html`<p class="note" role="alert">${say(`returns-wrong.${typed.fault}`)}</p>`}
${shipment.lastDay && html`<p class="dim">${say('returns-until', dayOf(shipment.lastDay, frame.language, today))}</p>`}
<form method="post" action="${frame.path}">
<input type="hidden" name="lang" value="${frame.language}"><input type="hidden" name="shipment" value="${shipment.id}">
${lines}
<label for="${name}r">${say('returns-reason')}</label>
<select id="${name}r" name="reason" required>${option('', say('returns-choose'), typed?.reason ?? '')}${page.reasons.map(
    ({ code, words, payer }) =>
      option(code, payer === 'buyer' ? `${words} (${say('returns-buyer-pays')})` : words, typed?.reason ?? ''),
  )}</select>
<label for="${name}w">${say('returns-wish')}</label>
<select id="${name}w" name="wish" required>${page.wishes.map((wish) =>
    option(wish, say(`returns-wish.${wish}`), typed?.wish ?? ''),
  )}</select>
${
  page.choosesHandOver &&
  html`<label for="${name}h">${say('returns-hand-over')}</label>
<select id="${name}h" name="handOver">${RETURN_HAND_OVERS.map((each) =>
    option(each, say(`returns-hand-over.${each}`), typed?.handOver ?? ''),
  )}</select>
`
}<label for="${name}n">${say('returns-note')}</label>
<textarea id="${name}n" name="note" maxlength="1000" rows="3">${typed?.note ?? ''}</textarea>
<button>${say('returns-go')}</button>
</form></section>`;
}

/** What was sent and cannot be. */
interface Refused {
  readonly typed?: Typed;
  readonly photo?: RefusedPhoto;
  readonly pickup?: RefusedPickup;
}

export function drawReturns(frame: Frame, page: ReturnsPage, now: Date, refused: Refused = {}): string {
  const say = wordsOf(frame.language);
  const { typed, photo } = refused;
  const today = now.toISOString().slice(0, 10);
  const drawing: Drawing = { say, frame, page, today, typed, photo, refused: refused.pickup };
  const lost = typed && !page.shipments.some(({ id }) => id === typed.shipmentId);
  return framed(
    frame,
    say,
    { by: page.sellerName, title: say('returns-of', page.number) },
    html`<p><a href="${frame.path.replace(/\/returns$/, '')}?lang=${frame.language}">${say('returns-back')}</a></p>
${lost && html`<p class="note" role="alert">${say(`returns-wrong.${typed.fault}`)}</p>`}
${page.returns.map((each) => returnSection(each, drawing))}
${page.open && page.intro !== '' && html`<section>${page.intro.split('\n').map((line) => html`<p>${line}</p>`)}</section>`}
${
  page.shipments.length > 0
    ? page.shipments.map((shipment, at) => formSection(shipment, at, drawing))
    : html`<section><p>${say(page.open ? 'returns-nothing' : 'returns-closed')}</p></section>`
}${
  page.instead.length > 0 &&
  html`<datalist id="instead">${page.instead.map((product) => html`<option value="${product}"></option>`)}</datalist>`
}${contactSection(page.sellerName, page.contact, say)}`,
  );
}
