/**
 * The commercial invoice that goes with a parcel across a border. Fields follow what customs of the US, Canada and the EU ask
 * for: parties with their tax numbers, purpose, terms, goods with HS code, origin and net weight, values with freight and
 * insurance apart, the extra fields that let it replace the Canada Customs Invoice, and the nine CUSMA data elements.
 */
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams } from '@scanship/domain/values/measure';
import { add, compare, type Money, money, subtract, sum, times, toDecimal } from '@scanship/domain/money/money';
import { statedFiling } from '@scanship/domain/shipping/export-report';
import type { Customs } from '@scanship/domain/shipping/shipment';
import { countryName } from './address-lines.ts';
import { breakable, codePicture, type DocumentBranding, templateBranding } from './branding.ts';
import { CUSTOMS_INVOICE_TEMPLATE } from './customs-invoice-template.ts';
import { INVOICE_WORDS } from './customs-invoice-words.ts';
import { DocumentError } from '../document-error.ts';
import { partyLines, type TemplateLine, templateLine } from './packing-slip.ts';
import { printableLine } from '../text/printable-text.ts';
import { renderBranded } from './render-branded.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

/** CUSMA/USMCA/T-MEC annex 5-A: what is not already on the invoice. */
export interface CusmaCertification {
  readonly certifierRole: 'importer' | 'exporter' | 'producer';
  readonly certifier: string;
  readonly producer: string;
  readonly originCriterion: 'A' | 'B' | 'C' | 'D';
  /** YYYY-MM-DD to YYYY-MM-DD, at most twelve months. */
  readonly blanketFrom?: string | undefined;
  readonly blanketTo?: string | undefined;
}

/** Fields of the Canada Customs Invoice beyond a plain commercial invoice. */
export interface CanadaFields {
  readonly directShipmentDate: string;
  readonly transportMode: string;
  readonly placeOfDirectShipment: string;
  readonly conditionsOfSale: string;
}

export interface CustomsInvoiceModel {
  readonly paper: 'letter' | 'a4';
  readonly language: 'en' | 'fr';
  readonly branding: DocumentBranding;
  readonly invoiceNumber: string;
  /** YYYY-MM-DD. */
  readonly invoiceDate: string;
  readonly orderNumber?: string | undefined;
  readonly trackingNumbers: readonly string[];
  /** Carrier and service. */
  readonly carrier?: string | undefined;
  readonly exporter: Address;
  readonly consignee: Address;
  /** Importer of record, where not the consignee. */
  readonly importer?: Address | undefined;
  /** Buyer, where not the consignee. */
  readonly buyer?: Address | undefined;
  /** Purpose, terms, duties payer, currency and goods. */
  readonly customs: Customs;
  readonly packages: number;
  readonly grossWeightGrams: number;
  readonly freight?: Money | undefined;
  readonly insurance?: Money | undefined;
  readonly otherCharges?: Money | undefined;
  /** Positive; taken off. */
  readonly discount?: Money | undefined;
  readonly canada?: CanadaFields | undefined;
  readonly cusma?: CusmaCertification | undefined;
  readonly remarks?: string | undefined;
  readonly signerTitle?: string | undefined;
}

/** Sum of the goods, and what the invoice comes to: goods + freight + insurance + other charges - discount. */
export function invoiceTotals(model: CustomsInvoiceModel): { goods: Money; total: Money } {
  const { currency, items } = model.customs;
  const all = [
    ...items.map((item) => item.unitValue),
    model.freight,
    model.insurance,
    model.otherCharges,
    model.discount,
  ];
  const foreign = all.find((amount) => amount !== undefined && amount.currency !== currency);
  if (foreign)
    throw new DocumentError(
      'bad-input',
      `The invoice is in ${currency}, but one amount is in ${foreign.currency}: all must be in one currency.`,
    );
  const goods = sum(
    items.map((item) => times(item.unitValue, item.quantity)),
    currency,
  );
  let total = goods;
  for (const charge of [model.freight, model.insurance, model.otherCharges]) if (charge) total = add(total, charge);
  if (model.discount) total = subtract(total, model.discount);
  if (compare(total, money(0, currency)) < 0)
    throw new DocumentError('bad-input', 'The discount is larger than the value of the goods.');
  return { goods, total };
}

