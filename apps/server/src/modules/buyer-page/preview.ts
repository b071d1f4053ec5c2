/** The tracking page of an order that was made up, so that a seller sees settings before they go. */
import type { Language } from './words.ts';
import { drawOrder } from './draw-page.ts';
import type { PageLook } from './look.ts';
import type { BuyerPage, Contact } from './read-page.ts';

const DAY_MS = 86_400_000;

export interface Previewed {
  readonly language: Language;
  readonly sellerName: string;
  readonly brand: { readonly name: string | null; readonly colour: string | null };
  readonly look: PageLook;
  readonly contact: Contact;
  readonly contents: boolean;
  readonly proof: boolean;
}

export function drawPreview(shown: Previewed, now: Date): string {
  const at = (daysAgo: number): string => new Date(now.getTime() - daysAgo * DAY_MS).toISOString();
  const event = (
    id: string,
    status: 'delivered' | 'out-for-delivery' | 'in-transit',
    daysAgo: number,
    text: string,
  ) => ({
    id,
    occurredAt: at(daysAgo),
    localTime: at(daysAgo).slice(0, 19),
    zone: 'America/Toronto',
    place: 'Montréal, QC',
    status,
    code: status,
    text,
    source: 'poll' as const,
    receivedAt: at(daysAgo),
  });
  const french = shown.language === 'fr';
  const said = french ? 'Livré, signé par C. TREMBLAY' : 'Delivered, signed by J. SMITH';
  const page: BuyerPage = {
    franchiseId: '',
    number: '10042',
    sellerName: shown.sellerName,
    contact: shown.contact,
    cancelled: false,
    parcels: [
      {
        key: 'sample',
        shipmentId: '',
        number: 1,
        carrierName: 'UPS',
        tracking: {
          number: 1,
          trackingNumber: '1Z999AA10123456784',
          trackingUrl: null,
          status: 'delivered',
          statusAt: at(0),
          scannedAt: null,
          estimatedDay: null,
          estimatedAt: null,
          lastAskedAt: null,
          nextAskAt: null,
          stopped: null,
          problem: null,
          unreadable: [],
          events: [
            event('c', 'delivered', 0, said),
            event('b', 'out-for-delivery', 0.2, ''),
            event('a', 'in-transit', 2, ''),
          ],
        },
        promisedDay: null,
        place: 'Montréal, H2X',
        items: shown.contents ? [{ title: french ? 'Tasse émaillée' : 'Enamel mug', quantity: 2 }] : [],
        test: false,
        lost: false,
        reported: false,
        proof: shown.proof ? { said, paper: null } : null,
      },
    ],
    returns: false,
    framedBy: [],
    look: shown.look,
  };
  const frame = {
    language: shown.language,
    nonce: '',
    brandName: shown.brand.name,
    colour: shown.brand.colour,
    look: shown.look,
    path: '/track',
  };
  return drawOrder(frame, page, now);
}
