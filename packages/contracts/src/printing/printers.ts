/**
 * Device manager and printing (product-spec section 7, "Printers"; decisions 40). A station is a machine with a print agent,
 * named by its `machineId`; settings are kept for each person and station.
 */
import {
  MOST_COPIES,
  PAPER_SIZES,
  PRINT_DPI,
  PRINT_FORMATS,
  PRINT_JOB_STATES,
  PRINT_TURNS,
  PRINTED_PAPERS,
  PRINTER_STATES,
} from '@scanship/domain/printing/printing';
import * as z from 'zod/mini';
import { agentPlatform, machineId } from './agent-v1.ts';
import { defineCall } from '../call.ts';
import { id, idParams, pageNumber, required } from '../common.ts';

const done = z.object({ message: z.string() });
const dpi = z.literal(PRINT_DPI);
const turn = z.literal(PRINT_TURNS);

export const printer = z.object({
  id,
  machineId: z.string(),
  /** Name of the queue: `printName` of the settings and of the test. */
  printName: z.string(),
  displayName: z.string(),
  connection: z.enum(['system', 'raw']),
  /** Entered by hand: reached by its machine over the network. Null for a queue of the machine. */
  network: z.nullable(z.object({ host: z.string(), port: z.int() })),
  isDefault: z.boolean(),
  /** `offline` also when its machine has not been heard of for ten minutes. */
  state: z.enum(PRINTER_STATES),
  /** Why it stands: IPP keywords without severity ("media-empty"), else the printer's own words. */
  reasons: z.array(z.string()),
  formats: z.array(z.enum(PRINT_FORMATS)),
  dpi: z.nullable(z.int()),
  sizes: z.array(z.enum(PAPER_SIZES)),
  /** Jobs that wait for it. */
  waiting: z.int(),
});
export type Printer = z.infer<typeof printer>;

export const printAgent = z.object({
  id,
  machineId: z.string(),
  name: z.string(),
  platform: z.nullable(agentPlatform),
  version: z.nullable(z.string()),
  /** The newest version there is a package of; null when this one is the newest. */
  newerVersion: z.nullable(z.string()),
  /** ISO 8601 instant. */
  lastContact: z.nullable(z.string()),
  online: z.boolean(),
  pairedBy: z.nullable(z.string()),
});
export type PrintAgent = z.infer<typeof printAgent>;

export const listPrinters = defineCall({
  id: 'listPrinters',
  method: 'GET',
  path: '/printer/list',
  summary: 'Machines with a print agent and their printers',
  right: 'labels.print',
  auth: 'access',
  data: z.object({ agents: z.array(printAgent), printers: z.array(printer) }),
});

/** One of the three settings. Without `printerId` documents of this kind are shown in the browser. */
export const printerSetting = z.object({
  documentType: z.enum(PRINTED_PAPERS),
  printerId: z.nullable(id),
  /** Takes over while the first one is offline or stopped. */
  fallbackPrinterId: z.nullable(id),
  /** What the printer is sent; absent answers mean: what it takes best. */
  format: z.nullable(z.enum(PRINT_FORMATS)),
  size: z.enum(PAPER_SIZES),
  dpi: z.nullable(dpi),
  turn,
  /** Two to a sheet, on letter or A4. */
  twoUp: z.boolean(),
  copies: z.int().check(z.minimum(1), z.maximum(MOST_COPIES)),
  /** Printed as soon as it is made; nothing opens in the browser. */
  autoprint: z.boolean(),
});
export type PrinterSetting = z.infer<typeof printerSetting>;

export const listPrinterSettings = defineCall({
  id: 'listPrinterSettings',
  method: 'GET',
  path: '/printer/settings/list',
  summary: 'The three settings of a station for the person who asks',
  right: 'labels.print',
  auth: 'access',
  query: z.object({ machineId: z.optional(machineId) }),
  /** Always three, in the order of PRINTED_PAPERS; without a station those of no machine (browser printing). */
  data: z.object({ machineId: z.nullable(z.string()), printerSettings: z.array(printerSetting) }),
});

export const addPrinterSettings = defineCall({
  id: 'addPrinterSettings',
  method: 'POST',
  path: '/printer/settings/add',
  summary: 'Replace all three settings of a station',
  right: 'labels.print',
  auth: 'access',
  body: z.object({ machineId, printerSetting: z.array(printerSetting).check(z.length(3)) }),
  data: z.object({ message: z.string(), printerSettings: z.array(printerSetting) }),
});

