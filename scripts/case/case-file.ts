/** An exported case as a file of `real-answers/`: its answers as they stand, the operation that reads them, and a meaning to be written. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const KINDS = ['carriers', 'stores'] as const;
type Kind = (typeof KINDS)[number];
const OPERATIONS: Readonly<Record<Kind, readonly string[]>> = {
  carriers: ['rate', 'ship', 'track', 'cancel'],
  stores: ['orders'],
};

interface Exchange {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: unknown;
  };
}

interface ExportedCase {
  readonly connector: string;
  readonly name: string;
  readonly recorded: string;
  readonly exchanges: readonly Exchange[];
}

export interface CaseChoice {
  /** `carriers` or `stores`, where a carrier and a store have one name. */
  readonly kind?: string | undefined;
  /** What reads the answers, where the names of the calls do not say it. */
  readonly operation?: string | undefined;
}

export interface CaseFile {
  /** Below the root. */
  readonly path: string;
  readonly text: string;
  readonly connector: string;
}

/** Something a person can change: the file, or how the command was called. */
export class CaseProblem extends Error {
  override name = 'CaseProblem';
}

/** @throws CaseProblem in words, for a file that is no case, a connector or an operation that is not there */
export function caseFile(text: string, root: string, choice: CaseChoice = {}): CaseFile {
  const found = readCase(text);
  const place = placeOf(found.connector, root, choice.kind);
  const operation = operationOf(found, place.kind, choice.operation);
  return {
    path: path.join(place.folder, 'real-answers', `${fileName(found)}.ts`),
    text: place.kind === 'carriers' ? carrierText(found, operation) : storeText(found, operation, place.suffix),
    connector: path.basename(place.folder),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readCase(text: string): ExportedCase {
  const whole = parse(text);
  if (!isObject(whole) || whole['form'] !== 'scanship-case/1')
    throw new CaseProblem('This is not a case that Live accounts exported: its form is not scanship-case/1.');
  const { connector, name, recorded, exchanges } = whole;
  if (typeof connector !== 'string' || !/^[a-z0-9-]{1,60}$/.test(connector))
    throw new CaseProblem('The case does not name its connector.');
  if (!Array.isArray(exchanges)) throw new CaseProblem('The case has no list of exchanges.');
  const answered = exchanges.flatMap(exchangeOf);
  if (answered.length === 0) throw new CaseProblem('None of the calls of this case was answered.');
  return {
    connector,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : 'an answer of a live account',
    recorded: typeof recorded === 'string' && /^20\d\d-\d\d$/.test(recorded) ? recorded : 'unknown',
    exchanges: answered,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CaseProblem('This file is not JSON.');
  }
}

/** A call that nobody answered has no facts. */
function exchangeOf(value: unknown): Exchange[] {
  if (!isObject(value) || !isObject(value['request']) || !isObject(value['answer'])) return [];
  const { request, answer } = value;
  const headers = isObject(answer['headers']) ? answer['headers'] : {};
  if (typeof answer['status'] !== 'number') return [];
  return [
    {
      operation: textOf(value['operation']),
      method: textOf(request['method']),
      path: textOf(request['path']),
      answer: { status: answer['status'], headers, body: answer['body'] ?? '' },
    },
  ];
}

interface Place {
  readonly kind: Kind;
  readonly folder: string;
  /** Of a folder that serves several stores: "us" of "amazon-us". */
  readonly suffix: string;
}

function placeOf(connector: string, root: string, wanted: string | undefined): Place {
  const places = KINDS.flatMap((kind): Place[] => {
    const whole = path.join('connectors', kind, connector);
    if (existsSync(path.join(root, whole, 'package.json'))) return [{ kind, folder: whole, suffix: '' }];
    const [, family = '', suffix = ''] = /^(.+)-(\w+)$/.exec(connector) ?? [];
    const shared = path.join('connectors', kind, family);
    return family !== '' && existsSync(path.join(root, shared, 'src', `store-${suffix}.ts`))
      ? [{ kind, folder: shared, suffix }]
      : [];
  });
  const fitting = wanted === undefined ? places : places.filter(({ kind }) => kind === wanted);
  const [place, other] = fitting;
  if (!place) throw new CaseProblem(`There is no connector "${connector}" here.`);
  if (other) throw new CaseProblem(`"${connector}" is a carrier and a store: add --kind=carriers or --kind=stores.`);
  return place;
}

function operationOf({ exchanges }: ExportedCase, kind: Kind, wanted: string | undefined): string {
  const known = OPERATIONS[kind];
  if (wanted !== undefined) {
    if (known.includes(wanted)) return wanted;
    throw new CaseProblem(`"${wanted}" is not an operation of ${kind}: ${known.join(', ')}.`);
  }
  const called = known.find((name) => exchanges.some(({ operation }) => operation === name));
  if (called !== undefined || kind === 'stores') return called ?? 'orders';
  throw new CaseProblem(
    `The calls of this case (${exchanges.map((one) => `"${one.operation}"`).join(', ')}) do not say what reads them: add --operation=${known.join(' or ')}.`,
  );
}

const fileName = ({ name, recorded }: ExportedCase): string => {
  const words = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return [words || 'answer', recorded].join('-');
};

const quoted = (text: string): string => JSON.stringify(text);
/** Nothing in a comment may end it. */
const commented = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('*/', '* /');

const head = ({ exchanges }: ExportedCase): string => `/**
 * What a live account was answered, exported without its people, its secrets and its numbers. Asked, in this order:
${exchanges.map(({ method, path: asked, operation }) => ` * ${commented(`${method} ${asked} (${operation})`)}`).join('\n')}
 */`;

const given = ({ exchanges }: ExportedCase): string =>
  `const given: readonly Recorded[] = ${JSON.stringify(
    exchanges.map(({ answer }) => answer),
    undefined,
    2,
  )};`;

/** `means` names nothing: the test fails and shows what is read, until somebody writes what it means. */
const answers = (
  { name, recorded }: ExportedCase,
  operation: string,
  read: string,
): string => `export const answers: readonly RealAnswer[] = [
  {
    name: ${quoted(name)},
    operation: ${quoted(operation)},
    source: 'https://',
    recorded: ${quoted(recorded)},
    read: () => ${read},
    means: [],
  },
];
`;

const CALLS: Readonly<Record<string, string>> = {
  rate: 'vendor.rate(samples.domestic, ...given)',
  track: "vendor.track('', ...given)",
  ship: `vendor.ship(
      {
        shipment: samples.domestic,
        service: '',
        reference: 'S000000000000001',
        uuid: '6f1c2f1e-0000-4000-8000-000000000001',
        labelFormat: 'pdf',
      },
      given,
    )`,
  cancel:
    "vendor.cancel({ reference: 'S000000000000001', carrierShipmentId: '', trackingNumbers: [], kept: {} }, given)",
};

const carrierText = (found: ExportedCase, operation: string): string => `${head(found)}
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const vendor = answered(carrier, samples);
${given(found)}

${answers(found, operation, CALLS[operation] ?? '')}`;

function storeText(found: ExportedCase, operation: string, suffix: string): string {
  const samples = `samples${suffix.charAt(0).toUpperCase()}${suffix.slice(1)}`;
  return `${head(found)}
import type { Recorded } from '@scanship/connector-kit/conformance/answered';
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { ${samples} } from '../simulator/harness.ts';
import { store } from '../src/store${suffix === '' ? '' : `-${suffix}`}.ts';

const platform = answeredByStore(store, ${samples});
${given(found)}

${answers(found, operation, 'platform.orders(...given)')}`;
}
