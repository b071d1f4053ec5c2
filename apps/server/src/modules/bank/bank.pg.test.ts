/** From the bank's file to the books over HTTP: each line once, proposals that a person confirms, undoing, months. */
import type { BankAccount, BankLineDto, BankMonth } from '@scanship/contracts/money/bank';
import { storedZip } from '@scanship/documents/tables/zip-guard';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bare,
  closeBankWorld,
  confirm,
  csv,
  decimal,
  invoiceOf,
  lineSaying,
  linesOf,
  newAccount,
  ok,
  one,
  openBankWorld,
  refused,
  seller,
  take,
  two,
  upload,
  type Uploaded,
  w,
} from '../../../test/bank-world.ts';

beforeAll(openBankWorld, 120_000);
afterAll(closeBankWorld);

describe('a file', () => {
  test('asks once what its columns are; the same and overlapping files keep each line once', async () => {
    const account = await newAccount();
    const first = csv('2026-11-02,COFFEE,-3.50', '2026-11-02,COFFEE,-3.50', '2026-11-03,DEPOSIT,20.00');
    const asked = (await upload(account, first)).json.data as Uploaded;
    expect([asked.file, asked.toMap?.headers]).toEqual([null, ['Date', 'Description', 'Amount']]);
    expect(await linesOf(account)).toEqual([]);
    // Two that are alike are two.
    expect(await take(account, first)).toEqual([3, 0]);
    expect(await take(account, first)).toEqual([0, 3]);
    const later = csv(
      '2026-11-02,COFFEE,-3.50',
      '2026-11-02,COFFEE,-3.50',
      '2026-11-03,DEPOSIT,20.00',
      '2026-11-04,RENT,-900.00',
    );
    expect(((await upload(account, later)).json.data as Uploaded).file).toMatchObject({ lines: 1, known: 3 });
    // Another layout of the same bank: the same lines in other words.
    expect(
      await take(
        account,
        'Posted Date;Details;Withdrawals;Deposits\n2026-11-02;COFFEE BAR;3.50;\n2026-11-02;COFFEE BAR;3.50;\n2026-11-03;Cash deposit;;20.00\n2026-11-05;NEW;;1.00\n',
      ),
    ).toEqual([1, 3]);
    expect((await linesOf(account)).map(({ amount }) => amount.minor)).toEqual([100, -90_000, 2_000, -350, -350]);
  });

  const entry = (details: string, ref = '') =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct><Ntry><Amt Ccy="CAD">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-04</Dt></BookgDt>${ref}${details}</Ntry></Stmt></BkToCstmrStmt></Document>`;
  const part = (amount: string, name: string) =>
    `<TxDtls><Amt Ccy="CAD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties></TxDtls>`;
  const parts = `<NtryDtls>${part('10.00', 'Ann')}${part('20.00', 'Ben')}</NtryDtls>`;
  const REF = '<AcctSvcrRef>B7</AcctSvcrRef>';
  const partyLines = async (account: string) =>
    (await linesOf(account)).map(({ party, amount }) => `${party} ${amount.minor}`).toSorted();

  test('a sum that comes in detail later gives way to its parts; the sum again changes nothing', async () => {
    const account = await newAccount();
    const [whole, detailed] = [entry('', REF), entry(parts, REF)];
    expect(await take(account, whole, 'a.xml')).toEqual([1, 0]);
    expect(await take(account, detailed, 'b.xml')).toEqual([2, 0]);
    expect(await take(account, whole, 'a.xml')).toEqual([0, 1]);
    expect(await partyLines(account)).toEqual(['Ann 1000', 'Ben 2000']);
    const other = await upload(account, whole.replace('CH93', 'CH94'), {}, 'c.xml');
    expect([other.status, other.json.errorMessage]).toEqual([
      400,
      'This statement is of the account ending in 2957, not of this one.',
    ]);
  });

  test('a sum and its parts find each other without a reference: from a table, and within one ZIP', async () => {
    const account = await newAccount();
    expect(await take(account, csv('2026-11-04,COLLECTION,30.00'))).toEqual([1, 0]);
    expect(await take(account, entry(parts), 'b.xml')).toEqual([2, 0]);
    expect(await partyLines(account)).toEqual(['Ann 1000', 'Ben 2000']);
    expect(await take(account, csv('2026-11-04,COLLECTION,30.00'))).toEqual([0, 1]);
    const other = await newAccount();
    const zip = storedZip(
      [entry(''), entry(parts), entry(parts)].map((text, index) => ({
        name: `${index}.xml`,
        bytes: Buffer.from(text),
      })),
    );
    await take(other, zip, 'month.zip');
    expect(await partyLines(other)).toEqual(['Ann 1000', 'Ben 2000']);
  });

  test('notices tell a booking in other words than the statement; what two of them tell alike is two', async () => {
    const account = await newAccount();
    const notice = (number: string, words: string) =>
      entry(`<NtryDtls><TxDtls><RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls></NtryDtls>`)
        .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
        .replaceAll(/<(\/?)Stmt>/g, (_all, end: string) => `<${end}Ntfctn>${end === '' ? `<Id>${number}</Id>` : ''}`);
    const zip = storedZip(
      ['N1', 'N2'].map((number) => ({ name: `${number}.xml`, bytes: Buffer.from(notice(number, 'Invoice 12')) })),
    );
    expect(await take(account, zip, 'notices.zip')).toEqual([2, 0]);
    expect(await take(account, notice('N2', 'Invoice 12'), 'again.xml')).toEqual([0, 1]);
    expect(await take(account, entry('<AddtlNtryInf>CREDIT TRANSFER</AddtlNtryInf>'), 'day.xml')).toEqual([0, 1]);
    expect(await take(account, notice('N3', 'Invoice 12'), 'third.xml')).toEqual([1, 0]);
    expect(await partyLines(account)).toHaveLength(3);
  });

  test('a sum that somebody decides about while its parts come in stays, and its parts are known with it', async () => {
    const account = await newAccount();
    await take(account, entry('', REF), 'a.xml');
    const [sum] = await linesOf(account);
    let coming: Promise<[number, number]> | undefined;
    await w.database.db.tenant({ tenantId: seller }, async (tx) => {
      await tx
        .updateTable('bank_lines')
        .set({ state: 'aside', aside_reason: 'owner' })
        .where('id', '=', sum?.id ?? '')
        .execute();
      coming = take(account, entry(parts, REF), 'b.xml');
      for (let waited = 0; waited < 200; waited += 1) {
        const { rows } = await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(tx);
        if (rows.length > 0) break;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    });
    expect(await coming).toEqual([0, 2]);
    expect((await linesOf(account)).map(({ id, state }) => [id, state])).toEqual([[sum?.id, 'aside']]);
  });

  test('a table is of the account whose number it names, as far as it names it', async () => {
    const account = await newAccount();
    const of = (number: string, text: string) =>
      `Account Number,Date,Description,Amount\n${number},2026-11-02,${text},1.00\n`;
    const said = async (file: string) => {
      const done = await upload(account, file);
      return [done.status, done.json.errorMessage, (done.json.data as Uploaded | undefined)?.file?.lines];
    };
    expect(await take(account, of('01234-1234567', 'first'))).toEqual([1, 0]);
    expect(await said(of('7654321', 'of another'))).toEqual([
      400,
      'This statement is of the account ending in 4321, not of this one.',
      undefined,
    ]);
    expect(await said(`${of('1234567', 'x')}7654321,2026-11-03,y,1.00\n`)).toEqual([
      400,
      'This file has lines of several accounts, ending in 4567, 4321.',
      undefined,
    ]);
    expect(await said(of('****4567', 'second'))).toEqual([200, undefined, 1]);
    expect((await linesOf(account)).map(({ text }) => text)).toEqual(['second', 'first']);
  });

  test('a table that names no account and has the lines of another one is kept once a person says so', async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const rows = ['2026-10-01,RENT,-901.00', '2026-10-02,SALE,77.00', '2026-10-03,FEE,-4.00'];
    await take(account, csv(...rows));
    // A fee on the same day is nothing.
    expect(await take(other, csv('2026-10-03,FEE,-4.00', '2026-10-03,SALE,5.00', '2026-10-04,SALE,6.00'))).toEqual([
      3, 0,
    ]);
    const file = csv(...rows, '2026-10-05,SALE,8.00');
    const asked = await upload(other, file);
    expect([asked.status, asked.json.errorMessage, asked.json.errorMessages?.[0]?.code]).toEqual([
      400,
      expect.stringMatching(/^Lines of this file that are in the account "Chequing \d+" too, .*: 2 of 3\./),
      'other-account',
    ]);
    expect(await linesOf(other)).toHaveLength(3);
    const kept = await upload(other, file, { alike: 'yes' });
    expect((kept.json.data as Uploaded).file).toMatchObject({ lines: 3, known: 1 });
    expect(await take(other, file)).toEqual([0, 4]);
  });

  test('a layout whose dates turn out to be written otherwise is asked for again, and nothing is kept by halves', async () => {
    const account = await newAccount();
    expect(await take(account, csv('02/11/2026,A,1.00'))).toEqual([1, 0]);
    const file = csv('03/11/2026,B,1.00', '13/11/2026,C,1.00');
    const asked = (await upload(account, file)).json.data as Uploaded;
    expect([asked.file, asked.toMap?.mapping, asked.toMap?.askDates]).toMatchObject([null, { dates: 'dmy' }, false]);
    const wrong = await upload(account, file, { mapping: JSON.stringify({ ...asked.toMap?.mapping, dates: 'mdy' }) });
    expect([wrong.status, wrong.json.errorMessage]).toEqual([
      400,
      'Not every date of this file can be read that way. Choose another order of day, month and year.',
    ]);
    expect(await linesOf(account)).toHaveLength(1);
    expect(await take(account, file)).toEqual([2, 0]);
  });

  test('hostile and wrong files keep nothing and are told in words', async () => {
    const account = await newAccount();
    const hostile = await upload(
      account,
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>',
      {},
      'x.xml',
    );
    expect([hostile.status, hostile.json.code]).toEqual([422, 'file_unreadable']);
    expect(hostile.text).not.toContain('root:');
    const wrong = await upload(account, csv('2026-11-02,X,1.00'), {
      mapping: '{"columns":{"text":1},"dates":"ymd","headless":false}',
    });
    expect(wrong.json.errorMessages?.[0]?.message).toBe('Say which columns hold the day and the amount.');
    expect(await linesOf(account)).toEqual([]);
  });
});

