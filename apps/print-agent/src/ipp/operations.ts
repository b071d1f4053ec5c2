/** The operations the agent needs (RFC 8011; CUPS-Get-Printers of the CUPS documentation, "CUPS Implementation of IPP"). */
import os from 'node:os';
import { type Attributes, attribute, encodeRequest, GROUP, type IppAnswer, type OutAttribute, TAG } from './message.ts';
import { exchange, type IppTarget } from './transport.ts';

const OPERATION = {
  printJob: 0x0002,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
  cupsGetPrinters: 0x4002,
} as const;

/** Statuses the agent tells apart (RFC 8011, appendix B). Below 0x0100 is success. */
export const STATUS = {
  notFound: 0x0406,
  gone: 0x0407,
  unsupportedFormat: 0x040a,
  serverError: 0x0500,
  operationNotSupported: 0x0501,
  serviceUnavailable: 0x0502,
  deviceError: 0x0504,
  temporaryError: 0x0505,
  notAcceptingJobs: 0x0506,
  busy: 0x0507,
} as const;
export const isSuccess = (status: number): boolean => status < 0x0100;

/** How long a question may take; sending a document may take longer. */
const ASK_MS = 10_000;
const SEND_MS = 120_000;

let lastId = 0;
const nextId = (): number => {
  lastId = (lastId % 0x7ffffff0) + 1;
  return lastId;
};

let user: string | undefined;
function userName(): string {
  if (user === undefined) {
    try {
      user = os.userInfo().username;
    } catch {
      user = 'print-agent';
    }
  }
  return user;
}

const common = (uri: string | undefined): OutAttribute[] => [
  attribute(TAG.charset, 'attributes-charset', 'utf-8'),
  attribute(TAG.language, 'attributes-natural-language', 'en'),
  ...(uri === undefined ? [] : [attribute(TAG.uri, 'printer-uri', uri)]),
  attribute(TAG.name, 'requesting-user-name', userName()),
];

function ask(target: IppTarget, operation: number, attributes: readonly OutAttribute[]): Promise<IppAnswer> {
  const request = { operation, requestId: nextId(), groups: [{ tag: GROUP.operation, attributes }] };
  return exchange(target, encodeRequest(request), { timeoutMs: ASK_MS });
}

const groupsOf = (answer: IppAnswer, tag: number): readonly Attributes[] =>
  answer.groups.filter((group) => group.tag === tag).map((group) => group.attributes);

/** Cut at whole characters: names are at most 255 bytes (RFC 8011, 5.1.3). */
export function shortName(name: string, most = 255): string {
  let kept = '';
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    kept += character;
  }
  return kept;
}

export interface PrintRequest {
  readonly jobName: string;
  readonly documentFormat: string;
  readonly document: readonly Buffer[];
  /** Attributes of the job: copies, media and so on. */
  readonly job: readonly OutAttribute[];
  readonly betweenPieces?: () => Promise<void> | void;
}

/** Print-Job: the job's number where it was accepted, else the status and the printer's message. */
export async function printJob(
  target: IppTarget,
  request: PrintRequest,
): Promise<{ readonly status: number; readonly jobId: number | undefined; readonly message: string | undefined }> {
  const message = encodeRequest({
    operation: OPERATION.printJob,
    requestId: nextId(),
    groups: [
      {
        tag: GROUP.operation,
        attributes: [
          ...common(target.uri),
          attribute(TAG.name, 'job-name', shortName(request.jobName)),
          attribute(TAG.boolean, 'ipp-attribute-fidelity', false),
          attribute(TAG.mime, 'document-format', request.documentFormat),
        ],
      },
      ...(request.job.length > 0 ? [{ tag: GROUP.job, attributes: request.job }] : []),
    ],
  });
  const answer = await exchange(target, message, {
    timeoutMs: SEND_MS,
    document: request.document,
    betweenPieces: request.betweenPieces,
  });
  const id = groupsOf(answer, GROUP.job)[0]?.get('job-id')?.[0];
  const words = groupsOf(answer, GROUP.operation)[0]?.get('status-message')?.[0];
  return {
    status: answer.status,
    jobId: typeof id === 'number' ? id : undefined,
    message: typeof words === 'string' ? words : undefined,
  };
}