export const autoprintSetting = defineCall({
  id: 'autoprintSetting',
  method: 'POST',
  path: '/printer/settings/autoprint',
  summary: 'Switch automatic printing of one kind of document',
  right: 'labels.print',
  auth: 'access',
  body: z.object({
    machineId,
    printerSetting: z.object({ documentType: z.enum(PRINTED_PAPERS), autoprint: z.boolean() }),
  }),
  data: z.object({ message: z.string(), printerSettings: z.array(printerSetting) }),
});

export const printJob = z.object({
  id,
  title: z.string(),
  documentType: z.nullable(z.enum(PRINTED_PAPERS)),
  printName: z.string(),
  machineName: z.string(),
  state: z.enum(PRINT_JOB_STATES),
  /** Of a failed one: IPP keywords ("media-empty") or the printer's own words. */
  reason: z.nullable(z.string()),
  /** Its parcel was scanned by the carrier already: a second label may be put on another one. */
  reprintWarns: z.boolean(),
  copies: z.int(),
  /** What may be done now. */
  can: z.object({ reprint: z.boolean(), settle: z.boolean(), cancel: z.boolean() }),
  reprintOf: z.nullable(id),
  orderNumber: z.nullable(z.string()),
  askedBy: z.nullable(z.string()),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
});
export type PrintJob = z.infer<typeof printJob>;

export const testPrinter = defineCall({
  id: 'testPrinter',
  method: 'GET',
  path: '/printer/test',
  summary: 'Print a page with a ruler of 100 mm and a barcode; waits some seconds for its end',
  right: 'labels.print',
  auth: 'access',
  audited: true,
  query: z.object({ printName: required(200), machineId }),
  data: z.object({ job: printJob }),
});

export const syncPrinters = defineCall({
  id: 'syncPrinters',
  method: 'POST',
  path: '/printer/sync',
  summary: 'Ask the machines to report their printers now; answers the list as it then is',
  right: 'labels.print',
  auth: 'access',
  audited: false,
  body: z.object({ machineId: z.optional(machineId) }),
  data: z.object({
    agents: z.array(printAgent),
    printers: z.array(printer),
    /** Machines that did not answer in time. */
    silent: z.array(z.string()),
  }),
});

export const setupAgent = defineCall({
  id: 'setupAgent',
  method: 'GET',
  path: '/printer/setup',
  summary: 'Download the print agent, ready to pair with this account once within 15 minutes',
  right: 'devices.manage',
  auth: 'access',
  audited: true,
  /** Absent: by the browser's own words. */
  query: z.object({ os: z.optional(z.enum(['linux', 'windows', 'macos'])) }),
  produces: 'application/octet-stream',
});

export const renameAgent = defineCall({
  id: 'renameAgent',
  method: 'PUT',
  audited: true,
  path: '/printer/agents/{id}',
  summary: 'Name a machine',
  right: 'devices.manage',
  auth: 'access',
  params: idParams,
  body: z.object({ name: required(100) }),
  data: z.object({ agent: printAgent }),
});

export const removeAgent = defineCall({
  id: 'removeAgent',
  method: 'DELETE',
  audited: true,
  path: '/printer/agents/{id}',
  summary: "Take a machine's access back; its waiting jobs are offered again",
  right: 'devices.manage',
  auth: 'access',
  params: idParams,
  data: done,
});

/** A printer that takes raw data over the network (port 9100), reached by one of the machines. Private addresses only. */
const networkPrinter = z.object({
  machineId,
  name: required(100),
  host: required(253),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  format: z.enum(['zpl', 'epl', 'pdf']),
  dpi,
  size: z.enum(PAPER_SIZES),
});

export const addNetworkPrinter = defineCall({
  id: 'addNetworkPrinter',
  method: 'POST',
  audited: true,
  path: '/printer/network',
  summary: 'Add a printer that a machine reaches over its own network',
  right: 'devices.manage',
  auth: 'access',
  body: networkPrinter,
  data: z.object({ printer }),
});

export const removeNetworkPrinter = defineCall({
  id: 'removeNetworkPrinter',
  method: 'DELETE',
  audited: true,
  path: '/printer/network/{id}',
  summary: 'Remove a printer that was added by hand',
  right: 'devices.manage',
  auth: 'access',
  params: idParams,
  data: done,
});

