/** Holds an answer against what the OpenAPI document says of its call, and against what no answer may ever tell. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly schema: Readonly<Record<string, unknown>>;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Readonly<Record<string, unknown>> }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
}

/** Words of the database, of the language and of the file system: their place is the log. */
const TELLS =
  /\bat (?:\S+ )?\(?(?:file:|\/|node:)\S+:\d+:\d+|node_modules|\bSELECT\b.+\bFROM\b|\bINSERT INTO\b|duplicate key value|violates \w+[- ]\w* ?constraint|syntax error at or near|invalid input syntax|row-level security|relation "\w+"|\b(?:TypeError|RangeError|ReferenceError|PostgresError|ZodError)\b|Cannot read propert|is not a function|\/home\/|\/root\//;

export interface AnswerJudge {
  /** What is wrong with an answer; undefined when nothing is. */
  faultOf(operation: Operation, answer: Answered): string | undefined;
}

export function createAnswerJudge(document: OpenApi): AnswerJudge {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');
  const checks = new Map<object, ValidateFunction>();
  const checkOf = (schema: object): ValidateFunction => {
    const known = checks.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/');
    const made = ajv.compile(JSON.parse(text) as object);
    checks.set(schema, made);
    return made;
  };
  const fits = (schema: object, value: unknown): string | undefined => {
    const check = checkOf(schema);
    if (check(value)) return undefined;
    const [first] = check.errors ?? [];
    return `${first?.instancePath ?? ''} ${first?.message ?? 'does not fit'}`;
  };

  return {
    faultOf(operation, { status, headers, text }) {
      const said = TELLS.exec(text.slice(0, 20_000));
      if (said && status >= 400) return `tells "${said[0].slice(0, 60)}"`;
      if (headers['x-content-type-options'] !== 'nosniff') return 'has no nosniff';
      if (!/no-store/.test([headers['cache-control'] ?? ''].flat().join())) return 'may be cached';
      const range = status < 300 ? operation.responses['2XX'] : undefined;
      const described = operation.responses[String(status)] ?? range ?? operation.responses['default'];
      if (!described) return `status ${status} is not described`;
      const type = [headers['content-type'] ?? ''].flat().join().split(';')[0] ?? '';
      const content = described.content?.[type] ?? (status < 300 ? described.content?.['*/*'] : undefined);
      if (!content) return `type ${type} is not described for ${status}`;
      if (type === 'application/json') return parsed(text, (value) => fits(content.schema, value));
      if (type !== 'application/x-ndjson') return undefined;
      for (const line of text.split('\n').filter((each) => each !== '')) {
        const fault = parsed(line, (value) => fits(content.schema, value));
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
  };
}

function parsed(text: string, judge: (value: unknown) => string | undefined): string | undefined {
  try {
    return judge(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return 'is not JSON';
    throw error;
  }
}
