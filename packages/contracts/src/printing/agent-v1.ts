/**
 * What a print agent says to the server. Installed agents lag by months: this file only grows (new optional fields, new
 * calls); what an agent of version 1.0.0 sends stays accepted, and what it reads stays there.
 *
 * `auth: 'agent'`: bearer is the token the pairing gave, good for one machine of one tenant, revocable in the device manager.
 */
import { AGENT_STEPS, PAPER_SIZES, PRINT_FORMATS, PRINTER_STATES } from '@scanship/domain/printing/printing';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id } from '../common.ts';

const text = (max: number) => z.string().check(z.maxLength(max));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Made at random on the machine's first run and kept there; not a hardware id. */
export const machineId = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
export const agentPlatform = z.enum(['linux', 'win32', 'darwin']);
export const agentVersion = z.string().check(z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/));

/** Seconds `jobs/next` waits at most before it answers that there is nothing. */
export const LONGEST_POLL_SECONDS = 25;
/** Most printers of one machine. */
export const MOST_PRINTERS = 100;

const machine = {
  machineId,
  hostName: text(200),
  platform: agentPlatform,
  arch: text(20),
  agentVersion,
};

/** `agent.json` beside a downloaded agent. */
export const agentFile = z.object({
  /** Origin of the franchise's host; calls are below its `/api`. */
  server: z.url().check(z.maxLength(300)),
  /** Good once and for a quarter of an hour. Absent after the pairing. */
  code: z.optional(text(200)),
  brandName: z.optional(text(200)),
});
export type AgentFile = z.infer<typeof agentFile>;

export const pairAgent = defineCall({
  id: 'pairAgent',
  method: 'POST',
  path: '/agent/v1/pair',
  summary: 'Trade the one-time code of a downloaded agent for its own access',
  auth: 'public',
  audited: false,
  body: z.object({ code: text(200), ...machine }),
  data: z.object({ agentId: id, token: z.string(), brandName: z.string(), customerName: z.string() }),
});

/** One queue of the machine, or a printer on its network that takes raw data. */
export const agentPrinter = z.object({
  /** Name of the queue; unique on the machine. */
  name: text(200),
  /** What people read where it differs. */
  displayName: z.optional(z.nullable(text(200))),
  driver: z.optional(z.nullable(text(300))),
  connection: z.enum(['system', 'raw']),
  isDefault: z.boolean(),
  state: z.enum(PRINTER_STATES),
  /** IPP keywords without severity ("media-empty", "cover-open"). */
  reasons: z.array(text(100)).check(z.maxLength(30)),
  formats: z.array(z.enum(PRINT_FORMATS)).check(z.maxLength(PRINT_FORMATS.length)),
  dpi: z.nullable(z.int().check(z.minimum(72), z.maximum(2400))),
  sizes: z.array(z.enum(PAPER_SIZES)).check(z.maxLength(PAPER_SIZES.length)),
});
export type AgentPrinter = z.infer<typeof agentPrinter>;

export const syncAgentPrinters = defineCall({
  id: 'syncAgentPrinters',
  method: 'POST',
  path: '/agent/v1/printer/sync',
  summary: "Replace the list of a machine's printers with what it sees now",
  auth: 'agent',
  audited: false,
  body: z.object({ ...machine, printers: z.array(agentPrinter).check(z.maxLength(MOST_PRINTERS)) }),
  data: z.object({
    /** Printers on the machine's network that were entered in the device manager: reached directly, raw. */
    networkPrinters: z.array(
      z.object({
        name: z.string(),
        host: z.string(),
        port: z.int(),
        format: z.enum(PRINT_FORMATS),
        dpi: z.nullable(z.int()),
      }),
    ),
    /** Report again after this time even when nothing changed. */
    againAfterSeconds: z.int(),
  }),
});

export const agentJob = z.object({
  id,
  printerName: z.string(),
  /** What people call it ("Label of order 1001"); also the name of the job in the printer's queue, after its id. */
  title: z.string(),
  format: z.enum(PRINT_FORMATS),
  size: z.nullable(z.enum(PAPER_SIZES)),
  dpi: z.nullable(z.int()),
  copies: z.int(),
  bytes: z.int(),
  sha256,
  /** Not to be sent after this instant. */
  expiresAt: z.string(),
  /** How long the agent may keep it without a report. */
  leaseSeconds: z.int(),
});
export type AgentJob = z.infer<typeof agentJob>;

export const nextAgentJob = defineCall({
  id: 'nextAgentJob',
  method: 'POST',
  path: '/agent/v1/jobs/next',
  summary: 'Wait for the next print job of this machine and lease it',
  auth: 'agent',
  audited: false,
  body: z.object({
    waitSeconds: z.int().check(z.minimum(0), z.maximum(LONGEST_POLL_SECONDS)),
    agentVersion,
    /** Jobs the agent still has: their leases are prolonged, and they are not handed out again. */
    holding: z.array(id).check(z.maxLength(200)),
  }),
  data: z.object({
    job: z.nullable(agentJob),
    /** Something else to do first: report the printers again, or look for an update. */
    ask: z.nullable(z.enum(['sync', 'update'])),
  }),
});

export const agentJobContent = defineCall({
  id: 'agentJobContent',
  method: 'GET',
  path: '/agent/v1/jobs/{id}/content',
  summary: 'The bytes to print, ready for the printer',
  auth: 'agent',
  audited: false,
  params: z.object({ id }),
  produces: 'application/octet-stream',
});

export const reportAgentJob = defineCall({
  id: 'reportAgentJob',
  method: 'POST',
  path: '/agent/v1/jobs/{id}/report',
  summary: 'How far a print job is; a repeated report changes nothing',
  auth: 'agent',
  audited: false,
  params: z.object({ id }),
  body: z.object({
    step: z.enum(AGENT_STEPS),
    /** The machine's clock, ISO 8601 instant. */
    at: z.iso.datetime(),
    /** Number of the job in the machine's own queue. */
    spoolRef: z.optional(z.nullable(text(200))),
    /** The printer's own reason, in words or IPP keywords. */
    reason: z.optional(z.nullable(text(500))),
  }),
  data: z.object({
    /** What the server makes of it; a job that is not the agent's any more must not be sent. */
    goOn: z.boolean(),
  }),
});

/**
 * The newest package for this machine. The signature is made by the release key, which never is on a server: Ed25519 over
 * the exact text of `statement` (JSON with version, platform, arch, sha256 and size); the agent holds the public key.
 */
export const agentUpdate = defineCall({
  id: 'agentUpdate',
  method: 'GET',
  path: '/agent/v1/update',
  summary: 'A newer, signed package of the agent, if there is one',
  auth: 'agent',
  audited: false,
  query: z.object({ agentVersion, platform: agentPlatform, arch: text(20) }),
  data: z.object({
    update: z.nullable(z.object({ statement: z.string(), signature: z.string() })),
  }),
});

export const agentUpdatePackage = defineCall({
  id: 'agentUpdatePackage',
  method: 'GET',
  path: '/agent/v1/update/package/{sha256}',
  summary: 'The bytes of a package named by an update',
  auth: 'agent',
  audited: false,
  params: z.object({ sha256 }),
  produces: 'application/octet-stream',
});

export const unpairAgent = defineCall({
  id: 'unpairAgent',
  method: 'POST',
  path: '/agent/v1/unpair',
  summary: 'The agent was removed from its machine',
  auth: 'agent',
  audited: false,
  data: z.object({ message: z.string() }),
});
