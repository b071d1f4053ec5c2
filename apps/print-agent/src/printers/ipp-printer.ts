/** A queue of CUPS, or a printer that speaks IPP itself. */
import type { AgentJob, AgentPrinter } from '@scanship/contracts/printing/agent-v1';
import type { PrintFormat } from '@scanship/domain/printing/printing';
import { mediaOfPaper, papersOfMedia } from '../ipp/media.ts';
import {
  type Attributes,
  attribute,
  firstNumber,
  firstText,
  type OutAttribute,
  type Resolution,
  TAG,
  texts,
} from '../ipp/message.ts';
import { cancelJob, getJob, getJobs, getPrinter, hex, isSuccess, printJob, STATUS } from '../ipp/operations.ts';
import { type IppTarget, IppUnreachable } from '../ipp/transport.ts';
import { jobOutcome, plainReasons, printerState } from '../ipp/words.ts';
import { picturesOf } from '../png-pages.ts';
import {
  type Found,
  inPieces,
  type Outcome,
  type Prepared,
  type PrinterPort,
  queueName,
  type Sent,
} from './printer-port.ts';

export interface IppPrinterSettings {
  readonly name: string;
  readonly target: IppTarget;
  /** A queue of the machine's CUPS: takes ready-made printer language past its driver. */
  readonly cups: boolean;
  readonly isDefault?: boolean;
  /** What was found when the printers were listed. */
  readonly attributes?: Attributes;
}

/** Attributes (paper, formats) change seldom; states are asked when they are reported. */
const REMEMBER_MS = 60_000;
/** Statuses after which the same job may be offered again. */
const LATER: ReadonlySet<number> = new Set([
  STATUS.serverError,
  STATUS.serviceUnavailable,
  STATUS.temporaryError,
  STATUS.notAcceptingJobs,
  STATUS.busy,
]);

const LANGUAGE_FORMATS = {
  zpl: /^application\/(vnd\.zebra[-.]zpl|zpl|x-zpl)$/i,
  epl: /^application\/(vnd\.(zebra|eltron)[-.]epl|epl2?|x-epl)$/i,
} as const;
const PAST_THE_DRIVER = 'application/vnd.cups-raw';

/** The document format a printer wants for one of ours; undefined where it does not take it. */
export function documentFormat(format: PrintFormat, attributes: Attributes, cups: boolean): string | undefined {
  const supported = texts(attributes, 'document-format-supported');
  if (format === 'pdf' || format === 'png') {
    const mime = format === 'pdf' ? 'application/pdf' : 'image/png';
    return supported.find((each) => each.toLowerCase() === mime);
  }
  const own = supported.find((each) => LANGUAGE_FORMATS[format].test(each));
  if (own) return own;
  const model = firstText(attributes, 'printer-make-and-model') ?? '';
  const speaks =
    format === 'zpl' ? /zebra|zdesigner|\bzpl/i.test(model) && !/\bepl/i.test(model) : /\bepl|eltron/i.test(model);
  const raw = /raw (printer|queue)/i.test(model);
  if (cups && (speaks || raw))
    return supported.includes(PAST_THE_DRIVER) ? PAST_THE_DRIVER : 'application/octet-stream';
  return undefined;
}

function dpiOf(attributes: Attributes): number | null {
  const found = attributes.get('printer-resolution-default')?.[0];
  if (typeof found !== 'object' || found === null || !('unit' in found)) return null;
  const resolution: Resolution = found;
  const dpi = resolution.unit === 'dpi' ? resolution.x : Math.round(resolution.x * 2.54);
  return dpi >= 72 && dpi <= 2400 ? dpi : null;
}

function mostCopies(attributes: Attributes): number {
  const found = attributes.get('copies-supported')?.[0];
  if (typeof found === 'object' && found !== null && 'to' in found) return found.to;
  return typeof found === 'number' ? found : 1;
}