/** What is to be printed; one of the two, by the kind: labels and invoices are of shipments, slips of orders. */
export const printWish = z.object({
  documentType: z.enum(PRINTED_PAPERS),
  shipmentId: z.optional(id),
  orderId: z.optional(id),
});
export type PrintWish = z.infer<typeof printWish>;

/** Why a document is shown instead of printed, or waits for its printer. */
export const PRINT_REASONS = [
  'no-agent',
  'no-printer',
  'autoprint-off',
  /** There is no such label, slip or invoice; `why` says more. */
  'no-file',
  'cannot-convert',
  /** It was sent to a printer that is offline or stopped, and prints when that comes back in time. */
  'printer-offline',
  /** The first printer is offline or stopped: it went to the fallback. */
  'fallback',
] as const;
export type PrintReason = (typeof PRINT_REASONS)[number];

/** What became of a wish: `show` means that it is to be opened in the browser, `why` says the reason in words. */
export const printOutcome = z.object({
  documentType: z.enum(PRINTED_PAPERS),
  shipmentId: z.nullable(id),
  orderId: z.nullable(id),
  outcome: z.enum(['queued', 'show']),
  jobIds: z.array(id),
  printName: z.nullable(z.string()),
  reason: z.nullable(z.enum(PRINT_REASONS)),
  why: z.nullable(z.string()),
});
export type PrintOutcome = z.infer<typeof printOutcome>;

export const printDocuments = defineCall({
  id: 'printDocuments',
  method: 'POST',
  path: '/printer/print',
  summary: 'Send documents to the printers of a station by its settings, in the given order',
  right: 'labels.print',
  auth: 'access',
  body: z.object({
    machineId,
    documents: z.array(printWish).check(z.minLength(1), z.maxLength(500)),
    /** false (default): only kinds whose autoprint is on; true: asked for by a person, so wherever there is a printer. */
    evenWithoutAutoprint: z.optional(z.boolean()),
  }),
  data: z.object({ outcomes: z.array(printOutcome) }),
  idempotent: true,
});

/** For a printer at the browser's own USB: its labels as one ZPL file. Problems: `no_labels`. */
export const rawLabels = defineCall({
  id: 'rawLabels',
  method: 'GET',
  path: '/printer/raw/{id}',
  summary: "A shipment's labels as ZPL, for a printer that the browser reaches itself",
  right: 'labels.print',
  auth: 'access',
  params: idParams,
  query: z.object({ dpi: z.optional(z.literal(['203', '300'])) }),
  produces: 'application/octet-stream',
});

export const listPrintJobs = defineCall({
  id: 'listPrintJobs',
  method: 'GET',
  path: '/printer/jobs',
  summary: 'Print jobs, newest first',
  right: 'labels.print',
  auth: 'access',
  query: z.object({
    page: z.optional(pageNumber),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
    machineId: z.optional(machineId),
    /** `attention`: failed, unknown and expired ones that nobody has dealt with. */
    state: z.optional(z.enum(['attention', 'waiting', 'all'])),
  }),
  data: z.object({
    jobs: z.array(printJob),
    totalRecords: z.int(),
    /** Over all pages: those that wait for a person, by state. */
    attention: z.object({ failed: z.int(), unknown: z.int(), expired: z.int() }),
  }),
});

export const reprintJob = defineCall({
  id: 'reprintJob',
  method: 'POST',
  path: '/printer/jobs/{id}/reprint',
  summary: 'Print it again as a new job, on the same or another printer',
  right: 'labels.print',
  auth: 'access',
  params: idParams,
  body: z.object({ printerId: z.optional(id) }),
  data: z.object({ job: printJob }),
  idempotent: true,
});

export const settlePrintJob = defineCall({
  id: 'settlePrintJob',
  method: 'POST',
  path: '/printer/jobs/{id}/settle',
  summary: 'Answer "did it print?"',
  right: 'labels.print',
  auth: 'access',
  params: idParams,
  body: z.object({ printed: z.boolean() }),
  /** With `printed: false` the new job that takes its place. */
  data: z.object({ job: printJob, reprint: z.nullable(printJob) }),
  idempotent: true,
});

export const cancelPrintJob = defineCall({
  id: 'cancelPrintJob',
  method: 'POST',
  path: '/printer/jobs/{id}/cancel',
  summary: 'Take back a job that was not sent yet',
  right: 'labels.print',
  auth: 'access',
  params: idParams,
  data: z.object({ job: printJob }),
});
