/** The part of a return's page on which its buyer says when a driver may come. */
import type { Pickup } from '@scanship/contracts/shipping/pickups';
import type { Money } from '@scanship/domain/money/money';
import { RETURN_PICKUP_WINDOWS } from '@scanship/domain/shipping/returns';
import type { PickupFault } from '../returns/index.ts';
import { dayOf, type Frame } from './draw-page.ts';
import { type Html, html } from './html.ts';
import { LANGUAGES, type Say } from './words.ts';

export interface ShownPickup {
  /** The latest; null: none was asked for. */
  readonly booked: Pickup | null;
  /** Days that may be wished for; null where the carrier does not come. */
  readonly days: readonly string[] | null;
}

/** A time that was sent and not booked. */
export interface RefusedPickup {
  readonly returnId: string;
  readonly fault: PickupFault | { readonly price: Money };
  readonly day: string;
  readonly window: string;
}

interface Drawing {
  readonly say: Say;
  readonly frame: Frame;
  readonly today: string;
  readonly refused: RefusedPickup | undefined;
}

export const amountOf = ({ minor, currency }: Money, tag: string): string => {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** As clocks of the language show it. @param time HH:MM */
const timeOf = (time: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(`2000-01-01T${time}:00Z`),
  );

export function pickupSection(
  of: { readonly id: string; readonly carrierName: string | null; readonly pickup: ShownPickup },
  { say, frame, today, refused }: Drawing,
): Html {
  const { id, pickup } = of;
  const { booked, days } = pickup;
  const carrier = of.carrierName ?? say('carrier');
  const { tag } = LANGUAGES[frame.language];
  const between = (from: string, to: string): string =>
    say('return-pickup-between', timeOf(from, tag), timeOf(to, tag));
  const heading = html`<h3>${say('return-pickup')}</h3>`;
  if (booked?.state === 'booked' && booked.doing?.what !== 'cancel') {
    const day = dayOf(booked.day, frame.language, today);
    return html`${heading}<p>${say('return-pickup-booked', day, between(booked.readyTime, booked.closeTime))}</p>
${booked.confirmation !== null && html`<p class="dim">${say('return-pickup-number', booked.confirmation)}</p>`}`;
  }
  if (booked && booked.state !== 'failed' && booked.state !== 'cancelled')
    return html`${heading}<p>${say('return-pickup-wait')}</p>`;
  if (days === null || days.length === 0) return html`${heading}<p>${say('return-pickup-none', carrier)}</p>`;
  const wrong = refused?.returnId === id ? refused : undefined;
  const price = typeof wrong?.fault === 'object' ? wrong.fault.price : undefined;
  const fault =
    typeof wrong?.fault === 'string' ? wrong.fault : !wrong && booked?.state === 'failed' ? 'refused' : undefined;
  const option = (value: string, words: string, chosen: string | undefined): Html =>
    value === chosen
      ? html`<option value="${value}" selected>${words}</option>`
      : html`<option value="${value}">${words}</option>`;
  return html`${heading}
${!wrong && booked?.state === 'cancelled' && html`<p class="note">${say('return-pickup-cancelled')}</p>`}
${fault && html`<p class="note" role="alert">${say(`return-pickup-wrong.${fault}`, carrier)}</p>`}
${price && html`<p class="note" role="alert">${say('return-pickup-price', amountOf(price, tag))}</p>`}
<p>${say('return-pickup-choose', carrier)}</p>
<form method="post" action="${frame.path}/${id}/pickup">
<input type="hidden" name="lang" value="${frame.language}">${
    price && html`<input type="hidden" name="seen" value="${String(price.minor)}">`
  }
<label for="d${id}">${say('return-pickup-day')}</label>
<select id="d${id}" name="day" required>${days.map((day) => option(day, dayOf(day, frame.language, today), wrong?.day))}</select>
<label for="t${id}">${say('return-pickup-time')}</label>
<select id="t${id}" name="window" required>${RETURN_PICKUP_WINDOWS.map(([from, to]) =>
    option(`${from}-${to}`, between(from, to), wrong?.window),
  )}</select>
<button>${say('return-pickup-go')}</button>
</form>`;
}