describe('a statement that was taken back', () => {
  const fileOf = async (account: string) => {
    const { accounts } = await ok<{ accounts: BankAccount[] }>('GET', '/bank/accounts');
    return accounts.find(({ id }) => id === account);
  };
  test('is as if it had never come: its lines can come again, its columns and its number are open', async () => {
    const account = await newAccount();
    const text = 'Account Number,Date,Description,Amount\n99887766,11/02/2026,A,1.00\n99887766,11/03/2026,B,2.00\n';
    await take(account, text);
    const [line] = await linesOf(account);
    await ok('POST', `/bank/lines/${line?.id}/aside`, { reason: 'owner', note: '' });
    const file = (await fileOf(account))?.files[0];
    expect(await ok('POST', `/bank/files/${file?.id}/take-back`, {})).toEqual({ lines: 2 });
    expect(await linesOf(account)).toEqual([]);
    expect(await fileOf(account)).toMatchObject({
      number: null,
      lines: 0,
      files: [{ takenBackAt: expect.any(String) }],
    });
    expect(await refused(`/bank/files/${file?.id}/take-back`, {})).toMatch(/^409 stale_version/);
    expect(((await upload(account, text)).json.data as Uploaded).toMap).not.toBeNull();
    expect(await take(account, text)).toEqual([2, 0]);
    expect((await ok<{ months: BankMonth[] }>('GET', `/bank/accounts/${account}/months`)).months).toHaveLength(1);
  });

  test('takes its number with it, and leaves the one that a file which stands names', async () => {
    const account = await newAccount();
    const text = (number: string, day: string) => `Account Number,Date,Description,Amount\n${number},${day},A,1.00\n`;
    await take(account, csv('2026-11-01,NAMES NO ACCOUNT,1.00'));
    await take(account, text('99887766', '2026-11-02'));
    const back = async () => {
      const file = (await fileOf(account))?.files.find(({ takenBackAt }) => takenBackAt === null);
      await ok('POST', `/bank/files/${file?.id}/take-back`, {});
      return (await fileOf(account))?.number;
    };
    expect(await back()).toBeNull();
    expect(await take(account, text('11223344', '2026-11-02'))).toEqual([1, 0]);
    expect(await take(account, text('01-11223344', '2026-11-03'))).toEqual([1, 0]);
    expect(await back()).toBe('3344');
  });

  test('while lines of it are matched is refused with the lines to undo', async () => {
    const account = await newAccount();
    await take(account, csv('2026-11-06,TAKEN,3.00', '2026-11-06,OTHER,4.00'));
    const file = (await fileOf(account))?.files[0];
    const line = await lineSaying(account, 'TAKEN');
    await confirm(line, [{ kind: 'new', id: one, minor: 300 }]);
    expect(await refused(`/bank/files/${file?.id}/take-back`, {})).toBe(
      '400 validation Matched lines of this statement: 1. Undo them first: 2026-11-06 3.00 CAD TAKEN',
    );
    expect(await linesOf(account)).toHaveLength(2);
    await ok('POST', `/bank/lines/${line.id}/undo`, {});
    await ok('POST', `/bank/files/${file?.id}/take-back`, {});
    expect(await linesOf(account)).toEqual([]);
    // The payment it entered and took back still stands in the books with its line.
    expect(await w.faults([seller, one])).toEqual([]);
  });

  test('that had the parts of a sum leaves the sum to be decided', async () => {
    const account = await newAccount();
    const entry = (details: string) =>
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="CAD">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-04</Dt></BookgDt>${details}</Ntry></Stmt></BkToCstmrStmt></Document>`;
    const part = (amount: string) => `<TxDtls><Amt Ccy="CAD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>`;
    await take(account, entry(''), 'a.xml');
    await take(account, entry(`<NtryDtls>${part('10.00')}${part('20.00')}</NtryDtls>`), 'b.xml');
    expect((await linesOf(account)).map(({ amount }) => amount.minor).toSorted((a, b) => a - b)).toEqual([
      1_000, 2_000,
    ]);
    await ok('POST', `/bank/files/${(await fileOf(account))?.files[0]?.id}/take-back`, {});
    expect((await linesOf(account)).map(({ amount, state }) => [amount.minor, state])).toEqual([[3_000, 'open']]);
    await ok('POST', `/bank/files/${(await fileOf(account))?.files[1]?.id}/take-back`, {});
    expect(await linesOf(account)).toEqual([]);
  });
});