/** Attributes of the job: exact size, never turned or fitted by the printer. */
export function jobAttributes(job: AgentJob, attributes: Attributes, copies: number): readonly OutAttribute[] {
  const out: OutAttribute[] = [];
  if (copies > 1) out.push(attribute(TAG.integer, 'copies', copies));
  if (job.format === 'zpl' || job.format === 'epl') return out;
  out.push(attribute(TAG.keyword, 'print-scaling', 'none'));
  const media = job.size ? mediaOfPaper(job.size, texts(attributes, 'media-supported')) : undefined;
  if (media) out.push(attribute(TAG.keyword, 'media', media));
  // 3 is upright: the document already lies as it is to be printed.
  if ((attributes.get('orientation-requested-supported') ?? []).includes(3))
    out.push(attribute(TAG.enum, 'orientation-requested', 3));
  if (job.format === 'png' && job.dpi !== null) out.push(attribute(TAG.integer, 'ppi', job.dpi));
  return out;
}

export function ippPrinter(settings: IppPrinterSettings): PrinterPort {
  const { name, target, cups } = settings;
  let known = settings.attributes;
  let knownAt = known ? Date.now() : 0;

  async function attributes(): Promise<Attributes> {
    if (known && Date.now() - knownAt < REMEMBER_MS) return known;
    known = await getPrinter(target);
    knownAt = Date.now();
    return known;
  }

  async function send(
    job: AgentJob,
    document: Buffer,
    mime: string,
    copies: Copies,
    options: SendOptionsOf,
  ): Promise<Sent> {
    // IPP knows one picture a document.
    if (job.format === 'png' && picturesOf(document).length > 1)
      return { is: 'refused', reasons: ['format-not-supported'] };
    const whole = copies.repeat > 1 ? Buffer.concat(Array.from({ length: copies.repeat }, () => document)) : document;
    try {
      const answer = await printJob(target, {
        jobName: queueName(job),
        documentFormat: mime,
        document: inPieces(whole, options.pieceBytes),
        job: jobAttributes(job, await attributes(), copies.asked),
        betweenPieces: options.passing ? () => options.passing?.('in the middle') : undefined,
      });
      if (isSuccess(answer.status) && answer.jobId !== undefined)
        return { is: 'accepted', spoolRef: String(answer.jobId) };
      if (LATER.has(answer.status)) return { is: 'later', reasons: [statusReason(answer)] };
      // "Accepted" without a number: it has to be looked for.
      if (isSuccess(answer.status)) return { is: 'cut', reasons: [statusReason(answer)] };
      return { is: 'refused', reasons: [statusReason(answer)] };
    } catch (error) {
      if (!(error instanceof IppUnreachable)) throw error;
      return error.nothingSent
        ? { is: 'later', reasons: ['offline', error.message] }
        : { is: 'cut', reasons: ['cut-while-sending', error.message] };
    }
  }

  return {
    name,

    async describe(): Promise<AgentPrinter> {
      try {
        known = await getPrinter(target);
        knownAt = Date.now();
        return describeIpp(settings, known);
      } catch {
        const last = known ? describeIpp(settings, known) : undefined;
        return { ...(last ?? unreached(settings)), state: 'offline', reasons: ['offline'] };
      }
    },

    async prepare(job): Promise<Prepared> {
      try {
        const found = await attributes();
        const mime = documentFormat(job.format, found, cups);
        if (mime === undefined) return { is: 'refused', reasons: ['format-not-supported'] };
        const copies = copiesOf(job, found);
        if (!copies) return { is: 'refused', reasons: ['copies-not-supported'] };
        return {
          is: 'ready',
          send: (document, options) => send(job, document, mime, copies, options),
          leave: () => undefined,
        };
      } catch (error) {
        return { is: 'hold', reasons: ['offline', error instanceof Error ? error.message : String(error)] };
      }
    },

    async find(job): Promise<Found> {
      // First the open ones: a job only goes from there to the completed ones, so it cannot slip through.
      for (const which of ['not-completed', 'completed'] as const) {
        const jobs = await getJobs(target, which);
        for (const found of jobs.filter((each) => firstText(each, 'job-name')?.startsWith(job.id))) {
          const id = firstNumber(found, 'job-id');
          if (id === undefined || neverArrived(found)) continue;
          const kilobytes = firstNumber(found, 'job-k-octets') ?? 0;
          // Some printers (ippeveprinter) take a document that was cut for a whole one and do not say how much they have.
          const complete = kilobytes > 0 && kilobytes >= Math.floor(job.bytes / 1024);
          if (!complete && kilobytes > 0 && which === 'not-completed') await cancelJob(target, id);
          return { is: 'found', spoolRef: String(id), complete };
        }
      }
      return { is: 'absent' };
    },

    async outcome(job, spoolRef): Promise<Outcome> {
      const found = spoolRef === null ? undefined : await getJob(target, Number(spoolRef));
      // Some printers number their jobs anew after a restart.
      if (found && (firstText(found, 'job-name')?.startsWith(job.id) ?? true)) return jobOutcome(found);
      const listed = await this.find(job);
      if (listed.is !== 'found') return { is: 'unknown', reasons: ['not-in-the-queue'] };
      const again = await getJob(target, Number(listed.spoolRef));
      return again ? jobOutcome(again) : { is: 'unknown', reasons: ['not-in-the-queue'] };
    },
  };
}

