/** What a connector made of the vendor's answers, in the form in which it is kept and shown. */
import type { CarrierFile, RateAnswer, ShipResult, TrackedParcel } from '@scanship/connector-kit/carrier/carrier';
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import {
  type GoLiveFile,
  type GoLiveUnderstood,
  MOST_EVENTS,
  MOST_OFFERS,
  type StoredStep,
} from '@scanship/contracts/carriers/go-live';
import { DocumentError } from '@scanship/documents/document-error';
import type { PageSize } from '@scanship/documents/pdf/pdf-pages';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { readTime } from '@scanship/domain/calendar/local-time';
import type { PriceLine } from '@scanship/domain/shipping/shipment';

const MM_PER_POINT = 25.4 / 72;
/** As with purchases. */
const USUAL_DOTS_PER_INCH = 203;

const lineOf = ({ label, amount }: PriceLine) => ({ label, amount });

export function ratesUnderstood(answer: RateAnswer): GoLiveUnderstood {
  const sorted = answer.offers.toSorted((a, b) => a.total.minor - b.total.minor);
  return {
    of: 'rate',
    offers: sorted.slice(0, MOST_OFFERS).map((offer) => ({
      service: offer.service,
      serviceName: offer.carriedBy ? `${offer.carriedBy.carrierName} ${offer.serviceName}` : offer.serviceName,
      total: offer.total,
      lines: offer.lines.map(lineOf),
      transitDays: offer.transitDays ?? null,
      deliverBy: offer.deliverBy ?? null,
      remarks: [...(offer.remarks ?? []), ...(offer.missing ?? []).map(({ message }) => message)],
    })),
    more: Math.max(0, sorted.length - MOST_OFFERS),
    problems: answer.problems.map(({ message }) => message),
  };
}

export async function labelUnderstood(
  renderer: Pick<TypstRenderer, 'paper' | 'zplPages'>,
  result: Partial<ShipResult>,
): Promise<GoLiveUnderstood> {
  const files: GoLiveFile[] = [];
  for (const file of result.files ?? []) files.push(await fileFacts(renderer, file));
  return {
    of: 'buy',
    carrierShipmentId: result.carrierShipmentId ?? null,
    trackingNumbers: (result.parcels ?? []).map(({ trackingNumber }) => trackingNumber),
    files,
    charged: result.charged ? { total: result.charged.total, lines: result.charged.lines.map(lineOf) } : null,
    remarks: [...(result.messages ?? [])],
  };
}

/** Pages and size as they would be printed. A file that cannot be opened is told without them. */
async function fileFacts(renderer: Pick<TypstRenderer, 'paper' | 'zplPages'>, file: CarrierFile): Promise<GoLiveFile> {
  const { document } = file;
  if (file.kind === 'drawn')
    return { document, format: 'pdf', bytes: null, pages: null, widthMm: null, heightMm: null };
  const sizes = await sizesOf(renderer, file);
  const [first] = sizes ?? [];
  return {
    document,
    format: file.format,
    bytes: file.bytes.length,
    pages: sizes?.length ?? null,
    widthMm: first ? Math.round(first.width * MM_PER_POINT) : null,
    heightMm: first ? Math.round(first.height * MM_PER_POINT) : null,
  };
}

async function sizesOf(
  renderer: Pick<TypstRenderer, 'paper' | 'zplPages'>,
  file: Extract<CarrierFile, { readonly kind: 'bytes' }>,
): Promise<readonly PageSize[] | undefined> {
  try {
    return await renderer.paper('pageSizes', await asPdf(renderer, file));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return undefined;
  }
}

const asPdf = async (
  renderer: Pick<TypstRenderer, 'paper' | 'zplPages'>,
  { format, bytes, picture }: Extract<CarrierFile, { readonly kind: 'bytes' }>,
): Promise<Uint8Array> => {
  if (format === 'pdf') return bytes;
  if (format === 'zpl') return renderer.zplPages(bytes);
  return renderer.paper('labelPicture', {
    bytes,
    format,
    picture: picture ?? { dotsPerInch: USUAL_DOTS_PER_INCH },
  });
};

export const trackingUnderstood = (parcels: readonly TrackedParcel[]): GoLiveUnderstood => ({
  of: 'track',
  parcels: parcels.map(({ trackingNumber, events, estimatedDelivery, problems }) => ({
    trackingNumber,
    events: events
      // Those whose time cannot be read were left out, and stand among the problems.
      .map((event) => ({ event, at: readTime(event)?.instant.toISOString() ?? event.occurredAt }))
      .toSorted((a, b) => (a.at < b.at ? 1 : -1))
      .slice(0, MOST_EVENTS)
      .map(({ event, at }) => ({
        at,
        status: event.status,
        code: event.code,
        text: event.text,
        place: event.place ?? null,
      })),
    estimatedDelivery: estimatedDelivery ?? null,
    problems: [...problems],
  })),
});

export const problemOf = ({
  kind,
  message,
  vendorCode,
  vendorMessage,
  field,
}: ConnectorProblem): NonNullable<StoredStep['problem']> => ({
  kind,
  message,
  vendorCode: vendorCode ?? null,
  vendorMessage: vendorMessage ?? null,
  field: field ?? null,
});
