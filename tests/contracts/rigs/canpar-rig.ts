/** What the checks of Canpar share: its schemas as a judge, and environments that play its answers. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samples } from '@scanship/carrier-canpar/harness';
import { manifest } from '@scanship/carrier-canpar/manifest';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import fc from 'fast-check';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import type { Mutant, Verdict } from '../judges/differential.ts';

const MESSAGES = 'http://ws.dto.canshipws.canpar.com/xsd';
const THINGS = 'http://dto.canshipws.canpar.com/xsd';
const SERVICES = {
  CanparRatingService: 'http://ws.onlinerating.canshipws.canpar.com',
  CanshipBusinessService: 'http://ws.business.canshipws.canpar.com',
  CanparAddonsService: 'http://ws.canparaddons.canpar.com',
} as const;
type Service = keyof typeof SERVICES;

const isMessage = (name: string): boolean => /(Rq|Rs)$/.test(name);

/**
 * The files put three schemas of each service into one block, under one namespace; the samples and the type prefixes tell
 * them apart: methods in the service's own, `...Rq` and `...Rs` in one, the things in them in another. Here they are three
 * again, and compile.
 */
function divided(service: Service, text: string): Readonly<Record<string, string>> {
  const parts = Array.from(
    text.matchAll(/^ {4}<xs:(element|complexType) name="(\w+)"[\s\S]*?^ {4}<\/xs:\1>/gm),
    (m) => ({
      kind: m[1] ?? '',
      name: m[2] ?? '',
      text: m[0].replaceAll(
        /type="ax\d+:(\w+)"/g,
        (_w, type: string) => `type="${isMessage(type) ? 'm' : 't'}:${type}"`,
      ),
    }),
  );
  const types = new Set(parts.filter((p) => p.kind === 'complexType').map((p) => p.name));
  const known = (part: (typeof parts)[number]): boolean =>
    Array.from(part.text.matchAll(/type="[mt]:(\w+)"/g), (m) => m[1] ?? '').every((name) => types.has(name));
  // A type that refers to one that the file lacks cannot be compiled; none of those belongs to a method that is used.
  for (let left = true; left; ) {
    left = false;
    for (const part of parts)
      if (part.kind === 'complexType' && types.has(part.name) && !known(part)) {
        types.delete(part.name);
        left = true;
      }
  }
  const schema = (own: string, imports: readonly (readonly [string, string])[], content: string): string =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:m="${MESSAGES}" xmlns:t="${THINGS}" elementFormDefault="qualified" attributeFormDefault="qualified" targetNamespace="${own}">
${imports.map(([namespace, file]) => `<xs:import namespace="${namespace}" schemaLocation="${file}"/>`).join('\n')}
${content}</xs:schema>`;
  const of = (want: (part: (typeof parts)[number]) => boolean): string =>
    parts
      .filter((part) => want(part) && (part.kind === 'element' ? known(part) : types.has(part.name)))
      .map((part) => part.text)
      .join('\n');
  return {
    [`${service}.t.xsd`]: schema(
      THINGS,
      [],
      of((p) => p.kind === 'complexType' && !isMessage(p.name)),
    ),
    [`${service}.m.xsd`]: schema(
      MESSAGES,
      [[THINGS, `${service}.t.xsd`]],
      of((p) => p.kind === 'complexType' && isMessage(p.name)),
    ),
    [`${service}.xsd`]: schema(
      SERVICES[service],
      [
        [MESSAGES, `${service}.m.xsd`],
        [THINGS, `${service}.t.xsd`],
      ],
      of((p) => p.kind === 'element'),
    ),
  };
}

export interface SchemaJudge {
  /** @param path address of the service @param envelope SOAP message */
  judge(path: string, envelope: string): Verdict;
  close(): void;
}

/** @param folder with `xsd` */
export function openSchemas(folder: string): SchemaJudge {
  xmlRegisterFsInputProviders();
  const work = mkdtempSync(join(tmpdir(), 'canpar-xsd-'));
  const validators = new Map<string, XsdValidator>();
  for (const service of Object.keys(SERVICES) as Service[]) {
    const files = divided(service, readFileSync(join(folder, 'xsd', `${service}.xsd`), 'utf8'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(work, name), text);
    const file = join(work, `${service}.xsd`);
    const document = XmlDocument.fromBuffer(readFileSync(file), { url: file });
    validators.set(service, XsdValidator.fromDoc(document));
    document.dispose();
  }
  return {
    judge(path, envelope) {
      const call = callOf(envelope);
      let document: XmlDocument;
      try {
        document = XmlDocument.fromString(call);
      } catch (error) {
        return { accepted: false, why: `not well-formed: ${String(error)}` };
      }
      try {
        validators.get(path.split('/').at(-1) ?? '')?.validate(document);
        return { accepted: true, why: 'valid' };
      } catch (error) {
        return { accepted: false, why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
      } finally {
        document.dispose();
      }
    },
    close() {
      for (const validator of validators.values()) validator.dispose();
      rmSync(work, { recursive: true });
    },
  };
}

/** The method's element alone, with the envelope's namespaces. */
export function callOf(envelope: string): string {
  const names = (/<soap:Envelope ([^>]*)>/.exec(envelope)?.[1] ?? '').replace(/xmlns:soap="[^"]*"\s*/, '');
  const call = /<soap:Body>([\s\S]*)<\/soap:Body>/.exec(envelope)?.[1] ?? '';
  return call.replace(/^<(ws:\w+)/, `<$1 ${names}`);
}

const CONTENTS: readonly (readonly [string, string])[] = [
  ['a letter', 'X'],
  ['a zero', '0'],
  ['a large number', '99999999999'],
  ['many decimals', '1.23456789'],
  ['an exponent', '1e2'],
  ['a boolean', 'true'],
  ['a day that does not exist', '2026-02-30T12:00:00Z'],
  ['a day without time', '2026-11-23'],
  ['a moment', '2026-11-23T12:00:00.5-05:00'],
  ['mark-up', '&lt;&amp;&gt;'],
];

/** One place at a time: removed, repeated, moved to the end, renamed, with other contents, with a stranger beside it. */
export function soapMutants(envelope: string): Mutant<string>[] {
  const seen = new Map<string, number>();
  const leaves = Array.from(envelope.matchAll(/<([mt]:\w+)>([^<]*)<\/\1>/g));
  const groups = Array.from(envelope.matchAll(/<([mt]:\w+)>(?=<)/g));
  const swap = (match: RegExpMatchArray, by: string): string =>
    envelope.slice(0, match.index) + by + envelope.slice((match.index ?? 0) + match[0].length);
  return [
    ...leaves.flatMap((leaf) => {
      const [whole, name = '', content = ''] = leaf;
      const nth = seen.get(name) ?? 0;
      seen.set(name, nth + 1);
      const what = `${name}[${nth}]`;
      return [
        { what: `${what} removed`, request: swap(leaf, '') },
        { what: `${what} repeated`, request: swap(leaf, whole + whole) },
        { what: `${what} renamed`, request: swap(leaf, `<${name}x>${content}</${name}x>`) },
        { what: `${what} holding an element`, request: swap(leaf, `<${name}><t:x>1</t:x></${name}>`) },
        ...CONTENTS.map(([how, other]) => ({
          what: `${what} is ${how}`,
          request: swap(leaf, `<${name}>${other}</${name}>`),
        })),
        { what: `${what} emptied`, request: swap(leaf, `<${name}></${name}>`) },
      ];
    }),
    ...groups.map((group, index) => ({
      what: `${group[1]}(${index}) with a stranger`,
      request: swap(group, `${group[0]}<t:zz>1</t:zz>`),
    })),
  ];
}

const anyText = fc.oneof(fc.string({ maxLength: 50 }), fc.string({ unit: 'grapheme', maxLength: 45 }));
const anyAddress = fc.record({
  name: anyText,
  companyName: fc.option(anyText, { nil: undefined }),
  address1: anyText,
  address2: fc.option(anyText, { nil: undefined }),
  city: anyText,
  phone: fc.option(anyText, { nil: '416 555 0100' }),
});

/** A purchase as people may write it, inside Canada and to the United States. */
export const anyShipment = fc
  .record({
    from: anyAddress,
    to: anyAddress,
    abroad: fc.boolean(),
    weightGrams: fc.integer({ min: 1, max: 30_000 }),
    lengthMm: fc.integer({ min: 1, max: 2700 }),
    description: anyText,
    invoiceNumber: fc.option(anyText, { nil: undefined }),
    references: fc.array(anyText, { maxLength: 2 }),
    insured: fc.option(fc.integer({ min: 0, max: 500_000 }), { nil: undefined }),
  })
  .map(({ abroad, ...d }): ShipmentRequest => {
    const base = abroad && samples.crossBorder ? samples.crossBorder.shipment : samples.domestic;
    return {
      ...base,
      from: { ...base.from, ...d.from },
      to: { ...base.to, ...d.to },
      parcels: [
        { number: 1, weightGrams: d.weightGrams, dimensions: { lengthMm: d.lengthMm, widthMm: 10, heightMm: 10 } },
      ],
      references: d.references,
      options: { insuredValue: d.insured === undefined ? undefined : money(d.insured, 'CAD') },
      customs: base.customs && {
        ...base.customs,
        invoiceNumber: d.invoiceNumber,
        items: base.customs.items.map((item) => ({ ...item, description: d.description })),
      },
    };
  });

/** An environment that answers each call from a list of bodies. */
export function playing(bodies: readonly string[]): CarrierEnv {
  let at = 0;
  return {
    mode: 'sandbox',
    credentials: samples.account.credentials,
    settings: {},
    tokens: createTokenCache().of('samples'),
    now: () => new Date('2026-11-23T12:00:00Z'),
    pause: () => Promise.resolve(),
    http: {
      send: () => {
        const bytes = new Uint8Array(Buffer.from(bodies[at] ?? ''));
        at += 1;
        const headers = { 'content-type': 'text/xml' };
        return Promise.resolve(makeResponse(manifest.name, { status: 200, headers, bytes, traceId: 'sample' }));
      },
    },
  };
}