describe('a credit', () => {
  test('with the number of a statement is proposed, confirmed by one press, and books the payment with the value date; undoing books it back', async () => {
    const account = await newAccount();
    const { number, minor } = invoiceOf(one);
    await take(
      account,
      `Date,Value date,Name,Description,Amount\n2026-11-10,2026-11-11,CUST ONE,Payment ${number},${decimal(minor)}\n2026-11-10,2026-11-10,SOMEBODY,thanks,77.00\n`,
    );
    const line = await lineSaying(account, number);
    expect(line.proposals).toMatchObject([
      {
        why: 'number',
        numbers: [number],
        fits: 'exact',
        sure: true,
        parts: [{ kind: 'new', who: 'Customer one', minor }],
      },
    ]);
    // Proposed is not booked.
    expect(await w.owed(seller, one)).toBe(minor);
    expect((await lineSaying(account, 'SOMEBODY')).proposals).toEqual([]);
    const matched = await confirm(line);
    expect(matched).toMatchObject({
      state: 'matched',
      parts: [{ kind: 'payment', who: 'Customer one', day: '2026-11-11', minor }],
    });
    expect(await w.owed(seller, one)).toBe(0);
    const listed = await ok<{ payments: { receivedOn: string; reference: string; amountMinor: number }[] }>(
      'GET',
      `/receivables/payments?buyerId=${one}`,
    );
    expect(listed.payments[0]).toMatchObject({
      receivedOn: '2026-11-11',
      amountMinor: minor,
      reference: `Payment ${number}`,
    });
    expect(await refused(`/bank/lines/${line.id}/match`, { parts: bare(line.proposals[0]?.parts ?? []) })).toMatch(
      /^409 stale_version/,
    );
    const opened = await ok<BankLineDto>('POST', `/bank/lines/${line.id}/undo`, {});
    expect([opened.state, opened.parts, await w.owed(seller, one)]).toEqual(['open', [], minor]);
    // Open again it is the same proposal, and neither the payment that was taken back nor its refund is one.
    expect(opened.proposals).toMatchObject([{ why: 'number', sure: true }]);
    const undone = { parts: [{ kind: 'payment', id: matched.parts[0]?.id, minor }] };
    expect(await refused(`/bank/lines/${line.id}/match`, undone)).toMatch(/^404 not_found/);
    expect(await w.faults([seller, one])).toEqual([]);
  });

  test('that was entered by hand before is matched, and not booked twice', async () => {
    const account = await newAccount();
    const before = await w.owed(seller, two);
    const { id } = await ok<{ id: string }>('POST', `/receivables/${two}/payments`, {
      method: 'cheque',
      amountMinor: 50_000,
      currency: 'CAD',
      reference: 'Cheque 118',
      receivedOn: '2026-11-12',
    });
    await take(account, csv('2026-11-14,MOBILE DEPOSIT CUSTOMER TWO,500.00'));
    const line = await lineSaying(account, 'MOBILE');
    expect(line.proposals).toMatchObject([
      { why: 'entered', sure: true, parts: [{ kind: 'payment', id, who: 'Customer two', note: 'Cheque 118' }] },
    ]);
    // By hand it is not entered a second time by mistake.
    const twice = { parts: [{ kind: 'new', id: two, minor: 50_000 }] };
    expect(await refused(`/bank/lines/${line.id}/match`, twice)).toBe(
      '400 validation A payment of 500.00 CAD was entered for this customer on 2026-11-12 and has no bank line yet.',
    );
    await confirm(line);
    expect(await w.owed(seller, two)).toBe(before - 50_000);
    // A payment is of one line.
    await take(account, csv('2026-11-15,SECOND DEPOSIT,500.00'));
    const second = await lineSaying(account, 'SECOND');
    expect(
      await refused(`/bank/lines/${second.id}/match`, { parts: [{ kind: 'payment', id, minor: 50_000 }] }),
    ).toMatch(/matched to another line/);
    // Undoing leaves what a person entered by hand.
    await ok('POST', `/bank/lines/${line.id}/undo`, {});
    expect(await w.owed(seller, two)).toBe(before - 50_000);
  });

  test('is a part, several customers’, or a deposit of several cheques; parts that do not come to it are refused', async () => {
    const account = await newAccount();
    await take(
      account,
      csv(
        `2026-11-16,PART CUSTOMER ONE ${invoiceOf(one).number},10.00`,
        '2026-11-17,BRANCH DEPOSIT,30.00',
        '2026-11-18,BOTH,25.00',
      ),
    );
    expect((await lineSaying(account, 'PART')).proposals).toMatchObject([{ fits: 'less', sure: true, why: 'number' }]);
    for (const minor of [1_000, 2_000])
      await ok('POST', `/receivables/${two}/payments`, {
        method: 'cheque',
        amountMinor: minor,
        currency: 'CAD',
        reference: `Cheque ${minor}`,
        receivedOn: '2026-11-16',
      });
    const deposit = await lineSaying(account, 'BRANCH');
    expect(deposit.proposals[0]?.parts.map(({ minor }) => minor).toSorted((a, b) => a - b)).toEqual([1_000, 2_000]);
    await confirm(deposit);
    const both = await lineSaying(account, 'BOTH');
    const part = (id: string, minor: number) => ({ kind: 'new' as const, id, minor });
    for (const [parts, words] of [
      [[part(one, 2_000)], /do not come to the amount/],
      [[part(one, 2_600), part(two, -100)], /made of payments/],
      [[part(one, 1_000), part(one, 1_500)], /chosen twice/],
      [[part(w.world.people.foreign.tenantId, 2_500)], /^404 not_found/],
    ] as const)
      expect(await refused(`/bank/lines/${both.id}/match`, { parts })).toMatch(words);
    const owed = [await w.owed(seller, one), await w.owed(seller, two)];
    await confirm(both, [part(one, 1_500), part(two, 1_000)]);
    expect([await w.owed(seller, one), await w.owed(seller, two)]).toEqual([
      (owed[0] ?? 0) - 1_500,
      (owed[1] ?? 0) - 1_000,
    ]);
    // Each sees the payment, and none what the bank wrote of the other.
    for (const buyer of [one, two]) {
      const { payments } = await ok<{ payments: { reference: string }[] }>(
        'GET',
        `/receivables/payments?buyerId=${buyer}`,
      );
      expect(payments[0]?.reference).toBe('Bank');
    }
  });

  test('whose payer was confirmed once is known by its account or name from then on', async () => {
    const account = await newAccount();
    await take(
      account,
      'Date,Name,Description,Amount\n2026-11-19,9123-4567 QUEBEC INC,wire,12.34\n2026-11-20,9123-4567 Québec inc.,wire,43.21\n',
    );
    const first = await lineSaying(account, '9123-4567 QUEBEC');
    expect(first.proposals).toEqual([]);
    await confirm(first, [{ kind: 'new', id: two, minor: 1_234 }]);
    expect((await lineSaying(account, '9123-4567 Québec')).proposals).toMatchObject([
      { why: 'name', sure: false, parts: [{ who: 'Customer two', minor: 4_321 }] },
    ]);
  });
});

