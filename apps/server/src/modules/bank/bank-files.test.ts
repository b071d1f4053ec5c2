/**
 * Files as banks write them, through the reading of a whole file. Each case is written anew after the layout that its source shows,
 * with names and numbers of our own; where and when the layout was seen stands beside it.
 */
import { storedZip } from '@scanship/documents/tables/zip-guard';
import { suggestBankMapping } from '@scanship/domain/bank/bank-table';
import type { DateOrder } from '@scanship/domain/carrier-bills/bill-cells';
import { describe, expect, test } from 'vitest';
import { openWhole } from '../../platform/file-reading/packed-list.ts';
import { openBank, readBank } from './file-tasks.ts';

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array =>
  new Uint8Array(Buffer.from(text, encoding));

/** Reads with what is suggested, as a person does who agrees with it. */
async function read(text: string | Uint8Array, currency: string, fileName = 'statement.csv') {
  const bytes = typeof text === 'string' ? bytesOf(text) : text;
  const opened = await openBank({ bytes, fileName, currency });
  if (!opened.ok) throw new Error(opened.problem.message);
  const done = await readBank({ bytes, fileName, currency, mapping: opened.value?.suggestion, latest: '2026-12-01' });
  if (!done.ok) throw new Error(done.problem.message);
  if ('orders' in done.value) throw new Error('other dates');
  const lines = done.value.documents.flatMap((each) => openWhole(each.lines));
  return { ...done.value, opened: opened.value, lines };
}
const short = (lines: Awaited<ReturnType<typeof read>>['lines']) =>
  lines.map(({ bookedOn, amount, name, text }) => [bookedOn, amount.minor, [name, text].filter(Boolean).join(' / ')]);

