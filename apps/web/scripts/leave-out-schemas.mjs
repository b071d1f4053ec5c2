/**
 * Vite plugin: takes the schemas out of the contracts for the browser. The client needs a call's method and path and the
 * compiler its types; validating is the server's work, and schemas of all calls would be in every first load.
 *
 * In `packages/contracts` the shapes of `defineCall` (params, query, body, data) are dropped, and a constant that is built
 * with `z` becomes a bare `z.unknown()`, which the bundler drops where nobody reads it. What is left of `zod/mini` is
 * answered by `src/lib/no-schemas.ts`.
 */
import { parseSync } from 'oxc-parser';

const SHAPES = new Set(['params', 'query', 'body', 'data']);
const CONTRACT = /\/packages\/contracts\/src\/(?:[^/]+\/)*[^/]+\.ts$/;

/** Name at the root of a chain of calls and members ("z" of z.object({}).check()), or undefined. */
function rootOf(node) {
  let at = node;
  while (at) {
    if (at.type === 'Identifier') return at.name;
    if (at.type === 'CallExpression') at = at.callee;
    else if (at.type === 'MemberExpression') at = at.object;
    else return undefined;
  }
  return undefined;
}

const declarationsOf = (statement) => {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
};

/** Names of a contract's exported constants that are built with `z`: they hold nothing in the browser. */
export function schemasOf(source, fileName = 'contract.ts') {
  return parseSync(fileName, source)
    .program.body.flatMap((statement) => (statement.type === 'ExportNamedDeclaration' ? declarationsOf(statement) : []))
    .filter(({ init }) => init && rootOf(init) === 'z')
    .map(({ id }) => id.name);
}

/** What a source imports from the contracts to use it when it runs: file and name of each. */
export function contractValuesOf(source, fileName = 'page.tsx') {
  return parseSync(fileName, source).program.body.flatMap((statement) => {
    const file =
      statement.type === 'ImportDeclaration' && /^@scanship\/contracts\/(.+)$/.exec(statement.source.value)?.[1];
    if (!file || statement.importKind === 'type') return [];
    return statement.specifiers
      .filter((each) => each.type === 'ImportSpecifier' && each.importKind !== 'type')
      .map((each) => ({ file, name: each.imported.name }));
  });
}

/** The source with other text at `[start, end)` of each edit. */
function edited(source, edits) {
  let text = source;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + replacement + text.slice(end);
  return text;
}

/** Pure, for its test. */
export function leaveOutSchemas(source, fileName = 'contract.ts') {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0].message}`);
  const edits = [];
  for (const statement of program.body)
    for (const { init } of declarationsOf(statement)) {
      if (!init) continue;
      if (rootOf(init) === 'z') edits.push({ start: init.start, end: init.end, text: '/* @__PURE__ */ z.unknown()' });
      const [call] = init.type === 'CallExpression' && rootOf(init) === 'defineCall' ? init.arguments : [];
      if (call?.type !== 'ObjectExpression') continue;
      edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ ' });
      for (const property of call.properties)
        if (property.type === 'Property' && SHAPES.has(property.key.name))
          edits.push({ start: property.value.start, end: property.value.end, text: 'undefined' });
    }
  return edited(source, edits);
}

export const leaveOutSchemasPlugin = () => ({
  name: 'leave-out-schemas',
  enforce: 'pre',
  transform(code, id) {
    return CONTRACT.test(id) ? { code: leaveOutSchemas(code, id), map: null } : undefined;
  },
});
