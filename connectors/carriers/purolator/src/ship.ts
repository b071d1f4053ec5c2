/**
 * Three steps: let the service check the shipment; create it, which costs; fetch the labels and the commercial invoice. A lost
 * answer is found again by our reference, which the tracking service searches. Returns go through the older service
 * for returns, with the same steps.
 */
import type { CarrierFile, ShipInput, ShipResult, ShippedParcel } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv, ConnectorMode } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import { accountOf } from './account.ts';
import { call } from './client.ts';
import { checked, papersOf, PIN, type Paper } from './documents.ts';
import { manifest } from './manifest.ts';
import { hasInvoice, shipmentMessage } from './messages.ts';
import { dangerousMode } from './options.ts';
import { checkService } from './services.ts';
import { isFound, search } from './tracking-answer.ts';

const NAME = manifest.name;

/** ZPL exists on thermal paper only. */
const printerOf = (input: ShipInput, env: CarrierEnv): 'Regular' | 'Thermal' =>
  input.labelFormat === 'zpl' ? 'Thermal' : accountOf(env).printer;

/** The shipment as the service takes it. Pure. @throws ConnectorError for what it does not take */
export function purchaseMessage(input: ShipInput, mode: string | undefined, env: CarrierEnv): XmlTree {
  checkService(input.shipment, input.service);
  const { shipment, service, reference } = input;
  return shipmentMessage(shipment, {
    account: accountOf(env),
    service,
    estimate: false,
    reference,
    dangerousMode: mode,
  });
}

async function check(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { shipment } = input;
  const mode = await dangerousMode(shipment, input.service, env);
  const message = purchaseMessage(input, mode, env);
  const { answer } = await call(env, {
    ...(shipment.return
      ? {
          service: 'returns' as const,
          operation: 'ValidateReturnsManagementShipment',
          body: { ReturnsManagementShipment: message },
        }
      : { service: 'shipping' as const, operation: 'ValidateShipment', body: { Shipment: message } }),
    name: 'check shipment',
    readOnly: true,
    language: shipment.language,
    reference: input.reference,
  });
  if (!answer.boolean('ValidShipment')) throw fail('refused', `${NAME} does not take this shipment.`);
  // From here on a lost answer is looked for.
  return {
    kind: 'done',
    keep: { since: input.perhapsSince ?? env.now().toISOString(), ...(mode === undefined ? {} : { mode }) },
  };
}

const TRACKING_PAGE = 'https://www.purolator.com/en/shipping/tracker?pin=';

/** The pieces' numbers in the order of the parcels. @throws FieldProblem when there are fewer or more */
function bought(
  input: ShipInput,
  pin: string,
  pieces: readonly string[],
  where: ObjectReader,
  mode: ConnectorMode,
): { readonly keep: JsonObject; readonly result: Partial<ShipResult> } {
  const { parcels, shipDate } = input.shipment;
  if (pieces.length !== parcels.length || new Set(pieces).size !== pieces.length)
    throw new FieldProblem(where.path, `does not name one number for each of the ${parcels.length} parcels`);
  return {
    keep: { pin, pieces: [...pieces], shipDate },
    result: {
      carrierShipmentId: pin,
      parcels: parcels.map((parcel, index): ShippedParcel => {
        const trackingNumber = pieces[index] ?? '';
        return {
          number: parcel.number,
          trackingNumber,
          // The sandbox and the simulator give numbers that the public page does not know.
          trackingUrl: mode === 'live' ? `${TRACKING_PAGE}${trackingNumber}` : undefined,
        };
      }),
      charged: undefined,
    },
  };
}

async function create(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const message = purchaseMessage(input, typeof kept.mode === 'string' ? kept.mode : undefined, env);
  const PrinterType = printerOf(input, env);
  const { answer } = await call(env, {
    ...(input.shipment.return
      ? {
          service: 'returns' as const,
          operation: 'CreateReturnsManagementShipment',
          body: { RMA: input.reference, ReturnsManagementShipment: message, PrinterType },
        }
      : { service: 'shipping' as const, operation: 'CreateShipment', body: { Shipment: message, PrinterType } }),
    name: 'create shipment',
    readOnly: false,
    language: input.shipment.language,
    reference: input.reference,
  });
  const pin = answer.object('ShipmentPIN').string('Value', PIN);
  const pieces = answer.object('PiecePINs').strictList('PIN', (p) => p.string('Value', PIN));
  return { kind: 'done', ...bought(input, pin, pieces, answer, env.mode) };
}

function keptPieces(kept: JsonObject): { readonly pin: string; readonly pieces: readonly string[] } {
  const { pin, pieces } = kept;
  if (typeof pin !== 'string' || !Array.isArray(pieces))
    throw new RangeError('the numbers of the purchase were not kept');
  return { pin, pieces: pieces.filter((piece): piece is string => typeof piece === 'string') };
}

const WAIT_MS = 2000;
/** A minute and a half; then the journal's own, longer pauses take over. */
const MOST_LABEL_WAITS = 45;
/** The label is not held back longer for the invoice. */
const MOST_INVOICE_WAITS = 10;

const waitsOf = (kept: JsonObject, counter: string): number => {
  const count = kept[counter];
  return typeof count === 'number' ? count : 0;
};
const wait = (kept: JsonObject, counter: string): StepOutcome<ShipResult> => ({
  kind: 'wait',
  retryAfterMs: WAIT_MS,
  keep: { [counter]: waitsOf(kept, counter) + 1 },
});