describe('tables', () => {
  // RBC Royal Bank, Online Banking > Download transactions (CSV): columns as github.com/dougestey and others read them, 2022 to 2026.
  test('RBC: month first without zeros, two descriptions, a column for each currency', async () => {
    const file = [
      '"Account Type","Account Number","Transaction Date","Cheque Number","Description 1","Description 2","CAD$","USD$"',
      'Chequing,01234-1234567,11/2/2026,,"e-Transfer received","AURORA GOODS INC",1250.00,',
      'Chequing,01234-1234567,11/3/2026,118,"CHEQUE",,-310.25,',
      'Savings,01234-7654321,11/13/2026,,"Deposit","BORA LTD",,99.10',
    ].join('\r\n');
    const cad = await read(file, 'CAD');
    expect(cad.opened?.suggestion).toMatchObject({
      columns: { bookedOn: 2, amount: 6, text: 4, name: 5, reference: 3 },
      dates: 'mdy',
      headless: false,
    });
    expect(short(cad.lines)).toEqual([
      ['2026-11-02', 125_000, 'AURORA GOODS INC / e-Transfer received'],
      ['2026-11-03', -31_025, 'CHEQUE'],
    ]);
    expect(short((await read(file, 'USD')).lines)).toEqual([['2026-11-13', 9_910, 'BORA LTD / Deposit']]);
  });

  // TD Canada Trust, EasyWeb > Download (CSV): no header row; layout in a test of releves_bancaires.py, 2026.
  test('TD: no names of columns; days, what went, what came, the balance', async () => {
    const file = await read(
      '11/05/2026,BISTRO DU RUISSEAU,73.58,,1926.42\n11/06/2026,E-TRANSFER ***Hk2 AURORA GOODS,,500.00,2426.42\n11/07/2026,MONTHLY FEE,16.95,,2409.47\n',
      'CAD',
    );
    expect(file.opened?.suggestion).toEqual({
      columns: { bookedOn: 0, text: 1, debit: 2, credit: 3, balance: 4 },
      dates: 'mdy',
      headless: true,
    });
    expect(short(file.lines)).toEqual([
      ['2026-11-05', -7_358, 'BISTRO DU RUISSEAU'],
      ['2026-11-06', 50_000, 'E-TRANSFER ***Hk2 AURORA GOODS'],
      ['2026-11-07', -1_695, 'MONTHLY FEE'],
    ]);
    // The last day may not be over.
    expect(file.heads[0]).toMatchObject({
      opening: { day: '2026-11-05', minor: 200_000 },
      closing: { day: '2026-11-06', minor: 242_642 },
    });
  });

  // BMO, Download transactions (CSV): a sentence, blank lines, the header, solid dates; again for each account (bill parsers, 2023 to 2026).
  test('BMO: sentences above, solid days, the header again before the next account', async () => {
    const header = 'First Bank Card,Transaction Type,Date Posted, Transaction Amount,Description';
    const file = await read(
      `Following data is valid as of 20261110120000 (Year/Month/Day/Hour/Minute/Second)\n\n\n${header}\n\n\n'5510000000000000',CREDIT,20261104,812.5,[CW]INTERAC ETRNSFR AD RECVD 2026110412 AURORA\n'5510000000000000',DEBIT,20261105,-38.92,[PR]TAXI\n${header}\n'5510000000000001',CREDIT,20261106,10.0,[IN]INTEREST\n`,
      'CAD',
    );
    expect(short(file.lines)).toEqual([
      ['2026-11-04', 81_250, '[CW]INTERAC ETRNSFR AD RECVD 2026110412 AURORA'],
      ['2026-11-05', -3_892, '[PR]TAXI'],
      ['2026-11-06', 1_000, '[IN]INTEREST'],
    ]);
    expect(file.faultCount).toBe(0);
  });

  // CIBC, Download transactions (CSV): no header row, ISO days, the card at the end (importers' tests, 2026).
  test('CIBC: no names of columns, two amounts and a card number', async () => {
    const file = await read(
      '2026-11-01,COSTCO WHOLESALE,152.34,,4500********1234\n2026-11-03,PAYMENT THANK YOU,,500.00,4500********1234\n',
      'CAD',
    );
    expect(short(file.lines)).toEqual([
      ['2026-11-01', -15_234, 'COSTCO WHOLESALE'],
      ['2026-11-03', 50_000, 'PAYMENT THANK YOU'],
    ]);
  });

  // Scotiabank, Download (CSV): header since 2023 (importers' tests, 2026).
  test('Scotiabank: an amount with its sign beside a word that says it again', async () => {
    const file = await read(
      'Filter,Date,Description,Sub-description,Status,Type of Transaction,Amount\n,2026-11-08,HOTEL,,PENDING,DEBIT,-150.00\n,2026-11-04,PAYROLL DEPOSIT,AURORA GOODS,POSTED,CREDIT,5200.00\n,2026-11-07,CHEQUE 1042,,POSTED,DEBIT,-1500.00\n',
      'CAD',
    );
    expect(short(file.lines)).toEqual([
      ['2026-11-04', 520_000, 'PAYROLL DEPOSIT AURORA GOODS'],
      ['2026-11-07', -150_000, 'CHEQUE 1042'],
    ]);
    // What is not booked yet comes again when it is.
    expect(file.heads[0]?.pending).toBe(1);
  });

  // Desjardins, AccèsD Affaires > Télécharger (CSV): fourteen columns without names, Windows-1252 (as public converters read it, 2019 to 2026).
  test('Desjardins: fourteen columns without names, accents of Windows', async () => {
    const row = (day: string, no: string, text: string, out: string, came: string, balance: string) =>
      `"CAISSE DU COEUR-DES-RÉGIONS","815000","EOP","${day}","${no}","${text}","","${out}","${came}","","","","","${balance}"`;
    const text = [
      row('2026/11/02', '00001', 'Virement Interac de /LES ÉRABLES ENR', '', '400.00', '1400.00'),
      row('2026/11/03', '00002', 'Frais mensuels', '12.95', '', '1387.05'),
      row('2026/11/04', '00003', 'Dépôt direct /AURORA', '', '20.00', '1407.05'),
    ].join('\r\n');
    const file = await read(bytesOf(text, 'latin1'), 'CAD');
    expect(short(file.lines)).toEqual([
      ['2026-11-02', 40_000, 'Virement Interac de /LES ÉRABLES ENR'],
      ['2026-11-03', -1_295, 'Frais mensuels'],
      ['2026-11-04', 2_000, 'Dépôt direct /AURORA'],
    ]);
    expect(file.heads[0]?.closing).toEqual({ day: '2026-11-03', minor: 138_705 });
  });

  // Wise, Statements (CSV): header as ledger_cli's tests have it, 2023; days first, newest first, every currency has its file.
  test('Wise: days first, newest above, its own reference for each line', async () => {
    const head =
      'TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Exchange From,Exchange To,Exchange Rate,Payer Name,Payee Name,Payee Account Number,Merchant,Card Last Four Digits,Card Holder Full Name,Attachment,Note,Total fees';
    const file = await read(
      `${head}\nTRANSFER-902,08-11-2026,310.00,CAD,Received money from Bora Ltd with reference INV-2026-000012,INV-2026-000012,460.00,,,,Bora Ltd,,,,,,,,0.00\nFEE-901,03-11-2026,-1.20,CAD,Wise Charges for: TRANSFER-901,,150.00,,,,,,,,,,,,1.20\n`,
      'CAD',
    );
    expect(file.opened?.suggestion.dates).toBe('dmy');
    expect(file.lines.map(({ bankRef, name, bookedOn }) => [bankRef, name, bookedOn])).toEqual([
      ['FEE-901', '', '2026-11-03'],
      ['TRANSFER-902', 'Bora Ltd', '2026-11-08'],
    ]);
    expect(file.heads[0]?.closing).toEqual({ day: '2026-11-03', minor: 15_000 });
  });

  // German savings banks, "CSV-CAMT-Format V2": header in tests of several importers, 2022 to 2026.
  test('German savings bank: semicolons, commas, an amount of another kind before the amount', async () => {
    const head =
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"';
    const file = await read(
      bytesOf(
        `${head}\n"DE02120300000000202051";"02.11.26";"03.11.26";"GUTSCHR. UEBERWEISUNG";"INV-2026-000004 Müller";"";"";"NOTPROVIDED";"";"";"";"Müller Handel GmbH";"DE89370400440532013000";"COBADEFF";"1.234,56";"EUR";"Umsatz gebucht"\n"DE02120300000000202051";"02.11.26";"02.11.26";"FOLGELASTSCHRIFT";"Miete";"DE1";"M1";"E2E-7";"";"";"";"Haus AG";"DE1";"COBADEFF";"-900,00";"EUR";"Umsatz gebucht"\n`,
        'latin1',
      ),
      'EUR',
    );
    expect(
      file.lines.map(({ bookedOn, valueOn, amount, name, text, reference }) => [
        bookedOn,
        valueOn,
        amount.minor,
        name,
        text,
        reference,
      ]),
    ).toEqual([
      ['2026-11-02', '2026-11-03', 123_456, 'Müller Handel GmbH', 'GUTSCHR. UEBERWEISUNG INV-2026-000004 Müller', ''],
      ['2026-11-02', '2026-11-02', -90_000, 'Haus AG', 'FOLGELASTSCHRIFT Miete', 'E2E-7'],
    ]);
  });

  // PostFinance, e-finance > Export (CSV): titles, debits negative in a column of their own, a disclaimer below (importers, 2023 to 2026).
  test('PostFinance: titles above, debits below zero in their own column, a disclaimer below', async () => {
    const file = await read(
      [
        'Datum von:;="01.11.2026"',
        'Konto:;="CH9300762011623852957"',
        'Währung:;="CHF"',
        '',
        'Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie;Valuta;Saldo in CHF',
        '04.11.2026;"GUTSCHRIFT VON FREMDBANK AUFTRAGGEBER: AURORA GOODS AG";1\'250.50;;;;04.11.2026;2250.50',
        '03.11.2026;"LASTSCHRIFT MIETE";;-250.00;;;03.11.2026;1000.00',
        '',
        'Disclaimer:',
        'Der Dokumentinhalt wurde durch Filtereinstellungen der Kund:innen generiert.',
      ].join('\n'),
      'CHF',
    );
    expect(short(file.lines)).toEqual([
      ['2026-11-03', -25_000, 'LASTSCHRIFT MIETE'],
      ['2026-11-04', 125_050, 'GUTSCHRIFT VON FREMDBANK AUFTRAGGEBER: AURORA GOODS AG'],
    ]);
    expect(file.faultCount).toBe(0);
  });

  // Statements of business accounts (BMO, HSBC Canada) write the side behind the amount, an overdrawn balance with DR.
  test('CR behind an amount came in, DR went out; both said against each other is neither', async () => {
    const file = await read(
      'Date,Description,Amount,Balance\n2026-11-02,DEPOSIT,"1,234.50 CR",934.50 CR\n2026-11-03,RENT,"1,000.00DR",65.50 dr\n2026-11-04,ODD,-5.00 CR,70.50DR\n',
      'CAD',
    );
    expect(short(file.lines)).toEqual([
      ['2026-11-02', 123_450, 'DEPOSIT'],
      ['2026-11-03', -100_000, 'RENT'],
    ]);
    expect(file.faults.map(({ row }) => row)).toEqual([4]);
    expect(file.heads[0]?.opening).toEqual({ day: '2026-11-02', minor: -30_000 });
    const headless = await read('2026-11-02,DEPOSIT,"1,234.50 CR"\n2026-11-03,RENT,"10.00 DR"\n', 'CAD');
    expect(short(headless.lines).map(([, minor]) => minor)).toEqual([123_450, -1_000]);
  });

  // Revolut Business, Wise and cards: what was declined or taken back stands in the export too.
  test('what was never booked is no line, whatever it is called', async () => {
    const never = [
      'DECLINED',
      'CANCELLED',
      'Canceled',
      'REVERTED',
      'FAILED',
      'PENDING',
      'Annulé',
      'Transaction refusée',
    ];
    // What only has such a word in it says something else: Sparkassen write what they booked into the same column.
    const booked = [
      'COMPLETED',
      'REFUNDED',
      'Cancellation fee',
      'Storniert und neu gebucht',
      'Annulation de frais',
      '',
    ];
    const states = [...booked.slice(0, 1), ...never, 'Umsatz vorgemerkt', ...booked.slice(1)];
    const file = await read(
      `Date,State,Description,Amount\n${states.map((state) => `2026-11-02,${state},is ${state},10.00`).join('\n')}\n`,
      'CAD',
    );
    expect(file.lines.map(({ text }) => text)).toEqual(booked.map((state) => `is ${state}`.trim()));
    expect(file.heads[0]?.pending).toBe(never.length + 1);
  });

  test('a line whose words are names of columns is a line', async () => {
    const file = await read('2026-11-02,Deposit,Memo,10.00\n2026-11-03,Withdrawal,Details,-5.00\n', 'CAD');
    expect(file.opened?.suggestion.headless).toBe(true);
    expect(file.lines.map(({ amount }) => amount.minor)).toEqual([1_000, -500]);
  });

  test('a mapping that says the file names no columns is believed', async () => {
    const text = 'Date,Description,Amount\n2026-11-02,right,10.00\n';
    const mapping = { columns: { bookedOn: 0, text: 1, amount: 2 }, dates: 'ymd', headless: true } as const;
    const done = await readBank({
      bytes: bytesOf(text),
      fileName: 'x.csv',
      currency: 'CAD',
      mapping,
      latest: '2026-12-01',
    });
    expect(done.ok && 'faults' in done.value && done.value.faults.map(({ row }) => row)).toEqual([1]);
  });

  test('lines of several accounts are told apart', async () => {
    const file = await read(
      'Account Number,Date,Description,Amount,Balance\n111,2026-11-02,A,10.00,10.00\n222,2026-11-02,A,10.00,510.00\n111,2026-11-03,B,5.00,15.00\n',
      'CAD',
    );
    expect(file.heads.map(({ account, opening }) => [account, opening?.minor])).toEqual([
      ['111', 0],
      ['222', 50_000],
    ]);
  });

  describe('the order of day, month and year', () => {
    const opened = async (...days: string[]) => {
      const text = ['Date,Description,Amount', ...days.map((day) => `${day},x,10.00`)].join('\n');
      const done = await openBank({ bytes: bytesOf(text), fileName: 'x.csv', currency: 'CAD' });
      return done.ok && done.value ? [done.value.suggestion.dates, done.value.askDates] : undefined;
    };
    const asRead = async (dates: DateOrder, ...days: string[]) => {
      const text = ['Date,Description,Amount', ...days.map((day) => `${day},x,10.00`)].join('\n');
      const mapping = { columns: { bookedOn: 0, text: 1, amount: 2 }, dates, headless: false };
      const done = await readBank({
        bytes: bytesOf(text),
        fileName: 'x.csv',
        currency: 'CAD',
        mapping,
        latest: '2026-12-01',
      });
      if (!done.ok) return done.problem.code;
      return 'orders' in done.value
        ? done.value.orders
        : done.value.documents.flatMap((each) => openWhole(each.lines)).map((line) => line.bookedOn);
    };
    test('is told by the days, or asked', async () => {
      expect(await opened('11/02/2026', '11/13/2026')).toEqual(['mdy', false]);
      expect(await opened('02/11/2026', '13/11/2026')).toEqual(['dmy', false]);
      expect(await opened('11/02/2026', '11/03/2026')).toEqual(['mdy', true]);
      expect(await opened('11/11/2026')).toEqual(['mdy', false]);
      expect(await opened('2026-11-02', '20261103')).toEqual(['ymd', false]);
      expect(await opened('02.11.2026')).toEqual(['dmy', false]);
    });
    test('holds for the whole file: nothing is read by halves', async () => {
      expect(await asRead('mdy', '02/11/2026', '13/11/2026')).toEqual(['dmy']);
      expect(await asRead('dmy', '02/11/2026', '13/11/2026')).toEqual(['2026-11-02', '2026-11-13']);
      expect(await asRead('mdy', '11/13/2026', '13/11/2026')).toBe('file_unreadable');
      // A day that is none in any order is one row.
      expect(await asRead('mdy', '11/31/2026', '11/13/2026')).toEqual(['2026-11-13']);
    });
    test('and no bank books ahead', async () => {
      expect(await asRead('ymd', '2062-11-02', '2026-11-13')).toEqual(['2026-11-13']);
    });
  });

  test('what cannot be read is told row by row, and nothing of it is guessed', async () => {
    const file = await read(
      'Date,Description,Amount\n2026-11-02,right,10.00\n2026-11-31,no such day,10.00\n2026-11-03,no amount,ten\n,no day,5.00\n2026-11-04,nothing moved,0.00\n',
      'CAD',
    );
    expect(short(file.lines)).toEqual([['2026-11-02', 1_000, 'right']]);
    expect(file.faults).toEqual([
      { row: 3, message: '"2026-11-31" is not a date.' },
      { row: 4, message: '"ten" is not an amount in CAD.' },
      { row: 5, message: 'The day is missing.' },
    ]);
  });

  test('a table of any other names has to be mapped by a person', () => {
    const { columns } = suggestBankMapping(
      {
        rows: [
          ['Wann', 'Wer', 'Wie viel'],
          ['x', 'y', 'z'],
        ],
        rowNumbers: [1, 2],
      },
      'CAD',
    );
    expect(columns.amount).toBeUndefined();
  });
});

