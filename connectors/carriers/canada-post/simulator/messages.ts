/** What all services of the simulator share: reading trees, writing documents, accounts and parcels. */
import {
  basicAuth,
  SimRefusal,
  xmlAnswer,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import type { Priced } from '@scanship/simulator-kit/tariff';
import { child, element, many } from '@scanship/simulator-kit/xml-message';
import { NAMESPACES, TYPES, type Kind } from './contract.ts';
import type { SimParcel } from './pricing.ts';

export type Tree = Readonly<Record<string, unknown>>;
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const at = (tree: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((node, name) => child(node, name), tree);
export const textAt = (tree: unknown, ...names: readonly string[]): string => text(at(tree, ...names));

export const answerOf = (status: number, kind: Kind, root: string, content: readonly string[]): SimAnswer =>
  xmlAnswer(
    status,
    `<?xml version="1.0" encoding="UTF-8"?>${element(root, content, { xmlns: NAMESPACES[kind] })}`,
    TYPES[kind],
  );

export const sameNumber = (a: string, b: string): boolean => a.replace(/^0+/, '') === b.replace(/^0+/, '');

/** The account of the key and, where the address or body names one, of the customer number. */
export function accountOf(request: SimRequest, sim: SimContext, customer = request.params.customer): SimAccount {
  const basic = basicAuth(request);
  const account = sim.accounts.find(
    (a) => a.credentials.user === basic?.user && a.credentials.password === basic?.password,
  );
  if (!account) throw new SimRefusal(401, 'E002', 'AAA Authentication Failure');
  if (customer !== undefined && !sameNumber(account.credentials.customer ?? '', customer))
    throw new SimRefusal(
      403,
      'AA003',
      'The API key in the "Authorization" header does not match the mailed-by customer number in the request.',
    );
  return account;
}

export const day = (sim: SimContext): string => sim.now().toISOString().slice(0, 10);

export function parcelOf(characteristics: unknown): SimParcel {
  const mm = (side: string): number => Math.round(Number(textAt(characteristics, 'dimensions', side)) * 10);
  return {
    grams: Math.round(Number(textAt(characteristics, 'weight')) * 1000),
    lengthMm: mm('length'),
    widthMm: mm('width'),
    heightMm: mm('height'),
  };
}

export const optionCodes = (options: unknown): string[] =>
  many(at(options, 'option')).map((o) => textAt(o, 'option-code'));
export const signed = (options: unknown): boolean => optionCodes(options).some((code) => /^(SO|PA18|PA19)$/.test(code));

/** 30 kg, 2 m, length and girth 3 m. */
export function checkSize(parcel: SimParcel): void {
  const [a = 0, b = 0, c = 0] = [parcel.lengthMm, parcel.widthMm, parcel.heightMm].toSorted((x, y) => y - x);
  if (parcel.grams > 30_000 || a > 2000 || a + 2 * (b + c) > 3000)
    throw new SimRefusal(400, '9111', 'No services are appropriate for this shipment.');
}

export const taxes = (priced: Priced): Readonly<Record<'gst' | 'pst' | 'hst', number>> => {
  const of = (code: string): number => priced.lines.find((l) => l.type === 'tax' && l.code === code)?.cents ?? 0;
  return { gst: of('GST'), pst: 0, hst: of('HST') };
};
export const linesOf = (priced: Priced, type: string): Priced['lines'] => priced.lines.filter((l) => l.type === type);
export const centsOf = (priced: Priced, type: string): number =>
  linesOf(priced, type).reduce((sum, l) => sum + l.cents, 0);
