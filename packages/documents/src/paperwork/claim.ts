/** A claim for a lost or damaged parcel, as it is handed to a carrier. */
import type { Address } from '@scanship/domain/addresses/address';
import { type DocumentBranding, templateBranding } from './branding.ts';
import { CLAIM_TEMPLATE } from './claim-template.ts';
import { partyLines, templateLine } from './packing-slip.ts';
import { printableLines } from '../text/printable-text.ts';
import { renderBranded } from './render-branded.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

export interface ClaimModel {
  readonly paper: 'letter' | 'a4';
  readonly language: 'en' | 'fr';
  readonly branding: DocumentBranding;
  readonly kind: 'loss' | 'damage' | 'contents';
  readonly orderNumber: string;
  readonly carrierName: string;
  readonly service: string;
  readonly trackingNumbers: readonly string[];
  /** YYYY-MM-DD; undefined where it is not known. */
  readonly sentDay: string | undefined;
  readonly promisedDay: string | undefined;
  readonly deliveredDay: string | undefined;
  /** As printed, with its currency. */
  readonly amount: string;
  readonly postage: string;
  readonly insured: string | undefined;
  readonly reference: string | undefined;
  readonly from: Address;
  readonly to: Address;
  readonly items: readonly {
    readonly name: string;
    readonly sku: string;
    readonly quantity: number;
    /** Of all units, as printed. */
    readonly worth: string;
  }[];
  /** In the seller's words; line breaks are kept. */
  readonly note: string;
  /** Oldest first; `at` as printed. */
  readonly scans: readonly { readonly at: string; readonly said: string; readonly place: string }[];
  /** What the buyer and the seller's people said; oldest first. */
  readonly said: readonly { readonly at: string; readonly said: string }[];
}

const WORDS = {
  en: {
    title: 'Claim',
    loss: 'Lost',
    damage: 'Damaged',
    contents: 'Contents missing',
    kind: 'What happened',
    amount: 'Amount claimed',
    postage: 'Postage',
    insured: 'Insured for',
    order: 'Order',
    carrier: 'Carrier',
    tracking: 'Tracking',
    sent: 'Sent on',
    promised: 'Promised for',
    delivered: 'Delivered on',
    reference: 'Carrier’s reference',
    from: 'From',
    to: 'To',
    value: 'Contents and value',
    item: 'Item',
    sku: 'SKU',
    quantity: 'Qty',
    worth: 'Value',
    note: 'Description',
    scans: 'What the carrier reported',
    noScans: 'The carrier reported nothing.',
    time: 'Time (UTC)',
    said: 'Event',
    place: 'Place',
    messages: 'Notes and messages',
    page: 'Page',
  },
  fr: {
    title: 'Réclamation',
    loss: 'Perdu',
    damage: 'Endommagé',
    contents: 'Contenu manquant',
    kind: 'Ce qui s’est passé',
    amount: 'Montant réclamé',
    postage: 'Affranchissement',
    insured: 'Assuré pour',
    order: 'Commande',
    carrier: 'Transporteur',
    tracking: 'Suivi',
    sent: 'Expédié le',
    promised: 'Promis pour le',
    delivered: 'Livré le',
    reference: 'Référence du transporteur',
    from: 'Expéditeur',
    to: 'Destinataire',
    value: 'Contenu et valeur',
    item: 'Article',
    sku: 'UGS',
    quantity: 'Qté',
    worth: 'Valeur',
    note: 'Description',
    scans: 'Ce que le transporteur a signalé',
    noScans: 'Le transporteur n’a rien signalé.',
    time: 'Heure (UTC)',
    said: 'Événement',
    place: 'Lieu',
    messages: 'Notes et messages',
    page: 'Page',
  },
} as const;

/** @throws what the renderer throws */
export function claimPdf(model: ClaimModel, renderer: TypstRenderer): Promise<Uint8Array> {
  const words = WORDS[model.language];
  const abroad = model.from.countryCode !== model.to.countryCode;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [words.kind, words[model.kind]],
    [words.amount, model.amount],
    [words.postage, model.postage],
    [words.insured, model.insured],
    [words.order, model.orderNumber],
    [words.carrier, [model.carrierName, model.service].filter((text) => text !== '').join(', ')],
    [words.tracking, model.trackingNumbers.join(', ')],
    [words.sent, model.sentDay],
    [words.promised, model.promisedDay],
    [words.delivered, model.deliveredDay],
    [words.reference, model.reference],
  ];
  const part = {
    title: `${words.title} ${model.orderNumber}`,
    lang: model.language,
    paper: model.paper,
    words,
    facts: facts.flatMap(([name, value]) => (value ? [{ name, value: templateLine(value) }] : [])),
    from: partyLines(model.from, model.language, abroad),
    to: partyLines(model.to, model.language, abroad),
    items: model.items.map((item) => ({
      name: templateLine(item.name),
      sku: templateLine(item.sku),
      quantity: String(item.quantity),
      worth: item.worth.replaceAll(' ', '\u00a0'),
    })),
    note: printableLines(model.note, 60).map(templateLine),
    scans: model.scans.map(({ at, said, place }) => ({ at, said: templateLine(said), place: templateLine(place) })),
    said: model.said.map(({ at, said }) => ({ at, said: templateLine(said) })),
  };
  return renderBranded(CLAIM_TEMPLATE, [part], templateBranding(model.branding), renderer);
}
