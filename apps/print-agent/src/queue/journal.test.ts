import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentJob } from '@scanship/contracts/printing/agent-v1';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compacted, emptyBook, enter, type Entry, unreported } from './job-record.ts';
import { openJournal } from './journal.ts';

const job = (id: string): AgentJob => ({
  id,
  printerName: 'p',
  title: 't',
  format: 'zpl',
  size: null,
  dpi: null,
  copies: 1,
  bytes: 1,
  sha256: '0',
  expiresAt: '2026-01-01T00:00:00Z',
  leaseSeconds: 60,
});

const ids = fc.constantFrom('a', 'b', 'c');
const at = fc.integer({ min: 1, max: 1_000 });
const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ id: ids, at }).map(({ id, at }) => ({ t: 'received' as const, id, at, job: job(id) })),
  fc.record({ t: fc.constantFrom('sending' as const, 'begun' as const, 'back' as const), id: ids, at }),
  fc.record({ t: fc.constant('sent' as const), id: ids, at, ref: fc.constantFrom('7', null) }),
  fc.record({
    t: fc.constantFrom(
      'printed' as const,
      'failed' as const,
      'unknown' as const,
      'closed' as const,
      'expired' as const,
    ),
    id: ids,
    at,
  }),
  fc.record({
    t: fc.constant('reported' as const),
    id: ids,
    at,
    step: fc.constantFrom('received' as const, 'sending' as const, 'sent' as const, 'printed' as const),
  }),
);

const bookOf = (entries: Iterable<Entry>) => {
  const book = emptyBook();
  for (const each of entries) enter(book, each);
  return book;
};

describe('the journal', () => {
  it('says the same after compaction: phases, ends, what is to be reported, what was seen', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
        const before = bookOf(entries);
        const after = bookOf(compacted(before, 0));
        expect(Object.fromEntries(after.seen)).toEqual(Object.fromEntries(before.seen));
        for (const [id, record] of before.jobs) {
          const again = after.jobs.get(id);
          expect(again?.end).toBe(record.end);
          expect(again && unreported(again).map(({ step }) => step)).toEqual(
            unreported(record).map(({ step }) => step),
          );
          // "begun" is what decides whether somebody has to be asked.
          expect(again?.phase === 'begun').toBe(record.phase === 'begun');
        }
        expect(after.jobs.size).toBe(before.jobs.size);
      }),
      { numRuns: 300 },
    );
  });

  it('counts a line that was cut as not written, goes on behind it, compacts, and forgets after a week', async () => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), 'print-journal-'));
    const file = path.join(folder, 'journal.ndjson');
    let now = 1_000;
    const options = { file, now: () => now, linesBetween: 10 };
    const first = await openJournal(options);
    await Promise.all([
      first.append({ t: 'received', id: 'a', at: 1, job: job('a') }),
      first.append({ t: 'received', id: 'b', at: 2, job: job('b') }),
    ]);
    await first.close();
    fs.appendFileSync(file, '{"t":"printed","id":"a","at":3');
    const second = await openJournal(options);
    expect(second.book.jobs.get('a')?.phase).toBe('received');
    await second.append({ t: 'printed', id: 'a', at: 4 });
    await second.append({ t: 'reported', id: 'a', at: 4, step: 'received' });
    await second.append({ t: 'reported', id: 'a', at: 4, step: 'printed' });
    for (let round = 0; round < 60; round += 1) await second.append({ t: 'begun', id: 'b', at: 5 });
    await second.close();
    expect(fs.readFileSync(file, 'utf8').split('\n').length).toBeLessThan(45);
    const third = await openJournal(options);
    expect(third.book.seen.get('a')?.end).toBe('printed');
    expect(third.book.jobs.get('b')?.phase).toBe('begun');
    now += 8 * 24 * 3_600_000;
    for (let round = 0; round < 60; round += 1) await third.append({ t: 'begun', id: 'b', at: 5 });
    await third.close();
    const fourth = await openJournal(options);
    expect([...fourth.book.seen.keys()]).toEqual([]);
    await fourth.close();
    fs.writeFileSync(file, `garbage\n${JSON.stringify({ t: 'begun', id: 'b', at: 5 })}\n`);
    await expect(openJournal(options)).rejects.toThrow('damaged at line 1');
    fs.rmSync(folder, { recursive: true, force: true });
  });
});
