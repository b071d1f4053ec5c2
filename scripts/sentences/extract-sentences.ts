/**
 * Collects what the server says to people: string and template literals of its sources that read as sentences, as
 * patterns with {0}, {1} … where values are put in. Left out is what no person meets: SQL, errors for the log, commands
 * of the console, tests, simulators, demo data, and texts that stand in both languages beside each other.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { EXACT_SENTENCES } from '../../apps/server/src/platform/language/exact-sentences.ts';

const root = path.resolve(import.meta.dirname, '../..');

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Folders and files (from the root) whose words reach an answer, and those among them whose words do not. */
const PLACES = [
  'apps/server/src',
  'packages/domain/src',
  'packages/contracts/src',
  'packages/connector-kit/src',
  'packages/documents/src',
];
const CONNECTORS = ['connectors/carriers', 'connectors/stores', 'connectors/samples', 'connectors/payments'];
const LEFT_OUT = [
  // The console, the start, the demo, the database's own care, measures.
  /^apps\/server\/src\/(commands|config|demo|operations|main|application)/,
  /^apps\/server\/src\/platform\/(database|logging|metrics|simulators|data-folder|start-error|crypto|journal\/journal\.ts|language)/,
  // Mails, sheets and documents have their words in both languages where they are made.
  /^apps\/server\/src\/modules\/(mail\/(templates|layout|.*-mail)|stores\/watch\/watch-words|readings\/shift-words|restrictions\/tell|buyer-notices\/sender-domain\/sender-mail|owner-notices\/notice-mail|reminders\/reminder-mail|customer-data\/erasure\/erasure-mail)/,
  /^packages\/documents\/src\/.*-(template|words)\.ts$/,
  /^apps\/server\/src\/modules\/operations\/openapi/,
  // The error catalogue and the words for transport are exact on the wire; screens translate them by code.
  /^packages\/contracts\/src\/(errors|transport-errors)\.ts$/,
  // What judges connectors in tests.
  /^packages\/connector-kit\/src\/(conformance\/|.*open-environment|steps\/(run-through|watched-env))/,
  /\/(simulator|fixtures|cases|test)\//,
  /\.(test|d)\.ts$/,
];

const sourceFiles = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const place = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : sourceFiles(place);
      return place.endsWith('.ts') ? [place] : [];
    })
    .filter((file) => !LEFT_OUT.some((pattern) => pattern.test(file)));

