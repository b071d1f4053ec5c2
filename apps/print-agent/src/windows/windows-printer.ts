/**
 * A queue of Windows. Printer language goes in raw; pages come as pictures (`png`), because Windows itself draws no PDF.
 * Windows forgets a job when it was printed: one that was seen and is gone without a fault is printed, one that cannot be found
 * after a crash is nobody's to know.
 */
import fs from 'node:fs/promises';
import type { AgentJob, AgentPrinter } from '@scanship/contracts/printing/agent-v1';
import { PAPER_TENTHS, type PrintFormat } from '@scanship/domain/printing/printing';
import * as z from 'zod/mini';
import { picturesOf } from '../png-pages.ts';
import {
  type Found,
  type Outcome,
  type Prepared,
  type PrinterPort,
  queueName,
  type Sent,
} from '../printers/printer-port.ts';
import type { RunScript } from './power-shell.ts';
import { isForLater, spoolReason, windowsJob, windowsPapers, type WindowsPrinterRow, windowsState } from './words.ts';

export interface WindowsSpooler {
  readonly run: RunScript;
  /** Folder for the pages of a job while it is handed over. */
  readonly folder: string;
}

const row = z.object({
  name: z.string(),
  driver: z.nullable(z.string()),
  isDefault: z.boolean(),
  offline: z.boolean(),
  status: z.number(),
  errorState: z.number(),
  dpi: z.number(),
  papers: z.array(z.string()),
});
const listAnswer = z.object({ printers: z.array(row) });
const jobsAnswer = z.object({
  jobs: z.array(z.object({ id: z.number(), name: z.nullable(z.string()), status: z.number() })),
});
const sendAnswer = z.object({ job: z.optional(z.number()), error: z.optional(z.number()), at: z.optional(z.string()) });

/** What a driver takes: its printer language by its name, pictures always. */
export function windowsFormats(driver: string | null): readonly PrintFormat[] {
  const name = driver ?? '';
  if (/\bEPL\b|eltron/i.test(name)) return ['epl', 'png'];
  if (/zdesigner|zebra|\bzpl/i.test(name)) return ['zpl', 'png'];
  return ['png'];
}

export function describeWindows(found: WindowsPrinterRow): AgentPrinter {
  const { state, reasons } = windowsState(found);
  return {
    name: found.name.slice(0, 200),
    displayName: null,
    driver: found.driver?.slice(0, 300) ?? null,
    connection: 'system',
    isDefault: found.isDefault,
    state,
    reasons: [...reasons],
    formats: [...windowsFormats(found.driver)],
    dpi: found.dpi >= 72 && found.dpi <= 2400 ? found.dpi : null,
    sizes: [...windowsPapers(found.papers)],
  };
}

/** One PowerShell serves all printers that are described in the same moment. */
const LIST_FRESH_MS = 5_000;
const lists = new WeakMap<
  WindowsSpooler,
  { readonly at: number; readonly rows: Promise<readonly WindowsPrinterRow[]> }
>();

function list(spooler: WindowsSpooler): Promise<readonly WindowsPrinterRow[]> {
  const known = lists.get(spooler);
  if (known && Date.now() - known.at < LIST_FRESH_MS) return known.rows;
  const rows = spooler.run('list.ps1', {}).then((answer) => listAnswer.parse(answer).printers);
  lists.set(spooler, { at: Date.now(), rows });
  return rows;
}

export async function listWindowsPrinters(spooler: WindowsSpooler): Promise<readonly PrinterPort[]> {
  const rows = await list(spooler);
  return rows.map((found) => windowsPrinter(spooler, found));
}

export function windowsPrinter(spooler: WindowsSpooler, first: WindowsPrinterRow): PrinterPort {
  /** Status each open job had when it was seen last. */
  const seen = new Map<string, number>();
  const jobsNow = async () => jobsAnswer.parse(await spooler.run('jobs.ps1', { printer: first.name })).jobs;

  async function send(job: AgentJob, document: Buffer): Promise<Sent> {
    const files = await pages(job, document);
    const ask = {
      printer: first.name,
      title: queueName(job).slice(0, 250),
      id: job.id,
      copies: Math.max(1, job.copies),
    };
    const paper = job.size ? PAPER_TENTHS[job.size] : undefined;
    // Hundredths of an inch, as PrintDocument counts.
    const hundredths = (tenths: number | undefined) => Math.round((tenths ?? 0) / 2.54);
    try {
      const answer = sendAnswer.parse(
        job.format === 'png'
          ? await spooler.run('pages.ps1', {
              ...ask,
              files,
              dpi: job.dpi ?? 203,
              paper: { widthHundredths: hundredths(paper?.width), heightHundredths: hundredths(paper?.height) },
            })
          : await spooler.run('raw.ps1', { ...ask, file: files[0] }),
      );
      if (answer.error !== undefined) {
        const reasons = [spoolReason(answer.error)];
        if (answer.at === 'open' || answer.at === 'start')
          return isForLater(answer.error) ? { is: 'later', reasons } : { is: 'refused', reasons };
        return { is: 'cut', reasons: ['cut-while-sending', ...reasons] };
      }
      return { is: 'accepted', spoolRef: answer.job ? String(answer.job) : null };
    } catch (error) {
      return { is: 'cut', reasons: ['cut-while-sending', error instanceof Error ? error.message : String(error)] };
    } finally {
      for (const file of files) await fs.rm(file, { force: true });
    }
  }

  async function pages(job: AgentJob, document: Buffer): Promise<readonly string[]> {
    const parts = job.format === 'png' ? picturesOf(document) : [document];
    const files: string[] = [];
    for (const [index, part] of parts.entries()) {
      const file = `${spooler.folder}/${job.id}-${index + 1}.${job.format}`;
      await fs.writeFile(file, part, { mode: 0o600 });
      files.push(file);
    }
    return files;
  }

  return {
    name: first.name,

    async describe() {
      try {
        const now = (await list(spooler)).find((each) => each.name === first.name);
        return now ? describeWindows(now) : { ...describeWindows(first), state: 'offline', reasons: ['offline'] };
      } catch {
        return { ...describeWindows(first), state: 'unknown', reasons: [] };
      }
    },

    async prepare(job): Promise<Prepared> {
      if (!windowsFormats(first.driver).includes(job.format))
        return { is: 'refused', reasons: ['format-not-supported'] };
      return { is: 'ready', send: (document) => send(job, document), leave: () => undefined };
    },

    async find(job): Promise<Found> {
      const found = (await jobsNow()).find((each) => each.name?.startsWith(job.id));
      // Absent says nothing: it may have been printed and forgotten.
      return found ? { is: 'found', spoolRef: String(found.id), complete: true } : { is: 'cannot-tell' };
    },

    async outcome(job, spoolRef): Promise<Outcome> {
      const found = (await jobsNow()).find((each) => String(each.id) === spoolRef || each.name?.startsWith(job.id));
      if (found) {
        seen.set(job.id, found.status);
        const now = windowsJob(found.status);
        if (now.is === 'open') return { is: 'open', reasons: now.reasons };
        seen.delete(job.id);
        return now.is === 'printed' ? { is: 'printed' } : { is: 'failed', reasons: now.reasons };
      }
      const last = seen.get(job.id);
      seen.delete(job.id);
      // Gone while it had an error: a person removed it, or it came right and went out. Not to be guessed.
      if (last !== undefined && windowsJob(last).reasons.length > 0)
        return { is: 'unknown', reasons: ['not-in-the-queue'] };
      return { is: 'printed' };
    },
  };
}
