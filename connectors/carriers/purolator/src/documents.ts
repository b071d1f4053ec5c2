/** Papers of a shipment: asked by its number and the type, given as data once they are made. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { isLabel } from '@scanship/connector-kit/answers/pdf-file';
import { call, type Language } from './client.ts';
import { manifest } from './manifest.ts';

export interface Paper {
  readonly pin: string;
  readonly type: string;
  /** Undefined while it is being made. */
  readonly bytes: Uint8Array | undefined;
}

export const PIN = /^(\d{12}|[A-Z]{3}\d{9})$/;

const READY: Readonly<Record<string, boolean>> = { Pending: false, Queued: false, Processing: false, Completed: true };

/** ZPL may come as it is; everything else is base64. */
function dataOf(detail: ObjectReader): Uint8Array {
  const raw = detail.raw('Data');
  return typeof raw === 'string' && raw.trimStart().startsWith('^XA')
    ? new Uint8Array(Buffer.from(raw.trim(), 'utf8'))
    : detail.base64('Data');
}

function paper(detail: ObjectReader, pin: string): Paper {
  const type = detail.string('DocumentType', /^\w{3,60}$/);
  if (detail.string('DocumentStatus') === 'Error')
    throw fail('vendor-broken', `${manifest.name} could not make the document "${type}" of ${pin}.`);
  return { pin, type, bytes: detail.choice('DocumentStatus', READY) ? dataOf(detail) : undefined };
}

/**
 * All papers of the wanted types; those that were not asked for come along at times and are left out. Whole or not at all.
 * @throws FieldProblem when the answer is about another shipment
 */
export async function papersOf(
  env: CarrierEnv,
  ask: {
    readonly pin: string;
    /** Numbers the answer may be about: those of the pieces. */
    readonly pieces: readonly string[];
    readonly types: readonly string[];
    readonly format: 'pdf' | 'zpl';
    readonly language: Language;
    readonly name: string;
  },
): Promise<readonly Paper[]> {
  const { answer } = await call(env, {
    service: 'documents',
    operation: 'GetDocuments',
    name: ask.name,
    body: {
      OutputType: ask.format.toUpperCase(),
      Synchronous: true,
      DocumentCriterium: {
        DocumentCriteria: [{ PIN: { Value: ask.pin }, DocumentTypes: { DocumentType: ask.types } }],
      },
    },
    readOnly: true,
    language: ask.language,
  });
  if (!answer.has('Documents')) return [];
  const own = new Set([ask.pin, ...ask.pieces]);
  const documents = answer.object('Documents');
  if (!documents.has('Document')) return [];
  return documents
    .strictList('Document', (d) => {
      const pin = d.object('PIN').string('Value', PIN);
      if (!own.has(pin)) throw new FieldProblem(d.at('PIN'), 'is another shipment than the one asked for');
      if (!d.has('DocumentDetails')) return [];
      const details = d.object('DocumentDetails');
      return details.has('DocumentDetail') ? details.strictList('DocumentDetail', (one) => paper(one, pin)) : [];
    })
    .flat()
    .filter((one) => ask.types.includes(one.type));
}

/** What is printed as it is must be what it says. @throws ConnectorError `vendor-broken` */
export function checked(bytes: Uint8Array, format: 'pdf' | 'zpl', what: string): Uint8Array {
  if (isLabel(bytes, format)) return bytes;
  throw fail('vendor-broken', `${manifest.name} sent something else in place of the ${what}.`);
}