const JOB_ATTRIBUTES = [
  'job-id',
  'job-name',
  'job-state',
  'job-state-reasons',
  'job-state-message',
  'job-k-octets',
  'job-impressions-completed',
] as const;

/** What a queue says of one job; undefined where it does not know it (any more). */
export async function getJob(target: IppTarget, jobId: number): Promise<Attributes | undefined> {
  const answer = await ask(target, OPERATION.getJobAttributes, [
    ...common(target.uri),
    attribute(TAG.integer, 'job-id', jobId),
    attribute(TAG.keyword, 'requested-attributes', ...JOB_ATTRIBUTES),
  ]);
  if (answer.status === STATUS.notFound || answer.status === STATUS.gone) return undefined;
  if (!isSuccess(answer.status)) throw new Error(`Get-Job-Attributes was refused (${hex(answer.status)})`);
  return groupsOf(answer, GROUP.job)[0];
}

/** All jobs of a queue that it still remembers. @throws where it cannot list them */
export async function getJobs(target: IppTarget, which: 'completed' | 'not-completed'): Promise<readonly Attributes[]> {
  const answer = await ask(target, OPERATION.getJobs, [
    ...common(target.uri),
    attribute(TAG.keyword, 'which-jobs', which),
    attribute(TAG.keyword, 'requested-attributes', ...JOB_ATTRIBUTES),
  ]);
  if (!isSuccess(answer.status)) throw new Error(`Get-Jobs was refused (${hex(answer.status)})`);
  return groupsOf(answer, GROUP.job);
}

export async function cancelJob(target: IppTarget, jobId: number): Promise<boolean> {
  const answer = await ask(target, OPERATION.cancelJob, [
    ...common(target.uri),
    attribute(TAG.integer, 'job-id', jobId),
  ]);
  return isSuccess(answer.status);
}

/** What the agent wants to know of a printer. */
export const PRINTER_ATTRIBUTES = [
  'printer-name',
  'printer-info',
  'printer-make-and-model',
  'printer-state',
  'printer-state-reasons',
  'printer-is-accepting-jobs',
  'printer-type',
  'printer-resolution-default',
  'document-format-supported',
  'media-supported',
  'media-default',
  'copies-supported',
  'print-scaling-supported',
  'orientation-requested-supported',
  'device-uri',
] as const;

export async function getPrinter(target: IppTarget): Promise<Attributes> {
  const answer = await ask(target, OPERATION.getPrinterAttributes, [
    ...common(target.uri),
    attribute(TAG.keyword, 'requested-attributes', ...PRINTER_ATTRIBUTES),
  ]);
  const printer = groupsOf(answer, GROUP.printer)[0];
  if (!isSuccess(answer.status) || !printer)
    throw new Error(`Get-Printer-Attributes was refused (${hex(answer.status)})`);
  return printer;
}

/** Every queue of a CUPS server; empty when it has none. */
export async function cupsPrinters(target: IppTarget): Promise<readonly Attributes[]> {
  const answer = await ask(target, OPERATION.cupsGetPrinters, [
    ...common(undefined),
    attribute(TAG.keyword, 'requested-attributes', ...PRINTER_ATTRIBUTES),
  ]);
  if (answer.status === STATUS.notFound) return [];
  if (!isSuccess(answer.status)) throw new Error(`CUPS-Get-Printers was refused (${hex(answer.status)})`);
  return groupsOf(answer, GROUP.printer);
}

/** Status as documentation writes it. */
export const hex = (status: number): string => `0x${status.toString(16).padStart(4, '0')}`;