function labelFiles(input: ShipInput, papers: readonly Paper[], pieces: readonly string[]): readonly CarrierFile[] {
  const format = input.labelFormat;
  const { parcels } = input.shipment;
  return papers.map((paper): CarrierFile => {
    const index = pieces.indexOf(paper.pin);
    // One paper alone holds the labels of all pieces.
    const parcelNumber = papers.length === 1 && parcels.length > 1 ? undefined : parcels[Math.max(0, index)]?.number;
    const bytes = checked(paper.bytes ?? new Uint8Array(), format, 'label');
    return { kind: 'bytes', document: 'label', format, bytes, parcelNumber };
  });
}

/** The invoice, `pending` while it is being made, or nothing where there is none to be had. */
async function invoiceOf(
  input: ShipInput,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<CarrierFile | 'pending' | undefined> {
  if (!hasInvoice(input.shipment)) return undefined;
  const { pin, pieces } = keptPieces(kept);
  try {
    const papers = await papersOf(env, {
      pin,
      pieces,
      types: ['CustomsInvoice', 'CustomsInvoiceThermal'],
      format: 'pdf',
      language: input.shipment.language,
      name: 'fetch commercial invoice',
    });
    const ready = papers.find((paper) => paper.bytes !== undefined);
    if (ready?.bytes === undefined) return 'pending';
    const bytes = checked(ready.bytes, 'pdf', 'commercial invoice');
    const parcelNumber = input.shipment.parcels.length === 1 ? input.shipment.parcels[0]?.number : undefined;
    return { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes, parcelNumber };
  } catch (error) {
    // It does not take a paid label away: a person can print it from the carrier's own pages.
    if (error instanceof FieldProblem) return undefined;
    const lasting = ['refused', 'invalid-input', 'vendor-broken'];
    if (error instanceof ConnectorError && lasting.includes(error.problem.kind)) return undefined;
    throw error;
  }
}

async function fetchPapers(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { pin, pieces } = keptPieces(kept);
  const { shipment, labelFormat } = input;
  const where = shipment.to.countryCode === 'CA' ? 'Domestic' : 'International';
  const papers = await papersOf(env, {
    pin,
    pieces,
    types: [`${where}BillOfLading${printerOf(input, env) === 'Thermal' ? 'Thermal' : ''}`],
    format: labelFormat,
    language: shipment.language,
    name: 'fetch label',
  });
  const complete = papers.length === 1 || pieces.every((piece) => papers.some((paper) => paper.pin === piece));
  if (papers.length === 0 || !complete || papers.some((paper) => paper.bytes === undefined)) {
    if (waitsOf(kept, 'labelWaits') >= MOST_LABEL_WAITS)
      throw fail('temporary-before-effect', `${NAME} has not made the label yet.`);
    return wait(kept, 'labelWaits');
  }
  const labels = labelFiles(input, papers, pieces);
  const invoice = await invoiceOf(input, kept, env);
  if (invoice === 'pending' && waitsOf(kept, 'invoiceWaits') < MOST_INVOICE_WAITS) return wait(kept, 'invoiceWaits');
  const files = invoice === undefined || invoice === 'pending' ? labels : [...labels, invoice];
  return { kind: 'done', result: { files } };
}

const DAY_MS = 86_400_000;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** What is forgotten may have been for a later day than this. Purolator names no bound; ours. */
const AHEAD_DAYS = 10;

/** Clocks and zones differ: a day more on each side. */
function searchDays(input: ShipInput, since: number, now: number): { readonly from: string; readonly to: string } {
  const last = Math.max(now, Date.parse(`${input.shipment.shipDate}T00:00:00Z`));
  return { from: day(since - DAY_MS), to: day(last + (input.perhapsSince === undefined ? 1 : AHEAD_DAYS) * DAY_MS) };
}

const REFERENCES = ['reference1', 'reference2', 'reference3', 'reference4', 'reference5'];

async function recover(
  input: ShipInput,
  _step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const since = typeof kept.since === 'string' ? Date.parse(kept.since) : Number.NaN;
  if (Number.isNaN(since)) throw new RangeError('the time of the purchase was not kept');
  const answer = await search(
    env,
    [
      {
        trackingId: input.reference,
        account: accountOf(env).number,
        ...searchDays(input, since, env.now().getTime()),
      },
    ],
    'look up shipment',
  );
  if (!answer.has('SearchResults')) return { kind: 'absent' };
  const results = answer.object('SearchResults').strictList('SearchResult', (r) => r);
  for (const result of results.filter((r) => isFound(r))) {
    const shipment = result.object('Shipment');
    const details = shipment.object('details');
    const named = REFERENCES.some((name) => details.has(name) && details.string(name) === input.reference);
    if (!named) continue;
    const pin = shipment.string('shipmentPin', PIN);
    const pins = shipment.object('packages').strictList('package', (p) => p.string('pin', PIN));
    // The first piece bears the number of the shipment.
    const pieces = pins.includes(pin) ? [pin, ...pins.filter((p) => p !== pin)] : pins;
    return { kind: 'found', step: 'create', ...bought(input, pin, pieces, shipment, env.mode) };
  }
  return { kind: 'absent' };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'check', effect: 'read', run: check },
    { name: 'create', effect: 'create', run: create },
    { name: 'papers', effect: 'read', run: fetchPapers },
  ],
  recovery: 'by-reference',
  recover,
  // Tracking learns of a shipment with its first manifest record, not with the answer (README.md, "Recovery").
  settleAfterMs: 30 * 60_000,
};