describe('what is no payment', () => {
  test('is set aside with a reason and opened again; a refund is a debit; a refunded payment cannot be undone', async () => {
    const account = await newAccount();
    await take(
      account,
      csv(
        '2026-11-20,MONTHLY FEE,-12.95',
        '2026-11-21,WIRE OUT CUSTOMER ONE,-5.00',
        '2026-11-21,REPAID CUSTOMER ONE,9.00',
      ),
    );
    const fee = await lineSaying(account, 'FEE');
    expect(await refused(`/bank/lines/${fee.id}/aside`, { reason: 'other', note: ' ' })).toMatch(/^400 validation/);
    expect(await ok('POST', `/bank/lines/${fee.id}/aside`, { reason: 'bank-fee', note: '' })).toMatchObject({
      state: 'aside',
      aside: { reason: 'bank-fee', note: '' },
    });
    expect((await linesOf(account, '&state=open')).map(({ id }) => id)).not.toContain(fee.id);
    await ok('POST', `/bank/lines/${fee.id}/undo`, {});
    const came = await confirm(await lineSaying(account, 'REPAID'), [{ kind: 'new', id: one, minor: 900 }]);
    await ok('POST', `/receivables/payments/${came.parts[0]?.id}/refund`, {
      amountMinor: 500,
      reason: 'Paid too much',
    });
    const out = await lineSaying(account, 'WIRE OUT');
    expect(out.proposals).toMatchObject([
      { why: 'entered', parts: [{ kind: 'refund', minor: -500, note: 'Paid too much' }] },
    ]);
    await confirm(out);
    expect(await refused(`/bank/lines/${came.id}/undo`, {})).toBe(
      '400 validation A part of this payment was refunded, so it cannot be undone.',
    );
  });
});

