/** What can be held here of the Windows side: texts, argument, reading of answers, decisions. Nothing of it ran on Windows. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentJob } from '@scanship/contracts/printing/agent-v1';
import { describe, expect, it } from 'vitest';
import { commandLine, powerShell, readAnswer, scriptArgument, writeScripts } from './power-shell.ts';
import { MARK, type ScriptName, SCRIPTS } from './scripts.ts';
import { type WindowsSpooler, windowsPrinter } from './windows-printer.ts';
import { windowsJob, windowsPapers, windowsState } from './words.ts';

const row = {
  name: 'ZDesigner "GK420d" & Söhne',
  driver: 'ZDesigner GK420d',
  isDefault: true,
  offline: false,
  status: 3,
  errorState: 0,
  dpi: 203,
  papers: ['4.00" x 6.00"', 'Letter'],
};
const job: AgentJob = {
  id: '00000000-0000-4000-8000-000000000001',
  printerName: row.name,
  title: 'Label',
  format: 'zpl',
  size: '4x6',
  dpi: 203,
  copies: 1,
  bytes: 3,
  sha256: '',
  expiresAt: '',
  leaseSeconds: 60,
};

/** A spooler that answers from a list, and keeps what it was asked. */
function spooler(answers: Partial<Record<ScriptName, unknown[]>>) {
  const asked: { script: ScriptName; request: unknown }[] = [];
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'print-agent-win-'));
  const made: WindowsSpooler = {
    folder,
    async run(script, request) {
      asked.push({ script, request });
      const answer = answers[script]?.shift();
      if (answer === undefined) throw new Error('PowerShell gave no answer');
      return answer;
    },
  };
  return { made, asked, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

describe('PowerShell', () => {
  it('gets one argument that no shell can misread, whatever the names', () => {
    const request = { printer: 'a "b" \'c\' %PATH% $(x) ; | & ` é 中', copies: 2 };
    const argument = scriptArgument(request);
    expect(argument).toMatch(/^[A-Za-z0-9+/=]+$/);
    expect(JSON.parse(Buffer.from(argument, 'base64').toString('utf8'))).toEqual(request);
    expect(commandLine('C:\\x\\raw.ps1', request).slice(-4)).toEqual(['-File', 'C:\\x\\raw.ps1', '-Request', argument]);
  });

  it('is read past whatever else it prints', () => {
    expect(readAnswer(`\uFEFFprofile noise\r\n${MARK}{"job":7}\r\n`)).toEqual({ job: 7 });
    expect(() => readAnswer('At line:1 char:5 access denied')).toThrow('access denied');
  });

  it('runs as a child with the script it names', async () => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), 'print-agent-ps-'));
    await writeScripts(folder);
    const stand = path.join(folder, 'stand-in.sh');
    fs.writeFileSync(stand, `#!/bin/sh\nfor each in "$@"; do last=$each; done\necho '${MARK}{"asked":"'$last'"}'\n`, {
      mode: 0o755,
    });
    expect(await powerShell(folder, stand)('list.ps1', { a: 1 })).toEqual({ asked: scriptArgument({ a: 1 }) });
    const text = fs.readFileSync(path.join(folder, 'raw.ps1'), 'utf8');
    expect(text.startsWith('\uFEFFparam([string]$Request)\r\n')).toBe(true);
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('has scripts whose brackets and here-strings are whole', () => {
    for (const text of Object.values(SCRIPTS)) {
      const count = (letter: string) => text.split(letter).length;
      expect(count('{')).toBe(count('}'));
      expect(count('(')).toBe(count(')'));
      expect((text.match(/^@'|@'$/gm) ?? []).length).toBe((text.match(/^'@$/gm) ?? []).length);
    }
  });
});

describe('a queue of Windows', () => {
  it('is described with language, paper and state', async () => {
    const { made, remove } = spooler({ 'list.ps1': [{ printers: [row] }] });
    expect(await windowsPrinter(made, row).describe()).toMatchObject({
      formats: ['zpl', 'png'],
      sizes: ['4x6', 'letter'],
      state: 'ready',
      dpi: 203,
    });
    expect(windowsState({ ...row, errorState: 4 })).toEqual({ state: 'stopped', reasons: ['media-empty'] });
    expect(windowsState({ ...row, offline: true })).toEqual({ state: 'offline', reasons: ['offline'] });
    expect(windowsPapers(['A4', '102mm x 152mm', 'US Letter'])).toEqual(['4x6', 'letter', 'a4']);
    expect(windowsJob(0x40)).toEqual({ is: 'open', reasons: ['media-empty'] });
    remove();
  });

  it('tells taken, refused, later and cut apart, and follows a job until it is gone', async () => {
    const { made, asked, remove } = spooler({
      'raw.ps1': [
        { job: 7 },
        { error: 1801, at: 'open' },
        { error: 1722, at: 'open' },
        { error: 64, at: 'write', job: 8 },
      ],
      'jobs.ps1': [{ jobs: [{ id: 7, name: `${job.id} Label`, status: 0x10 }] }, { jobs: [] }, { jobs: [] }],
    });
    const printer = windowsPrinter(made, row);
    const send = async () => {
      const prepared = await printer.prepare(job);
      if (prepared.is !== 'ready') throw new Error('not ready');
      return prepared.send(Buffer.from('^XA'), {});
    };
    expect(await send()).toEqual({ is: 'accepted', spoolRef: '7' });
    expect((await send()).is).toBe('refused');
    expect((await send()).is).toBe('later');
    expect((await send()).is).toBe('cut');
    expect((await send()).is).toBe('cut');
    expect(asked[0]?.request).toMatchObject({ printer: row.name, title: `${job.id} Label`, copies: 1 });
    expect(await printer.outcome(job, '7')).toEqual({ is: 'open', reasons: [] });
    expect(await printer.outcome(job, '7')).toEqual({ is: 'printed' });
    // Windows forgets what it printed: absent after a crash says nothing.
    expect(await printer.find(job)).toEqual({ is: 'cannot-tell' });
    expect(fs.readdirSync(made.folder)).toEqual([]);
    remove();
  });
});
