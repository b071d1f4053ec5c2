/** Hand-over list: the parcels that a carrier takes with it at the end of a day, for its driver to sign. */
import type { DocumentBranding } from './branding.ts';
import { listPdf } from './list-document.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

export interface HandOverShipment {
  readonly orderNumbers: readonly string[];
  readonly trackingNumbers: readonly string[];
  readonly recipient: string;
  /** "Toronto ON M5H 2N2, CA". */
  readonly destination: string;
  readonly service: string;
  readonly parcels: number;
  /** Grams of all parcels. */
  readonly grams: number;
}

export interface HandOverList {
  readonly language: 'en' | 'fr';
  readonly number: number;
  readonly carrier: string;
  readonly account: string;
  /** Lines of the address it leaves from. */
  readonly from: readonly string[];
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly closedAt: string;
  readonly shipments: readonly HandOverShipment[];
}

const WORDS = {
  en: {
    title: 'Hand-over list',
    no: 'No.',
    carrier: 'Carrier',
    from: 'From',
    day: 'Day',
    headers: ['Tracking', 'Order', 'Recipient', 'Destination', 'Service', 'Parcels', 'kg'],
    shipments: 'Shipments',
    parcels: 'Parcels',
    weight: 'Weight, kg',
    closed: 'Closed',
    signatures: ['Handed over by', 'Received by the carrier', 'Date and time'],
  },
  fr: {
    title: 'Bordereau de remise',
    no: 'Nº',
    carrier: 'Transporteur',
    from: 'Expéditeur',
    day: 'Jour',
    headers: ['Suivi', 'Commande', 'Destinataire', 'Destination', 'Service', 'Colis', 'kg'],
    shipments: 'Envois',
    parcels: 'Colis',
    weight: 'Poids, kg',
    closed: 'Clôturé',
    signatures: ['Remis par', 'Reçu par le transporteur', 'Date et heure'],
  },
} as const;

/** @throws DocumentError `bad-input` for a list without shipments */
export function handOverListPdf(
  list: HandOverList,
  look: { readonly paper: 'letter' | 'a4'; readonly branding: DocumentBranding },
  renderer: TypstRenderer,
): Promise<Uint8Array> {
  const words = WORDS[list.language];
  const kilograms = (grams: number): string =>
    (grams / 1000).toFixed(2).replace('.', list.language === 'fr' ? ',' : '.');
  const parcels = list.shipments.reduce((n, each) => n + each.parcels, 0);
  const grams = list.shipments.reduce((n, each) => n + each.grams, 0);
  const title = `${words.title} ${words.no} ${list.number}`;
  return listPdf(
    {
      title,
      language: list.language,
      ...look,
      facts: [
        { name: words.carrier, lines: list.account === list.carrier ? [list.carrier] : [list.carrier, list.account] },
        { name: words.from, lines: list.from },
        { name: words.day, lines: [list.day, `${words.closed} ${list.closedAt}`] },
      ],
      ticks: true,
      columns: words.headers.map((name, index) => ({
        name,
        strong: index === 0,
        right: index > 4,
        grow: index === 2 || index === 3,
      })),
      rows: list.shipments.map((each) => [
        each.trackingNumbers.join(', ') || '–',
        each.orderNumbers.join(', ') || '–',
        each.recipient,
        each.destination,
        each.service,
        String(each.parcels),
        kilograms(each.grams),
      ]),
      sums: [
        { name: words.shipments, value: String(list.shipments.length) },
        { name: words.parcels, value: String(parcels) },
        { name: words.weight, value: kilograms(grams) },
      ],
      signatures: words.signatures,
      foot: `${title} · ${list.carrier} · ${list.day}`,
    },
    renderer,
  );
}
