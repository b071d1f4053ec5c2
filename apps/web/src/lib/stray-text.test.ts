/** Every word on the screen comes from the catalogues: text in JSX and in attributes that are read aloud or shown. */
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Attributes and properties of components whose plain text a person meets. */
const SHOWN = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'confirm',
  'description',
  'error',
  'heading',
  'hint',
  'label',
  'lead',
  'legend',
  'placeholder',
  'title',
]);
/** Components of the macros: what stands in them is in the catalogues. */
const TRANSLATED = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);
const SAME_EVERYWHERE = new Set(
  // Names, file formats, keys, codes of countries and of plans (decisions 11), and the mark of labels that are not valid.
  'ScanShip English Français CSV XLSX PDF Esc SKU HS CA Basic Standard Advanced TEST'.split(' '),
);
/** An example of how an address looks. */
const ADDRESS = /^(?:https?:\/\/\S*|\S*@?\S*\bexample\.com)$/;

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Whether a person would have to read it: two letters next to each other, beside what is the same everywhere. */
function isWords(text: string): boolean {
  if (ADDRESS.test(text.trim())) return false;
  const rest = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !SAME_EVERYWHERE.has(word));
  return rest.some((word) => /\p{L}{2}/u.test(word));
}

/** Text that an expression can come to without passing through anything. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'JSXText':
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'TemplateLiteral':
      return (node['quasis'] as Node[]).map((quasi) => (quasi['value'] as { cooked?: string }).cooked ?? '');
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return textsOf(node['expression']);
    case 'ConditionalExpression':
      return [...textsOf(node['consequent']), ...textsOf(node['alternate'])];
    case 'LogicalExpression':
    case 'BinaryExpression':
      // What is compared is not what is shown.
      return ['||', '??', '+', '&&'].includes(String(node['operator']))
        ? [...(node['operator'] === '&&' ? [] : textsOf(node['left'])), ...textsOf(node['right'])]
        : [];
    default:
      return [];
  }
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'JSXMemberExpression') return nameOf(node['property']);
  if (node.type === 'JSXNamespacedName') return `${nameOf(node['namespace'])}:${nameOf(node['name'])}`;
  return typeof node['name'] === 'string' ? node['name'] : '';
};

/** Stray texts of one file, as "line: text". */
function strayTexts(source: string, fileName = 'given.tsx'): string[] {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName} could not be read: ${errors[0]?.message ?? ''}`);
  const found: string[] = [];
  const report = (node: Node, text: string) => {
    const line = source.slice(0, node.start).split('\n').length;
    if (isWords(text)) found.push(`${line}: ${text.trim().replaceAll(/\s+/g, ' ')}`);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each);
      return;
    }
    if (!isNode(value)) return;
    if (value.type === 'JSXElement' && isNode(value['openingElement'])) {
      if (TRANSLATED.has(nameOf(value['openingElement']['name']))) return;
    }
    if (value.type === 'JSXElement' || value.type === 'JSXFragment')
      for (const child of value['children'] as Node[]) for (const text of textsOf(child)) report(child, text);
    if (value.type === 'JSXAttribute' && SHOWN.has(nameOf(value['name'])))
      for (const text of textsOf(value['value'])) report(value, text);
    // Toasts take their sentence as an argument.
    const callee = value.type === 'CallExpression' ? value['callee'] : undefined;
    if (isNode(callee) && callee.type === 'MemberExpression') {
      if (nameOf(callee['object']) === 'notify' && nameOf(callee['property']) !== 'error')
        for (const argument of value['arguments'] as Node[])
          for (const text of textsOf(argument)) report(argument, text);
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child);
  };
  visit(program);
  return found;
}

const sources = (folder: string): string[] =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return sources(place);
    return /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name) ? [place] : [];
  });

describe('stray text', () => {
  it.each([
    ['between tags', '<p>Buy a label</p>', ['1: Buy a label']],
    ['in a name for screen readers', '<b aria-label="Close">x</b>', ['1: Close']],
    ['in a placeholder in braces', "<input placeholder={'Order number'} />", ['1: Order number']],
    ['in a template', '<i title={`Order ${n}`} />', ['1: Order']],
    ['in one branch', "<p>{late ? 'Too late' : word}</p>", ['1: Too late']],
    ['as a fallback', "<p>{name || 'Nobody'}</p>", ['1: Nobody']],
    ['in a label of a component', '<TextInput label="Weight" />', ['1: Weight']],
    ['in a toast', "notify.success('Saved.')", ['1: Saved.']],
    ['beside a translated word', '<p><Trans>Fine</Trans> Not fine</p>', ['1: Not fine']],
  ])('is found %s', (_name, source, expected) => expect(strayTexts(source)).toEqual(expected));
  it.each([
    ['translated by a component', '<p><Trans>Buy <b>now</b></Trans></p>'],
    ['translated by a function', '<p title={t`Buy`}>{t`Buy`}</p>'],
    ['a plural', '<Plural value={n} one="# label" other="# labels" />'],
    ['a mark or a symbol', '<p>TEST · ↵ – 4</p>'],
    ['an attribute nobody reads', '<p className="wide" data-kind="buy" id="x">{a}</p>'],
    ['a comparison', "<p>{state === 'open' && <b />}</p>"],
  ])('is not %s', (_name, source) => expect(strayTexts(source)).toEqual([]));

  it('stands nowhere in the application', () => {
    const files = sources(root);
    expect(files.length).toBeGreaterThan(150);
    const found = files.flatMap((file) =>
      strayTexts(fs.readFileSync(file, 'utf8'), file).map((line) => `${path.relative(root, file)}:${line}`),
    );
    expect(found).toEqual([]);
  });
});