interface SendOptionsOf {
  readonly pieceBytes?: number;
  readonly passing?: (point: string) => void | Promise<void>;
}

interface Copies {
  /** As an attribute of the job. */
  readonly asked: number;
  /** How often the document itself is sent, one after the other. */
  readonly repeat: number;
}

/** Printer language can stand there several times; other formats need a printer that makes copies. */
function copiesOf(job: AgentJob, attributes: Attributes): Copies | undefined {
  if (job.copies <= 1) return { asked: 1, repeat: 1 };
  if (job.format === 'zpl' || job.format === 'epl') return { asked: 1, repeat: job.copies };
  return mostCopies(attributes) >= job.copies ? { asked: job.copies, repeat: 1 } : undefined;
}

/** A job the printer itself says did not arrive completely, and of which nothing was printed. */
const neverArrived = (job: Attributes): boolean =>
  firstNumber(job, 'job-state') === 8 &&
  plainReasons(texts(job, 'job-state-reasons')).includes('submission-interrupted') &&
  (firstNumber(job, 'job-impressions-completed') ?? 0) === 0;

function statusReason(answer: { readonly status: number; readonly message: string | undefined }): string {
  if (answer.status === STATUS.unsupportedFormat || answer.status === 0x040b) return 'format-not-supported';
  if (answer.status === STATUS.notFound) return 'printer-not-found';
  if (answer.status === STATUS.notAcceptingJobs) return 'printer-stopped';
  if (answer.status === 0x0401 || answer.status === 0x0402 || answer.status === 0x0403) return 'not-authorized';
  return `${answer.message ?? 'refused'} (${hex(answer.status)})`;
}

const unreached = (settings: IppPrinterSettings): AgentPrinter => ({
  name: settings.name,
  displayName: null,
  driver: null,
  connection: 'system',
  isDefault: settings.isDefault ?? false,
  state: 'offline',
  reasons: ['offline'],
  formats: [],
  dpi: null,
  sizes: [],
});

/** What the server is told of a queue. */
export function describeIpp(settings: IppPrinterSettings, attributes: Attributes): AgentPrinter {
  const formats = (['pdf', 'zpl', 'epl', 'png'] as const).filter(
    (format) => documentFormat(format, attributes, settings.cups) !== undefined,
  );
  const { state, reasons } = printerState(attributes);
  return {
    ...unreached(settings),
    displayName: firstText(attributes, 'printer-info')?.slice(0, 200) ?? null,
    driver: firstText(attributes, 'printer-make-and-model')?.slice(0, 300) ?? null,
    state,
    reasons: reasons.slice(0, 30).map((reason) => reason.slice(0, 100)),
    formats,
    dpi: dpiOf(attributes),
    sizes: [...papersOfMedia(texts(attributes, 'media-supported'))],
  };
}