const DOCUMENT = (version: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${version}">${body}</Document>`;
const balance = (code: string, amount: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

describe('ISO 20022', () => {
  // German banks, camt.053.001.02 (DK guideline): name beside the address, details without an amount of their own.
  test('version 02: names of the payer, the reference, debits, what is not booked yet', async () => {
    const file = await read(
      DOCUMENT(
        '053.001.02',
        `<BkToCstmrStmt><GrpHdr><MsgId>053D1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>
        <Ntry><Amt Ccy="EUR">1500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt><ValDt><Dt>2026-11-03</Dt></ValDt><AcctSvcrRef>2026110200001</AcctSvcrRef>
          <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Nm>Aurora Goods &amp; Söhne GmbH</Nm></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>Rechnung INV-2026-</Ustrd><Ustrd>000012</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
        <Ntry><Amt Ccy="EUR">20.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-11-02T09:00:00</DtTm></BookgDt><NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Hosting AG</Nm></Cdtr></RltdPties></TxDtls></NtryDtls><AddtlNtryInf>LASTSCHRIFT</AddtlNtryInf></Ntry>
        <Ntry><Amt Ccy="EUR">7.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt>`,
      ),
      'EUR',
      'camt.xml',
    );
    expect(file.heads[0]).toMatchObject({ account: 'DE02120300000000202051', currency: 'EUR', pending: 1 });
    expect(file.lines).toMatchObject([
      {
        bookedOn: '2026-11-02',
        valueOn: '2026-11-03',
        amount: { minor: 150_000 },
        name: 'Aurora Goods & Söhne GmbH',
        text: 'Rechnung INV-2026- 000012',
        reference: '',
        bankRef: '2026110200001',
      },
      { amount: { minor: -2_000 }, name: 'Hosting AG', text: 'LASTSCHRIFT' },
    ]);
  });

  // Swiss banks, camt.054.001.04 and 08 (SIX guideline): a collective credit with the QR reference of each payment.
  test.each([
    ['054.001.04', 'Nm'],
    ['054.001.08', 'Pty'],
  ])('version %s: a collective booking is its payments, each with its reference', async (version, form) => {
    const who = (name: string) =>
      form === 'Pty' ? `<Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr>` : `<Dbtr><Nm>${name}</Nm></Dbtr>`;
    const status = version.endsWith('08') ? '<Sts><Cd>BOOK</Cd></Sts>' : '<Sts>BOOK</Sts>';
    const tx = (name: string, amount: string, ref: string) =>
      `<TxDtls><Refs><AcctSvcrRef>20261104-7</AcctSvcrRef></Refs><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties>${who(name)}</RltdPties><RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>${ref}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
    const file = await read(
      DOCUMENT(
        version,
        `<BkToCstmrDbtCdtNtfctn><Ntfctn><Id>N1</Id><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct><Ntry><NtryRef>010001628</NtryRef><Amt Ccy="CHF">300.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status}<BookgDt><Dt>2026-11-04</Dt></BookgDt><AcctSvcrRef>20261104-7</AcctSvcrRef><NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>${tx('Aurora', '100.00', '210000000003139471430009017')}${tx('Bora', '150.00', '210000000003139471430009025')}${tx('Bora', '50.00', '210000000003139471430009033')}</NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn>`,
      ),
      'CHF',
      'camt054.xml',
    );
    expect(file.lines.map(({ amount, name, reference, partOf }) => [amount.minor, name, reference, partOf])).toEqual([
      [10_000, 'Aurora', '210000000003139471430009017', 'r|20261104-7|2026-11-04|30000'],
      [15_000, 'Bora', '210000000003139471430009025', 'r|20261104-7|2026-11-04|30000'],
      [5_000, 'Bora', '210000000003139471430009033', 'r|20261104-7|2026-11-04|30000'],
    ]);
    expect(new Set(file.lines.map(({ key }) => key)).size).toBe(3);
  });

  // Two buyers pay the same on a day, each told in a notice of its own, without a reference of the bank.
  test('twins in the notices of one camt.054 are two; a notice that is sent again and reports of a day are not', async () => {
    const notice = (kind: string, id: string) =>
      `<${kind}><Id>${id}</Id><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct><Ntry><Amt Ccy="CHF">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-04</Dt></BookgDt></Ntry></${kind}>`;
    const keysOf = async (message: string, kind: string, ...ids: string[]) => {
      const text = DOCUMENT('054.001.08', `<${message}>${ids.map((id) => notice(kind, id)).join('')}</${message}>`);
      return new Set((await read(text, 'CHF', 'n.xml')).lines.map(({ key }) => key)).size;
    };
    expect(await keysOf('BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'N1', 'N2', 'N1')).toBe(2);
    expect(await keysOf('BkToCstmrAcctRpt', 'Rpt', 'R1', 'R2')).toBe(1);
  });

  test('version 08: balances, prefixes of namespaces, two statements in a ZIP', async () => {
    const day = (no: number, from: string, to: string, amount: string) =>
      DOCUMENT(
        '053.001.08',
        `<BkToCstmrStmt><Stmt><Id>${no}</Id><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy></Acct>${balance('OPBD', from, `2026-11-0${no}`)}${balance('CLBD', to, `2026-11-0${no}`)}<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-0${no}</Dt></BookgDt><AcctSvcrRef>R${no}</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt>`,
      );
    const prefixed = day(2, '110.00', '130.00', '20.00')
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n:')
      .replace('xmlns=', 'xmlns:n=');
    const file = await read(
      storedZip([
        { name: 'a.xml', bytes: bytesOf(day(1, '100.00', '110.00', '10.00')) },
        { name: 'b.xml', bytes: bytesOf(prefixed) },
      ]),
      'CHF',
      'november.zip',
    );
    expect(file.heads.map(({ opening, closing }) => [opening?.minor, closing])).toEqual([
      [10_000, { day: '2026-11-01', minor: 11_000 }],
      [11_000, { day: '2026-11-02', minor: 13_000 }],
    ]);
    expect(file.lines.map(({ amount }) => amount.minor)).toEqual([1_000, 2_000]);
  });

  test('balances: that of the day before, and in the currency of the account alone', async () => {
    const all = (...balances: string[]) =>
      read(
        DOCUMENT(
          '053.001.08',
          `<BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>X</IBAN></Id><Ccy>CHF</Ccy></Acct>${balances.join('')}</Stmt></BkToCstmrStmt>`,
        ),
        'CHF',
        'x.xml',
      ).then(({ heads }) => heads[0]);
    // What closed on the 31st is there before the first line of the 1st.
    expect(await all(balance('PRCD', '100.00', '2026-10-31'))).toMatchObject({
      opening: { day: '2026-11-01', minor: 10_000 },
    });
    expect(await all(balance('PRCD', '90.00', '2026-10-31'), balance('OPBD', '100.00', '2026-11-02'))).toMatchObject({
      opening: { day: '2026-11-02', minor: 10_000 },
    });
    expect((await all(balance('CLBD', '5.00', '2026-11-02').replace('CHF', 'EUR')))?.closing).toBeUndefined();
  });

  const statement = (entry: string) =>
    DOCUMENT('053.001.02', `<BkToCstmrStmt><Stmt><Acct><Id><IBAN>X</IBAN></Id></Acct>${entry}</Stmt></BkToCstmrStmt>`);
  test.each([
    [
      'entities that grow',
      '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><Document><BkToCstmrStmt><Stmt>&b;</Stmt></BkToCstmrStmt></Document>',
    ],
    ['a file of the server', '<?xml version="1.0"?><!DOCTYPE l SYSTEM "file:///etc/passwd"><Document/>'],
    ['too deep', DOCUMENT('053.001.02', `${'<a>'.repeat(500)}${'</a>'.repeat(500)}`)],
    ['cut off', statement('<Ntry>').slice(0, -30)],
    ['names of prototypes', DOCUMENT('053.001.02', '<__proto__><polluted>1</polluted></__proto__>')],
    ['another message', DOCUMENT('pain.001.001.03', '<CstmrCdtTrfInitn/>')],
    ['too many elements', statement('<Ntry/>'.repeat(2_100_000))],
  ])('refuses %s with a sentence', async (_what, text) => {
    const done = await openBank({ bytes: bytesOf(text), fileName: 'hostile.xml', currency: 'CAD' });
    expect(done.ok).toBe(false);
    if (!done.ok) expect(done.problem.code).toBe('file_unreadable');
  });

  test('an entry without a day or with an amount that is none is told, the others are read', async () => {
    const file = await read(
      statement(
        '<Ntry><Amt Ccy="CAD">1e3</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-02</Dt></BookgDt></Ntry><Ntry><Amt Ccy="CAD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-02-31</Dt></BookgDt></Ntry><Ntry><Amt Ccy="CAD">2.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><BookgDt><Dt>2026-11-02</Dt></BookgDt></Ntry>',
      ),
      'CAD',
      'x.xml',
    );
    expect(file.faults.map(({ row }) => row)).toEqual([1, 2]);
    expect(file.lines.map(({ amount }) => amount.minor)).toEqual([-200]);
  });
});