/** "1,234.50" in English, "1 234,50" in French; exact, from the integer. */
export function amountText(amount: Money, language: 'en' | 'fr'): string {
  const [whole = '0', fraction] = toDecimal(amount).split('.');
  const [, sign = '', first = '', thousands = ''] = /^(-?)(\d{1,3}?)((?:\d{3})*)$/.exec(whole) ?? [];
  const grouped = sign + [first, ...(thousands.match(/\d{3}/g) ?? [])].join(language === 'fr' ? '\u00a0' : ',');
  return fraction === undefined ? grouped : grouped + (language === 'fr' ? ',' : '.') + fraction;
}

function kg(grams: number, language: 'en' | 'fr'): string {
  const text = fromGrams(grams, 'kg', 3).toFixed(3);
  return `${language === 'fr' ? text.replace('.', ',') : text} kg`;
}

/** "6912.00" from 691200: HS codes are printed in the groups customs write. */
const hsText = (code: string | undefined): string => {
  const digits = (code ?? '').replace(/\D/g, '');
  return digits.length < 6
    ? (code ?? '')
    : [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter((part) => part !== '').join('.');
};

interface Row {
  readonly name: string;
  readonly value: TemplateLine;
  readonly strong: boolean;
}

const rows = (list: readonly (readonly [string, string | undefined, boolean?])[]): Row[] =>
  list.flatMap(([name, value, strong = false]) => (value ? [{ name, value: templateLine(value), strong }] : []));

function party(address: Address, model: CustomsInvoiceModel): TemplateLine[] {
  const words = INVOICE_WORDS[model.language];
  const extra = [
    address.phone ? `${words.phone} ${address.phone}` : '',
    address.email ?? '',
    ...(address.taxIds ?? []).map((id) => `${id.kind} ${id.number}${id.countryCode ? ` (${id.countryCode})` : ''}`),
  ];
  return [...partyLines(address, model.language, true), ...extra.filter((text) => text !== '').map(templateLine)];
}

function fail(sentence: string): never {
  throw new DocumentError('bad-input', sentence);
}

function check(model: CustomsInvoiceModel): void {
  const { items } = model.customs;
  if (items.length === 0) fail('A commercial invoice needs at least one line of goods.');
  for (const item of items) {
    if (printableLine(item.description) === '') fail('Every line of a commercial invoice needs a description.');
    if (!Number.isSafeInteger(item.quantity) || item.quantity < 1)
      fail(`The quantity of "${item.description}" must be a whole number of at least 1.`);
    if (!Number.isSafeInteger(item.unitGrams) || item.unitGrams < 0)
      fail(`The weight of "${item.description}" must be whole grams.`);
  }
}

/** Who signs: the person where one is named, for the exporter; whoever runs the site exports nothing. */
function signatory({ customs, signerTitle, exporter, language }: CustomsInvoiceModel): string {
  const company = exporter.companyName || exporter.name;
  if (!customs.signer) return [company, signerTitle].filter((text) => text).join(', ');
  const person = [customs.signer, signerTitle].filter((text) => text).join(', ');
  return customs.signer === company ? person : `${person} ${INVOICE_WORDS[language].signingFor} ${company}`;
}

function sections(model: CustomsInvoiceModel): { title: string; rows: Row[] }[] {
  const words = INVOICE_WORDS[model.language];
  const { canada, cusma } = model;
  const list: { title: string; rows: Row[] }[] = [];
  if (canada)
    list.push({
      title: words.canada,
      rows: rows([
        [words.directShipment, canada.directShipmentDate],
        [words.place, canada.placeOfDirectShipment],
        [words.transport, canada.transportMode],
        [words.conditions, canada.conditionsOfSale],
        [words.settlement, model.customs.currency],
      ]),
    });
  if (cusma)
    list.push({
      title: words.cusma,
      rows: rows([
        [words.certifier, `${cusma.certifier} (${words.roles[cusma.certifierRole]})`],
        [words.producer, cusma.producer],
        [words.criterion, cusma.originCriterion],
        [words.blanket, cusma.blanketFrom && cusma.blanketTo ? `${cusma.blanketFrom} – ${cusma.blanketTo}` : undefined],
      ]),
    });
  const duty = model.customs.prepaidDuty;
  if (duty)
    list.push({
      title: words.prepaid,
      rows: rows([
        [words.provider, duty.provider],
        [words.proof, duty.reference],
        [words.paid, duty.amount && `${amountText(duty.amount, model.language)} ${duty.amount.currency}`],
      ]),
    });
  if (model.remarks) list.push({ title: words.remarks, rows: rows([[words.note, model.remarks]]) });
  return list;
}

/**
 * Draws the invoice, as many times as `copies` says (most customs want three), each with page numbers of its own.
 * @throws DocumentError `bad-input` for no goods, mixed currencies or broken quantities, else what the renderer throws.
 */
export async function customsInvoicePdf(
  model: CustomsInvoiceModel,
  renderer: TypstRenderer,
  copies = 1,
): Promise<Uint8Array> {
  if (!Number.isSafeInteger(copies) || copies < 1) fail('An invoice is printed at least once.');
  check(model);
  const { language, customs } = model;
  const words = INVOICE_WORDS[language];
  const { goods, total } = invoiceTotals(model);
  const amount = (value: Money): string => amountText(value, language);
  const netGrams = customs.items.reduce((n, item) => n + item.unitGrams * item.quantity, 0);
  const number = printableLine(model.invoiceNumber);
  const parties = [
    { title: words.exporter, address: model.exporter },
    { title: words.consignee, address: model.consignee },
    ...(model.importer ? [{ title: words.importer, address: model.importer }] : []),
    ...(model.buyer ? [{ title: words.buyer, address: model.buyer }] : []),
  ];
  const code = codePicture(model.trackingNumbers[0] ?? number, 190, 24);
  const charges: readonly (readonly [string, Money | undefined, string])[] = [
    [words.goods, goods, ''],
    [words.freight, model.freight, ''],
    [words.insurance, model.insurance, ''],
    [words.other, model.otherCharges, ''],
    [words.discount, model.discount, '−'],
  ];
  const part = {
    title: `${words.title} ${number}`,
    lang: language,
    paper: model.paper,
    words,
    number,
    code: code ? { ...code, alt: model.trackingNumbers[0] ?? number } : null,
    parties: parties.map((p) => ({ title: p.title, lines: party(p.address, model) })),
    shipment: rows([
      [words.date, model.invoiceDate],
      [words.order, model.orderNumber],
      [words.carrier, model.carrier],
      [words.tracking, model.trackingNumbers.join(', ')],
      [words.from, countryName(model.exporter.countryCode, language)],
      [words.destination, countryName(model.consignee.countryCode, language)],
    ]),
    terms: rows([
      [words.purpose, words.purposes[customs.purpose], true],
      [words.incoterm, customs.incoterm, true],
      [words.duties, words.payers[customs.dutiesPaidBy]],
      [words.currency, customs.currency, true],
      [words.exportReport, statedFiling({ from: model.exporter, to: model.consignee, customs }), true],
    ]),
    lines: customs.items.map((item) => ({
      description: templateLine(item.description),
      sku: item.sku ? breakable(printableLine(item.sku)) : null,
      hs: printableLine(hsText(item.hsCode)),
      origin: (item.originCountry ?? '').toUpperCase(),
      quantity: `${item.quantity}\u00a0${words.pieces}`,
      weight: kg(item.unitGrams * item.quantity, language).replace(' ', '\u00a0'),
      unit: amount(item.unitValue),
      value: amount(times(item.unitValue, item.quantity)),
    })),
    weights: rows([
      [words.packages, String(model.packages)],
      [words.gross, kg(model.grossWeightGrams, language)],
      [words.net, kg(netGrams, language)],
    ]),
    sums: charges.flatMap(([name, value, sign]) =>
      value ? [{ name, value: `${sign}${amount(value)} ${customs.currency}` }] : [],
    ),
    total: `${amount(total)} ${customs.currency}`,
    sections: sections(model),
    declaration: [words.declaration, ...(model.cusma ? [words.cusmaStatement] : [])],
    signature: [
      { name: words.name, value: templateLine(signatory(model)) },
      { name: words.signature, value: templateLine('') },
      { name: words.signedOn, value: templateLine(model.invoiceDate) },
    ],
  };
  const once = await renderBranded(CUSTOMS_INVOICE_TEMPLATE, [part], templateBranding(model.branding), renderer);
  if (copies === 1) return once;
  const merged = await renderer.paper(
    'merge',
    Array.from({ length: copies }, () => ({ bytes: once })),
  );
  return merged.bytes;
}
