/** A franchise with a bank: invoices of two customers, statements to upload, and steps of the person who confirms. */
import type { BankLineDto, BankPart } from '@scanship/contracts/money/bank';
import { schedule } from '../src/modules/statements/close-schedule.ts';
import { readCompany } from '../src/modules/statements/index.ts';
import { newId } from '../src/platform/database/ids.ts';
import { moneyOf } from './money-world.ts';
import { makePaymentsWorld, type PayerName, type PaymentsWorld } from './payments-world.ts';

export let w: PaymentsWorld;
export let seller: string;
export let one: string;
export let two: string;
const invoices = new Map<string, { readonly number: string; readonly minor: number }>();

/** One database a test file. */
export async function openBankWorld(): Promise<void> {
  w = await makePaymentsWorld();
  seller = w.world.first.id;
  [one, two] = [w.world.people.admin.tenantId, w.world.people.basic.tenantId];
  const sold = { costMinor: 800, priceMinor: 1_000, taxPpm: 50_000 };
  for (const [buyer, count] of [
    [one, 3],
    [two, 1],
  ] as const)
    for (let n = 0; n < count; n += 1)
      await moneyOf(w.database.db, seller, buyer).buy({ ...sold, at: '2026-05-10T12:00:00Z' });
  const company = await readCompany(w.database.db, seller);
  if (!company) throw new Error('no franchise');
  await w.database.db.tenant({ tenantId: seller }, (tx) => schedule(tx, company, new Date('2026-06-02T12:00:00Z')));
  await w.application.statements.worker.close(seller, '2026-05-01');
  const rows = await w.database.db.tenant({ tenantId: seller }, (tx) =>
    tx.selectFrom('invoices').select(['party_id', 'number', 'charges_minor']).execute(),
  );
  for (const row of rows) invoices.set(row.party_id, { number: row.number, minor: row.charges_minor });
}
export const closeBankWorld = (): Promise<void> => w.close();

export const ok = async <T>(
  method: 'GET' | 'POST' | 'PUT',
  at: string,
  body?: unknown,
  who: PayerName = 'franchise',
): Promise<T> => {
  const answer = await w.call(who, method, at, body, method === 'POST' ? { 'idempotency-key': newId() } : {});
  if (answer.status !== 200) throw new Error(`${at}: ${answer.status} ${answer.text}`);
  return answer.json.data as T;
};
export const refused = async (at: string, body: unknown): Promise<string> => {
  const answer = await w.call('franchise', 'POST', at, body, { 'idempotency-key': newId() });
  return `${answer.status} ${answer.json.code} ${answer.json.errorMessage ?? ''}`;
};
export const upload = (
  accountId: string,
  file: string | Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  fileName = 'bank.csv',
) => {
  const edge = 'edge-of-a-part';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = Buffer.concat([
    Buffer.from(
      `${parts.join('')}--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: text/csv\r\n\r\n`,
    ),
    Buffer.from(file),
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  return w.call('franchise', 'POST', `/bank/accounts/${accountId}/files`, body, {
    'content-type': `multipart/form-data; boundary=${edge}`,
  });
};
export interface Uploaded {
  readonly file: { lines: number; known: number; faultCount: number } | null;
  readonly toMap: { headers: string[]; mapping: object; askDates: boolean } | null;
}
/** Uploads, agreeing with what is suggested. */
export async function take(
  accountId: string,
  text: string | Uint8Array,
  fileName?: string,
): Promise<[lines: number, known: number]> {
  let answer = await upload(accountId, text, {}, fileName);
  const { toMap } = answer.json.data as Uploaded;
  if (toMap) answer = await upload(accountId, text, { mapping: JSON.stringify(toMap.mapping) }, fileName);
  const { file } = answer.json.data as Uploaded;
  if (!file) throw new Error(answer.text);
  return [file.lines, file.known];
}
let accounts = 0;
export const newAccount = async (): Promise<string> =>
  (await ok<{ id: string }>('POST', '/bank/accounts', { name: `Chequing ${(accounts += 1)}`, currency: 'CAD' })).id;
export const linesOf = async (accountId: string, query = ''): Promise<BankLineDto[]> =>
  (await ok<{ lines: BankLineDto[] }>('GET', `/bank/lines?accountId=${accountId}&size=100${query}`)).lines;
export const lineSaying = async (accountId: string, text: string): Promise<BankLineDto> => {
  const found = (await linesOf(accountId)).find((line) => `${line.party} ${line.text}`.includes(text));
  if (!found) throw new Error(`no line says ${text}`);
  return found;
};
export const bare = (parts: BankLineDto['parts']): BankPart[] =>
  parts.map(({ kind, id, minor }) => ({ kind, id, minor }));
export const confirm = (line: BankLineDto, parts = bare(line.proposals[0]?.parts ?? [])) =>
  ok<BankLineDto>('POST', `/bank/lines/${line.id}/match`, { parts });
export const csv = (...rows: readonly string[]): string => ['Date,Description,Amount', ...rows].join('\n');
export const invoiceOf = (buyer: string) => {
  const found = invoices.get(buyer);
  if (!found) throw new Error('no invoice');
  return found;
};
export const decimal = (minor: number): string => (minor / 100).toFixed(2);
