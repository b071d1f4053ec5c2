/**
 * Finds the regular expressions of a source file: literals, `RegExp(...)` of constant parts, and the patterns that manifests
 * carry as text (`pattern`, `accountPattern`), which are compiled elsewhere.
 */
import { parseSync, Visitor } from 'oxc-parser';

/** A part that is known only when the program runs stands as one letter: what surrounds it is still judged. */
const UNKNOWN_PART = 'x';
const PATTERN_FIELDS = new Set(['pattern', 'accountPattern']);

/**
 * @param {string} file name, for the syntax it is read in
 * @param {string} source
 * @returns {{ source: string, flags: string, line: number, bound?: string }[]} `bound`: the comment that states how long its input is
 */
export function regexesOf(file, source) {
  const { program, comments } = parseSync(file, source);
  const constants = new Map();
  const found = [];
  const lineOf = (offset) => source.slice(0, offset).split('\n').length;

  /** The text of a constant expression, or undefined. */
  const textOf = (node) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
    if (node?.type === 'Identifier') return constants.get(node.name);
    if (node?.type === 'BinaryExpression' && node.operator === '+') {
      const [left, right] = [textOf(node.left), textOf(node.right)];
      return left === undefined && right === undefined ? undefined : (left ?? UNKNOWN_PART) + (right ?? UNKNOWN_PART);
    }
    if (node?.type !== 'TemplateLiteral') return undefined;
    return node.quasis
      .map((quasi, at) => {
        const next = node.expressions[at];
        return quasi.value.cooked + (next ? (textOf(next) ?? UNKNOWN_PART) : '');
      })
      .join('');
  };
  const add = (pattern, flags, node) =>
    found.push({ source: pattern, flags, line: lineOf(node.start), at: node.start });
  const construct = (node) => {
    if (node.callee.name !== 'RegExp') return;
    const pattern = textOf(node.arguments[0]);
    if (pattern !== undefined) add(pattern, textOf(node.arguments[1]) ?? '', node);
  };
  new Visitor({
    VariableDeclarator: (node) => {
      const text = textOf(node.init);
      if (node.id.type === 'Identifier' && text !== undefined) constants.set(node.id.name, text);
    },
  }).visit(program);
  new Visitor({
    Literal: (node) => node.regex && add(node.regex.pattern, node.regex.flags, node),
    NewExpression: construct,
    CallExpression: construct,
    Property: (node) => {
      const text = PATTERN_FIELDS.has(node.key.name) ? textOf(node.value) : undefined;
      if (text !== undefined) add(`^(?:${text})$`, 'u', node);
    },
  }).visit(program);

  const bounds = comments.filter(({ value }) => value.trim().startsWith('linear: '));
  return found.map(({ at, ...regex }) => {
    const bound = bounds.findLast(({ end }) => end <= at);
    // On the line above the statement, which may be broken over a few.
    const near = bound && regex.line - lineOf(bound.end) <= 3;
    return near ? { ...regex, bound: bound.value.trim().slice('linear: '.length) } : regex;
  });
}
