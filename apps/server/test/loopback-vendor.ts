/**
 * A small carrier on loopback for tests of the journal: real HTTP, its own books, and a script of what goes wrong next.
 * It can be asked about an outcome in any of the ways carriers can.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBreakers } from '@scanship/connector-kit/http/breaker';
import type {
  CancelInput,
  CancelResult,
  Carrier,
  CarrierFile,
  CarrierManifest,
  ShipInput,
  ShipResult,
} from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { openCarrierEnv } from '@scanship/connector-kit/steps/open-environment';
import { createOutboundDispatcher } from '@scanship/connector-kit/http/outbound-guard';
import { memoryQuota } from '@scanship/connector-kit/http/quota';
import type { Step, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { LabelModel } from '@scanship/domain/printing/label';
import { encodeGif } from '@scanship/simulator-kit/label-gif';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';

export type Mishap =
  /** Answers an error of its own and has done nothing. */
  | 'error-before'
  /** Has done it, then answers an error of its own. */
  | 'error-after'
  /** Has done it and cuts the line. */
  | 'drop-after'
  /** Declines. */
  | 'refuse'
  /** Never answers, does it after a while. */
  | 'late'
  /** Does it and answers, both after a while. */
  | 'slow';

export interface BookedLabel {
  readonly reference: string;
  readonly id: string;
  readonly parcels: readonly number[];
  /** Units declared to customs with the call. */
  readonly declared: number;
  voided: boolean;
}

export interface LoopbackVendor {
  readonly carrier: Carrier;
  readonly manifest: CarrierManifest;
  readonly books: BookedLabel[];
  /** Calls it has received, by name. */
  readonly calls: string[];
  /** The moment from which each look-up was told to search. */
  readonly searchedFrom: (string | undefined)[];
  /** What happens to the next calls of a name, one each; "create:2" means those whose first parcel is number 2. */
  readonly script: Map<string, Mishap[]>;
  /** While true nothing is answered at all. */
  silent: boolean;
  readonly env: CarrierEnv;
  close(): Promise<void>;
}

export interface VendorOptions {
  readonly recovery: SteppedOperation<ShipInput, ShipResult>['recovery'];
  readonly parcelsPerCall?: number;
  readonly shipperNumbers?: boolean;
  readonly settleAfterMs?: number;
  readonly refund?: 'now' | 'later' | 'none';
  /** Labels are looked at before they are voided, and voided ones are declined. Otherwise voiding twice is one void. */
  readonly looksBeforeVoid?: boolean;
  readonly deadlineMs?: number;
  /** Labels are data that we draw, as a rate sheet's are, instead of the vendor's own ZPL. */
  readonly drawn?: boolean;
  /** Labels are GIF pictures lying on their side where a PDF is wished for. */
  readonly picture?: boolean;
}

/** A valid, tiny ZPL label. */
const labelOf = (tracking: string): Uint8Array =>
  new TextEncoder().encode(`^XA^PW812^LL1218^FO50,50^A0N,40,40^FD${tracking}^FS^XZ`);

/** A label of 6 x 4 inches at 100 dpi, lying on its side: one black box that stands low and left when it is upright. */
function pictureLabel(): Uint8Array {
  const [width, height] = [600, 400];
  const data = new Uint8Array(width * height).fill(255);
  for (let y = 340; y < 380; y += 1) data.fill(0, y * width + 480, y * width + 580);
  return encodeGif({ width, height, data });
}

const LATE_MS = 1_000;
const SLOW_MS = 1_500;
const clock = (): Date => new Date();

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

