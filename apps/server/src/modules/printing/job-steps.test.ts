import {
  AGENT_STEPS,
  type AgentStep,
  mayBecome,
  PRINT_JOB_STATES,
  type PrintJobState,
} from '@scanship/domain/printing/printing';
import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { fitsAsItIs, formatFor, shapeKey, sourceFor } from './choose-format.ts';
import { whyNoPrinterAddress } from './commands/network-printers.ts';
import { afterReport } from './job-steps.ts';
import { isNewer } from './packages.ts';
import { fileStem, systemOf } from './setup-download.ts';

const walk = (from: PrintJobState, steps: readonly AgentStep[]): PrintJobState =>
  steps.reduce((state, step) => afterReport(state, step).state, from);
const FINAL = new Set<PrintJobState>(['printed', 'failed', 'reprinted', 'cancelled']);

test('in any order, any number of times, reports move a job only as the table allows and never out of an end', () => {
  assert(
    property(
      constantFrom(...PRINT_JOB_STATES),
      array(constantFrom(...AGENT_STEPS), { maxLength: 12 }),
      (start, steps) => {
        let state = start;
        for (const step of steps) {
          const { state: next, goOn } = afterReport(state, step);
          const allowed =
            next === state ||
            mayBecome(state, next) ||
            (state === 'queued' && (next === 'leased' || mayBecome('leased', next)));
          expect([state, step, next, allowed]).toEqual([state, step, next, true]);
          if (FINAL.has(state)) expect([next, goOn]).toEqual([state, false]);
          // Said again at once, it changes nothing.
          expect(afterReport(next, step).state).toBe(next);
          state = next;
        }
      },
    ),
  );
});

test('what was begun is never put back to wait, and the end is the same however often the rest is repeated', () => {
  assert(
    property(array(constantFrom(...AGENT_STEPS), { maxLength: 10 }), (noise) => {
      const begun = walk('leased', ['sending', ...noise]);
      expect(['queued', 'leased'].includes(begun)).toBe(false);
      const early = noise.filter((step) => step === 'received' || step === 'sending' || step === 'sent');
      expect(walk('leased', [...early, 'printed', ...noise])).toBe('printed');
    }),
  );
});

test('whoever is not to begin is told so', () => {
  for (const state of ['expired', 'cancelled', 'reprinted', 'printed', 'failed', 'unknown'] as const)
    expect([state, afterReport(state, 'sending').goOn]).toEqual([state, false]);
  for (const state of ['queued', 'leased', 'spooled'] as const) expect(afterReport(state, 'sending').goOn).toBe(true);
});

test('a printer is sent what is there already, else the best it takes', () => {
  expect(formatFor(null, ['zpl', 'pdf'], ['pdf'])).toBe('pdf');
  expect(formatFor(null, ['zpl', 'pdf'], ['zpl', 'pdf'])).toBe('zpl');
  expect(formatFor(null, ['zpl'], ['pdf'])).toBe('zpl');
  expect(formatFor(null, ['epl', 'png'], ['gif'])).toBe('epl');
  expect(formatFor('png', ['zpl'], ['zpl'])).toBe('png');
  expect(formatFor(null, [], ['zpl'])).toBe('pdf');
  const sources = [
    { format: 'zpl', size: '4x6' },
    { format: 'pdf', size: '4x6' },
  ] as const;
  expect(sourceFor(sources, 'zpl')?.format).toBe('zpl');
  expect(sourceFor(sources, 'png')?.format).toBe('pdf');
  const shape = { format: 'pdf', size: '4x6', dpi: 203, turn: 0, twoUp: false } as const;
  expect(fitsAsItIs(sources[1], shape)).toBe(true);
  for (const other of [{ turn: 90 }, { size: 'a4' }, { format: 'zpl' }] as const)
    expect(fitsAsItIs(sources[1], { ...shape, ...other })).toBe(false);
  expect(shapeKey(shape)).toBe(shapeKey({ ...shape, dpi: 300 }));
  expect(shapeKey({ ...shape, format: 'zpl' })).not.toBe(shapeKey({ ...shape, format: 'zpl', dpi: 300 }));
});

test('printers are of the local network only', () => {
  for (const host of [
    '192.168.1.50',
    '10.1.2.3',
    '172.31.0.9',
    '169.254.3.3',
    'fd12::5',
    'fe80::1',
    'zebra-1',
    'zebra.local',
  ])
    expect([host, whyNoPrinterAddress(host)]).toEqual([host, undefined]);
  for (const host of [
    '172.32.0.1',
    '127.0.0.1',
    '0.0.0.0',
    '1.1.1.1',
    '2001:db8::1',
    '::1',
    'localhost',
    'x.localhost',
    '0x7f.1',
    '10.1',
    '-a',
    '',
  ])
    expect([host, typeof whyNoPrinterAddress(host)]).toEqual([host, 'string']);
});

test('small things of the download', () => {
  expect([isNewer('1.10.0', '1.9.9'), isNewer('1.0.0', '1.0.0'), isNewer('2.0.0', '10.0.0')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([fileStem('Érable & Cie'), fileStem('株式会社')]).toEqual(['PrintAgent-Erable-Cie', 'PrintAgent']);
  expect([
    systemOf('Mozilla/5.0 (Windows NT 10.0)'),
    systemOf('Mozilla/5.0 (Macintosh; Intel Mac OS X)'),
    systemOf('Mozilla/5.0 (Linux; Android 14)'),
  ]).toEqual(['windows', 'macos', undefined]);
});