test('a month says what is not explained and which days lack lines', async () => {
  const account = await newAccount();
  const head = 'Date,Description,Withdrawals,Deposits,Balance';
  await take(
    account,
    `${head}\n2026-09-28,START,,100.00,100.00\n2026-09-29,A,,50.00,150.00\n2026-10-01,B,20.00,,130.00\n`,
  );
  await take(account, `${head}\n2026-10-20,C,,10.00,170.00\n2026-10-30,D,,5.00,175.00\n2026-11-03,E,,1.00,176.00\n`);
  const months = async () => (await ok<{ months: BankMonth[] }>('GET', `/bank/accounts/${account}/months`)).months;
  expect(await months()).toMatchObject([
    { month: '2026-11-01', inMinor: 100, lines: 1, open: 1, openMinor: 100, closing: null, missing: null },
    // 130.00 + 30.00 that no file has + 15.00.
    {
      month: '2026-10-01',
      inMinor: 1_500,
      outMinor: -2_000,
      open: 3,
      closing: { day: '2026-10-30', minor: 17_500 },
      missing: [{ from: '2026-09-30', to: '2026-10-19', minor: 3_000 }],
    },
    { month: '2026-09-01', inMinor: 15_000, closing: { day: '2026-09-29', minor: 15_000 }, missing: [] },
  ]);
  await take(account, `${head}\n2026-10-10,MISSING,,30.00,160.00\n`);
  expect((await months())[1]).toMatchObject({ missing: [] });
});

test('nobody but those who keep the money may, and a company sees its own lines alone', async () => {
  for (const who of ['admin', 'user', 'agent', 'support'] as const)
    for (const at of ['/bank/accounts', '/payouts']) expect((await w.call(who, 'GET', at)).status).toBe(403);
  const { accounts: own } = await ok<{ accounts: BankAccount[] }>('GET', '/bank/accounts');
  expect(own.length).toBeGreaterThan(0);
  expect((await ok<{ accounts: BankAccount[] }>('GET', '/bank/accounts', undefined, 'root')).accounts).toEqual([]);
  const seen = await w.call('root', 'GET', `/bank/lines?accountId=${own[0]?.id}`);
  expect(seen.status).toBe(404);
});