export async function startVendor(options: VendorOptions): Promise<LoopbackVendor> {
  const books: BookedLabel[] = [];
  const calls: string[] = [];
  const searchedFrom: (string | undefined)[] = [];
  const script = new Map<string, Mishap[]>();
  const state = { silent: false };

  const book = (reference: string, parcels: readonly number[], declared: number): BookedLabel => {
    const known = options.recovery === 'own-key' ? books.find((label) => label.reference === reference) : undefined;
    if (known) return known;
    const label = { reference, id: `L${books.length + 1}`, parcels, declared, voided: false };
    books.push(label);
    return label;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://loopback');
    const name = url.pathname.split('/')[1] ?? '';
    calls.push(name);
    const send = (status: number, value: object): void => sendJson(response, status, value);
    const body = await bodyOf(request);
    if (state.silent) return;
    const first = Array.isArray(body['parcels']) ? String(body['parcels'][0]) : '';
    const mishap = script.get(`${name}:${first}`)?.shift() ?? script.get(name)?.shift();
    if (mishap === 'refuse') return send(422, { message: 'The postal code does not exist.' });
    if (mishap === 'error-before') return send(500, { message: 'down' });
    const act = (): object | undefined => {
      const reference =
        typeof body['reference'] === 'string' ? body['reference'] : (url.searchParams.get('reference') ?? '');
      switch (name) {
        case 'create':
          return book(reference, body['parcels'] as number[], Number(body['declared'] ?? 0));
        case 'find':
          return { label: books.find((label) => label.reference === reference) ?? null };
        case 'voided':
          return { voided: books.some(({ id, voided }) => voided && id === url.searchParams.get('id')) };
        case 'void': {
          const label = books.find((each) => each.id === body['id']);
          if (label) label.voided = true;
          return label;
        }
        default:
          return undefined;
      }
    };
    if (mishap === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    if (mishap === 'late') {
      setTimeout(act, LATE_MS);
      return;
    }
    const done = act();
    if (mishap === 'drop-after') return void response.destroy();
    if (mishap === 'error-after') return send(502, { message: 'bad gateway' });
    return done ? send(200, done) : send(404, { message: 'not found' });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const manifest: CarrierManifest = {
    slug: 'loopback',
    name: 'Loopback Post',
    maturity: 'samples',
    originCountries: ['*'],
    services: [{ code: 'GROUND', name: 'Ground', scope: 'both' }],
    capabilities: {
      rate: false,
      ship: true,
      cancel: true,
      track: false,
      testConnection: false,
      parcelsPerCall: options.parcelsPerCall ?? 1,
      international: true,
      signature: false,
      insurance: false,
      shipperNumbers: options.shipperNumbers ?? false,
    },
    credentials: [],
    limits: { maxGrams: 30_000, dimensionsRequired: false },
    quota: { calls: 1_000, perMs: 1_000 },
    deadlineMs: { rate: 1_000, ship: options.deadlineMs ?? 700, other: options.deadlineMs ?? 700 },
    endpoints: {},
    labelFormats: options.drawn ? ['pdf', 'zpl'] : options.picture ? ['gif', 'zpl'] : ['zpl'],
  };
  const fileOf = (label: BookedLabel, number: number, input: ShipInput): CarrierFile => {
    const trackingNumber = `LP${label.id}${number}`;
    const { from, to, shipDate } = input.shipment;
    if (options.picture && input.labelFormat === 'pdf')
      return {
        kind: 'bytes',
        document: 'label',
        format: 'gif',
        bytes: pictureLabel(),
        parcelNumber: number,
        picture: { turn: 90, dotsPerInch: 100 },
      };
    if (!options.drawn)
      return { kind: 'bytes', document: 'label', format: 'zpl', bytes: labelOf(trackingNumber), parcelNumber: number };
    const model: LabelModel = {
      language: 'en',
      carrierName: manifest.name,
      serviceName: 'Ground',
      trackingNumber,
      from,
      to,
      weightGrams: 500,
      shipDate,
      parcelNumber: number,
      parcelCount: label.parcels.length,
      references: [],
      test: false,
    };
    return { kind: 'drawn', document: 'label', parcelNumber: number, model };
  };
  const shipped = (label: BookedLabel, input: ShipInput): Partial<ShipResult> => ({
    carrierShipmentId: label.id,
    parcels: label.parcels.map((number) => ({ number, trackingNumber: `LP${label.id}${number}` })),
    files: label.parcels.map((number) => fileOf(label, number, input)),
    messages: ['The house number is unknown.'],
  });
  const voidResult: CancelResult = { refund: options.refund ?? 'now' };
  const isVoided = async (env: CarrierEnv, { carrierShipmentId: id }: CancelInput): Promise<boolean> => {
    const response = await env.http.send({ method: 'GET', path: '/voided', name: 'voided', query: { id } });
    return (response.json() as { voided: boolean }).voided;
  };
  const look: Step<CancelInput, CancelResult> = {
    name: 'look',
    effect: 'read',
    async run(input, _kept, env) {
      if (await isVoided(env, input)) throw fail('refused', 'This label has already been voided.');
      return { kind: 'done' };
    },
  };
  const carrier: Carrier = {
    manifest,
    ship: {
      recovery: options.recovery,
      settleAfterMs: options.settleAfterMs ?? 600,
      steps: [
        {
          name: 'create',
          effect: 'create',
          async run(input, _kept, env) {
            const response = await env.http.send({
              method: 'POST',
              path: '/create',
              name: 'create',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({
                reference: input.reference,
                parcels: input.shipment.parcels.map((parcel) => parcel.number),
                declared: input.shipment.customs?.items.reduce((n, item) => n + item.quantity, 0) ?? 0,
              }),
            });
            const label = response.json() as BookedLabel;
            return { kind: 'done', keep: { id: label.id }, result: shipped(label, input) };
          },
        },
      ],
      async recover(input, step, _kept, env) {
        searchedFrom.push(input.perhapsSince);
        const response = await env.http.send({
          method: 'GET',
          path: '/find',
          name: 'find',
          query: { reference: input.reference },
        });
        const { label } = response.json() as { label: BookedLabel | null };
        return label
          ? { kind: 'found', step, keep: { id: label.id }, result: shipped(label, input) }
          : { kind: 'absent' };
      },
    },
    cancel: {
      recovery: options.looksBeforeVoid ? 'by-reference' : 'own-key',
      settleAfterMs: options.settleAfterMs ?? 600,
      steps: [
        ...(options.looksBeforeVoid ? [look] : []),
        {
          name: 'void',
          effect: 'create',
          async run(input, kept, env) {
            await env.http.send({
              method: 'POST',
              path: '/void',
              name: 'void',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ id: kept['id'] ?? input.carrierShipmentId }),
            });
            return { kind: 'done', result: voidResult };
          },
        },
      ],
      async recover(input, step, _kept, env) {
        return (await isVoided(env, input)) ? { kind: 'found', step, result: voidResult } : { kind: 'absent' };
      },
    },
  };
  const dispatcher = createOutboundDispatcher({ allowLoopback: () => true });
  const env = openCarrierEnv(
    manifest,
    { id: 'loopback', mode: 'simulator', credentials: {}, settings: {}, simulatorAddress: `http://127.0.0.1:${port}` },
    {
      quota: memoryQuota(),
      breakers: createBreakers({ faults: 1_000, openMs: 1_000 }),
      tokens: createTokenCache({ now: clock }),
      dispatcher,
      trace: { record: () => undefined },
      now: clock,
    },
  );
  return {
    carrier,
    manifest,
    books,
    calls,
    searchedFrom,
    script,
    env,
    get silent() {
      return state.silent;
    },
    set silent(value) {
      state.silent = value;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await dispatcher.close();
    },
  };
}
