/** Reads the part of MySQL's SELECT that questions to a server use. What it does not know it refuses, as the server would an error. */
import { SimRefusal } from '@scanship/simulator-kit/simulator';

export type Value = string | number | null;

export type Expression =
  | { readonly is: 'value'; readonly value: Value }
  /** Without a table: a name of the answer. */
  | { readonly is: 'column'; readonly table: string | undefined; readonly column: string }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly is: 'both'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly is: 'in'; readonly one: Expression; readonly list: readonly Expression[]; readonly not: boolean }
  | { readonly is: 'null'; readonly one: Expression; readonly not: boolean }
  /** How many rows of a table there are for the row at hand. */
  | { readonly is: 'count'; readonly table: string; readonly where: Expression };

export interface Source {
  readonly table: string;
  readonly alias: string;
  readonly on: Expression | undefined;
}

export interface Select {
  readonly columns: readonly { readonly name: string; readonly value: Expression }[];
  readonly sources: readonly Source[];
  readonly where: Expression | undefined;
  readonly order: readonly { readonly by: Expression; readonly down: boolean }[];
  readonly limit: number | undefined;
}

const TOKEN = /\s*(?:('(?:[^']|'')*')|(\d+)|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)|(<>|>=|<=|[=<>(),*]))/y;

const refuse = (near: string): SimRefusal =>
  new SimRefusal(400, 'sql', `You have an error in your SQL syntax; check the manual near '${near.slice(0, 40)}'`);

function tokensOf(sql: string): string[] {
  const tokens: string[] = [];
  const pattern = new RegExp(TOKEN);
  const text = sql.trimEnd();
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (!found) throw refuse(text.slice(at));
    tokens.push(found[1] ?? found[2] ?? found[3] ?? found[4] ?? '');
  }
  return tokens;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(sql: string) {
    this.#tokens = tokensOf(sql);
  }

  get next(): string {
    return this.#tokens[this.#at] ?? '';
  }

  get rest(): string {
    return this.#tokens.slice(this.#at).join(' ');
  }

  /** Whether the next word is this one; it is taken then. */
  takes(word: string): boolean {
    if (this.next.toUpperCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  expect(word: string): void {
    if (!this.takes(word)) throw refuse(this.rest);
  }

  any(pattern: RegExp): string {
    const token = this.next;
    if (!pattern.test(token)) throw refuse(this.rest);
    this.#at += 1;
    return token;
  }
}

const NAME = /^[A-Za-z_]\w*$/;
const FUNCTIONS = ['DATE_FORMAT', 'COALESCE', 'NOW', 'NULLIF', 'CONCAT', 'CONCAT_WS'];

function listOf<T>(reader: Reader, one: (reader: Reader) => T): T[] {
  const all = [one(reader)];
  while (reader.takes(',')) all.push(one(reader));
  return all;
}

function count(reader: Reader): Expression {
  for (const word of ['COUNT', '(', '*', ')', 'FROM']) reader.expect(word);
  const table = reader.any(NAME);
  reader.expect('WHERE');
  const where = condition(reader);
  reader.expect(')');
  return { is: 'count', table, where };
}

function operand(reader: Reader): Expression {
  if (reader.takes('(')) {
    if (reader.takes('SELECT')) return count(reader);
    const inner = condition(reader);
    reader.expect(')');
    return inner;
  }
  if (reader.next.startsWith("'")) return { is: 'value', value: reader.any(/^'/).slice(1, -1).replaceAll("''", "'") };
  if (/^\d/.test(reader.next)) return { is: 'value', value: Number(reader.any(/^\d+$/)) };
  if (reader.takes('CAST')) {
    reader.expect('(');
    const one = condition(reader);
    reader.expect('AS');
    const type = reader.any(/^(?:CHAR|UNSIGNED)$/i).toUpperCase();
    reader.expect(')');
    return { is: 'call', name: `CAST ${type}`, args: [one] };
  }
  const name = reader.any(/^[A-Za-z_]/);
  if (reader.next === '(') {
    if (!FUNCTIONS.includes(name.toUpperCase())) throw refuse(name);
    reader.expect('(');
    const args = listOf(reader, condition);
    reader.expect(')');
    return { is: 'call', name: name.toUpperCase(), args };
  }
  const [table = '', column] = name.split('.');
  return column === undefined ? { is: 'column', table: undefined, column: table } : { is: 'column', table, column };
}

function comparison(reader: Reader): Expression {
  const left = operand(reader);
  if (reader.takes('IS')) {
    const not = reader.takes('NOT');
    reader.expect('NULL');
    return { is: 'null', one: left, not };
  }
  const not = reader.takes('NOT');
  if (reader.takes('IN')) {
    reader.expect('(');
    const list = listOf(reader, operand);
    reader.expect(')');
    return { is: 'in', one: left, list, not };
  }
  if (not) throw refuse(reader.rest);
  if (!/^(?:=|<>|>=|<=|<|>)$/.test(reader.next)) return left;
  const operator = reader.any(/./);
  return { is: 'both', operator, left, right: operand(reader) };
}

function conjunction(reader: Reader): Expression {
  let left = comparison(reader);
  while (reader.takes('AND')) left = { is: 'both', operator: 'AND', left, right: comparison(reader) };
  return left;
}

function condition(reader: Reader): Expression {
  let left = conjunction(reader);
  while (reader.takes('OR')) left = { is: 'both', operator: 'OR', left, right: conjunction(reader) };
  return left;
}

function source(reader: Reader, joined: boolean): Source {
  const table = reader.any(NAME);
  const alias = reader.takes('AS') ? reader.any(NAME) : table;
  if (!joined) return { table, alias, on: undefined };
  reader.expect('ON');
  return { table, alias, on: condition(reader) };
}

/** @throws SimRefusal 400 in the words of MySQL */
export function parseSelect(sql: string): Select {
  const reader = new Reader(sql);
  reader.expect('SELECT');
  const columns = listOf(reader, (r) => {
    const value = condition(r);
    r.expect('AS');
    return { name: r.any(NAME), value };
  });
  const sources: Source[] = [];
  if (reader.takes('FROM')) {
    sources.push(source(reader, false));
    while (reader.takes('LEFT')) {
      reader.expect('JOIN');
      sources.push(source(reader, true));
    }
  }
  const where = reader.takes('WHERE') ? condition(reader) : undefined;
  const order: { by: Expression; down: boolean }[] = [];
  if (reader.takes('ORDER')) {
    reader.expect('BY');
    order.push(...listOf(reader, (r) => ({ by: operand(r), down: r.takes('DESC') })));
  }
  const limit = reader.takes('LIMIT') ? Number(reader.any(/^\d+$/)) : undefined;
  if (reader.next !== '') throw refuse(reader.rest);
  return { columns, sources, where, order, limit };
}