const connectorFolders = (): string[] =>
  CONNECTORS.flatMap((kind) =>
    readdirSync(path.join(root, kind), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${kind}/${entry.name}/src`),
  );

/** Errors that are caught and told; every other error is for the log. */
const TOLD_ERRORS = new Set(['DocumentError']);
/** Functions whose words go to the log, to the console or into a statement. */
const SILENT_CALLS = new Set([
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'trace',
  'log',
  'counter',
  'gauge',
  'histogram',
  'query',
  'execute',
  'executeFixed',
  'raw',
  'test',
  'match',
  'includes',
  'startsWith',
  'endsWith',
  'indexOf',
  'replace',
  'replaceAll',
  'split',
  'has',
  'get',
  'set',
  'RegExp',
  'Symbol',
  'describe',
  'meta',
]);
/** Properties whose text no person meets, or that stand in both languages. */
const SILENT_PROPERTIES = new Set([
  'fr',
  'fr-CA',
  'en',
  'en-CA',
  'pattern',
  'sql',
  'userAgent',
  'accept',
  'soapAction',
  'description',
]);
/** Properties whose text is shown even where it is no whole sentence. */
const SHOWN_PROPERTIES = new Set([
  'message',
  'advice',
  'why',
  'reason',
  'nextStep',
  'note',
  'summary',
  'successMessage',
  'help',
  'problem',
  'text',
  'change',
  'blocked',
  'sentence',
  'remark',
  'because',
  'finding',
]);

/** The pattern of a literal; a run of values with nothing between them is one value. */
const patternOf = (node: Node): string | undefined => {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = (node['quasis'] as Node[]).map((quasi) => (quasi['value'] as { cooked?: string }).cooked ?? '');
  let text = quasis[0] ?? '';
  let values = 0;
  for (const [at, quasi] of quasis.entries()) {
    if (at === 0) continue;
    if (!text.endsWith('}') || quasis[at - 1] !== '' || values === 0) text += `{${values++}}`;
    text += quasi;
  }
  return text;
};

const lettersOf = (pattern: string): string => pattern.replaceAll(/\{\d+\}/g, '').replaceAll(/[^\p{L}]/gu, '');
const hasWords = (pattern: string): boolean =>
  /\p{L}{2}/u.test(pattern.replaceAll(/\{\d+\}/g, '')) && lettersOf(pattern).length >= 4;

/** As sentences begin, those that begin with eBay or eShipper too. */
const BEGINNING = /^(?:\p{Ll}?\p{Lu}|[{"“'(])/u;

/** Starts as a sentence does and has at least two words, or ends as one does. */
const isSentence = (pattern: string): boolean => {
  const text = pattern.trim();
  if (!hasWords(text) || /[\n\t;=<>|]{1}\s*$/.test(text) || /^https?:/.test(text)) return false;
  if (!BEGINNING.test(text) || !/ /.test(text)) return false;
  if (/\b(SELECT|INSERT INTO|UPDATE [a-z_]+ SET|FROM [a-z_]+|WHERE|BEGIN|GRANT)\b/.test(text)) return false;
  return /[.!?…]["”»)]?(\{\d+\})?$/.test(text);
};

/** Whether a shown text needs words in French: more than a name or a code. */
const isShownText = (pattern: string): boolean =>
  hasWords(pattern) && BEGINNING.test(pattern) && /\p{L} |\} \p{L}/u.test(pattern);

/** A piece that is put into a sentence: words beside each other or alone, but no code. */
const isPiece = (pattern: string): boolean =>
  hasWords(pattern) && !/[_=<>]|^[A-Z0-9-]+$|^[a-z]+[A-Z]|^[a-z]+-[a-z]+$/.test(pattern);

/** Goes on with a sentence that was begun elsewhere: " It said: …", " by the rule …", ", but …". */
const isContinuation = (pattern: string): boolean =>
  /^(?: |[,;:] |\. )["“(]?(?:\p{L}{2}|\{)/u.test(pattern) &&
  hasWords(pattern) &&
  !/[=<>\n]|\b[A-Z]{2,} [A-Z]{2,}|\$\d/.test(pattern);

/** Words of a table that are put into sentences: "a whole number", "the sender". */
const isPhrase = (pattern: string): boolean =>
  /^(?:an?|the|its?|there|no|with|dangerous|dry|true) \p{Ll}[\p{L} ,{}0-9]+$/u.test(pattern);

/** Where a path or a code stands (`sentence-matcher.ts`). */
const PATH = '{0:path}';

/** What a connector says of a field of an answer: `new FieldProblem(path, 'is missing')`, put together by its class. */
function fieldSentences([field, what]: readonly Node[]): string[] {
  const named = field?.type === 'Literal' && / /.test(patternOf(field) ?? '') ? (patternOf(field) ?? '') : PATH;
  const said = (node: Node | undefined): string[] => {
    if (node?.type === 'ConditionalExpression')
      return [node['consequent'], node['alternate']].flatMap((one) => said(one as Node));
    const pattern = node && patternOf(node);
    if (pattern === undefined) return [];
    const shift = named === PATH ? 1 : 0;
    return [`${named} ${pattern.replaceAll(/\{(\d+)\}/g, (_all, at: string) => `{${Number(at) + shift}}`)}.`];
  };
  return said(what);
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  if (node.type === 'Literal') return String(node['value']);
  return typeof node['name'] === 'string' ? node['name'] : '';
};

/** Names and values in a condition, to see that it chooses a language. */
const wordsOfTest = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'BinaryExpression') return `${wordsOfTest(node['left'])} ${wordsOfTest(node['right'])}`;
  return nameOf(node);
};

interface Place {
  /** The nearest property or call says that a person meets the text. */
  readonly shown: boolean;
  /** Within the values of a template that is a sentence. */
  readonly piece: 'direct' | 'argument' | false;
}

/** Patterns of one file's sentences. */
export function sentencesOf(source: string, fileName = 'given.ts'): string[] {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName} could not be read: ${errors[0]?.message ?? ''}`);
  const found: string[] = [];
  const all = (values: readonly unknown[], place: Place): void => {
    for (const value of values) visit(value, place);
  };
  const children = (node: Node, place: Place): void =>
    all(
      Object.entries(node).flatMap(([key, child]) => (key === 'parent' ? [] : [child])),
      place,
    );
  const visit = (value: unknown, place: Place): void => {
    if (Array.isArray(value)) return all(value, place);
    if (!isNode(value)) return;
    const neutral: Place = { shown: false, piece: false };
    switch (value.type) {
      case 'Literal':
      case 'TemplateLiteral': {
        const pattern = patternOf(value);
        const tabled = value.type === 'Literal';
        if (pattern === undefined) return;
        const sentence = isSentence(pattern) || (place.shown && isShownText(pattern));
        if (
          sentence ||
          isContinuation(pattern) ||
          (tabled && isPhrase(pattern)) ||
          (place.piece !== false && isPiece(pattern) && (place.piece === 'direct' || / /.test(pattern.trim())))
        )
          found.push(pattern.trim());
        if (value.type === 'TemplateLiteral')
          all(value['expressions'] as Node[], { shown: false, piece: sentence ? 'direct' : place.piece });
        return;
      }
      case 'TaggedTemplateExpression': {
        const quasi = value['quasi'] as Node;
        return all(quasi['expressions'] as Node[], neutral);
      }
      case 'NewExpression': {
        const name = nameOf(value['callee']);
        if (/Error$|^Error$|^SOAP/.test(name) && !TOLD_ERRORS.has(name)) return;
        if (name === 'RegExp') return;
        if (name === 'FieldProblem') found.push(...fieldSentences(value['arguments'] as Node[]));
        return children(value, { ...place, shown: TOLD_ERRORS.has(name) });
      }
      case 'ClassDeclaration':
        if (nameOf(value['superClass']).endsWith('Error')) return;
        return children(value, neutral);
      case 'CallExpression': {
        const name = nameOf(value['callee']);
        if (SILENT_CALLS.has(name)) {
          // What is asked of may still be said: `text.replace(…)`.
          if (isNode(value['callee']) && value['callee'].type === 'MemberExpression')
            visit(value['callee']['object'], place);
          if (name === 'get' || name === 'set') all(value['arguments'] as Node[], neutral);
          return;
        }
        visit(value['callee'], neutral);
        return all(value['arguments'] as Node[], {
          shown: place.shown,
          piece: place.piece === 'direct' ? 'argument' : place.piece,
        });
      }
      case 'Property': {
        const name = nameOf(value['key']);
        if (SILENT_PROPERTIES.has(name)) return;
        // What a call is for stands in the API's own pages, which are in English.
        if (name === 'summary' && fileName.startsWith('packages/contracts/')) return;
        // Names of fields and of parts of a price are shown even where they are one word.
        if (name === 'label' && isNode(value['value'])) {
          const label = patternOf(value['value']);
          if (label !== undefined && /^(?:\p{Lu}.*\p{Ll}|(?:GST|HST|PST|QST|RST)\b)/u.test(label)) found.push(label);
        }
        // The titles of print jobs are ours; every other title is the name of goods.
        const shown = SHOWN_PROPERTIES.has(name) || (name === 'title' && fileName.includes('/modules/printing/'));
        return visit(value['value'], { shown, piece: false });
      }
      case 'BinaryExpression':
        if (value['operator'] !== '+') return;
        return children(value, place);
      case 'SwitchCase':
        return all(value['consequent'] as Node[], neutral);
      case 'ConditionalExpression':
        // Where both languages stand beside each other there is nothing to translate.
        if (/^(fr|fr-CA)$|locale|french/i.test(wordsOfTest(value['test']))) return;
        visit(value['test'], neutral);
        return all([value['consequent'], value['alternate']], place);
      case 'ImportDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAnnotation':
      case 'TSLiteralType':
      case 'ExportAllDeclaration':
        return;
      default:
        return children(value, place);
    }
  };
  visit(program, { shown: false, piece: false });
  return found;
}

/** Every pattern of the sources with the files it stands in, in alphabetical order. */
export function sentencesOfSources(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const file of [...PLACES, ...connectorFolders()].flatMap(sourceFiles))
    for (const pattern of sentencesOf(readFileSync(path.join(root, file), 'utf8'), file)) {
      if (EXACT_SENTENCES.has(pattern)) continue;
      const files = found.get(pattern) ?? new Set();
      found.set(pattern, files.add(file));
    }
  return new Map(
    [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([pattern, files]) => [pattern, [...files].toSorted()]),
  );
}
