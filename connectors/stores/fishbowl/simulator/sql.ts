/** Answers a SELECT over tables in memory, strictly: a table or column that is not declared is refused in MySQL's words. */
import type { JsonObject } from '@scanship/domain/values/json';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { parseSelect, type Expression, type Select, type Source, type Value } from './sql-parser.ts';

export type Row = Readonly<Record<string, Value>>;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export type Database = Readonly<Record<string, Table>>;

/** A row of the joined tables: each table's own by its alias; nothing for a table that had none to join. */
type Joined = Readonly<Record<string, Row | undefined>>;
type Answer = Readonly<Record<string, Value>>;

const refuse = (message: string): SimRefusal => new SimRefusal(400, 'sql', message);

/** As the server holds times: local, to the microsecond. */
const TIME = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{6})$/;

function formatted(time: Value, format: Value): Value {
  if (time === null) return null;
  const parts = TIME.exec(String(time));
  if (!parts) throw refuse('Incorrect datetime value');
  const [, Y = '', m = '', d = '', H = '', i = '', s = '', f = ''] = parts;
  const known: Readonly<Record<string, string>> = { Y, m, d, H, i, s, f };
  return String(format).replaceAll(/%(.)/g, (_whole, letter: string) => known[letter] ?? letter);
}

const isTrue = (value: Value): boolean => value !== null && value !== 0 && value !== '';

/** MySQL's three answers: 1, 0, or nothing where one side is nothing. */
function compared(operator: string, left: Value, right: Value): Value {
  if (operator === 'AND') return Number(isTrue(left) && isTrue(right));
  if (operator === 'OR') return Number(isTrue(left) || isTrue(right));
  if (left === null || right === null) return null;
  const order =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : String(left) < String(right)
        ? -1
        : Number(String(left) > String(right));
  const holds: Readonly<Record<string, boolean>> = {
    '=': order === 0,
    '<>': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  };
  return Number(holds[operator] ?? false);
}

class Question {
  readonly #select: Select;
  readonly #database: Database;
  readonly #now: string;
  readonly #indexes = new Map<string, ReadonlyMap<Value, readonly Row[]>>();
  /** Tables of a count that is being worked out. */
  readonly #inside = new Set<string>();

  constructor(sql: string, database: Database, now: string) {
    this.#select = parseSelect(sql);
    this.#database = database;
    this.#now = now;
    for (const { table } of this.#select.sources) this.#table(table);
    for (const { value } of this.#select.columns) this.#check(value);
  }

  #table(name: string): Table {
    const table = Object.hasOwn(this.#database, name) ? this.#database[name] : undefined;
    if (!table) throw refuse(`Table 'fishbowl.${name}' doesn't exist`);
    return table;
  }

  /** Names are known before there is any row. */
  #check(one: Expression): void {
    if (one.is === 'call') one.args.forEach((arg) => this.#check(arg));
    if (one.is !== 'column') return;
    const source = this.#select.sources.find(({ alias }) => alias === one.table);
    const known = source && this.#table(source.table).columns.includes(one.column);
    if (!known) throw refuse(`Unknown column '${one.table ?? ''}.${one.column}' in 'field list'`);
  }

  #column(table: string | undefined, column: string, row: Joined, answer: Answer | undefined): Value {
    if (table === undefined) {
      const value = answer && Object.hasOwn(answer, column) ? answer[column] : undefined;
      if (value === undefined) throw refuse(`Unknown column '${column}'`);
      return value;
    }
    const named = this.#select.sources.find(({ alias }) => alias === table)?.table;
    const source = this.#inside.has(table) ? table : named;
    if (source === undefined || !this.#table(source).columns.includes(column))
      throw refuse(`Unknown column '${table}.${column}'`);
    return row[table]?.[column] ?? null;
  }

  #call(name: string, args: readonly Value[]): Value {
    const [first = null] = args;
    if (name === 'NOW') return this.#now;
    if (name === 'COALESCE') return args.find((arg) => arg !== null) ?? null;
    if (name === 'NULLIF') return first === args[1] ? null : first;
    if (name === 'CONCAT') return args.includes(null) ? null : args.join('');
    if (name === 'CONCAT_WS') {
      const [between, ...texts] = args;
      return texts.filter((text) => text !== null).join(String(between));
    }
    if (name === 'DATE_FORMAT') return formatted(first, args[1] ?? '');
    return first === null ? null : name === 'CAST UNSIGNED' ? Number(first) : String(first);
  }

  #value(one: Expression, row: Joined, answer?: Answer): Value {
    const of = (inner: Expression): Value => this.#value(inner, row, answer);
    switch (one.is) {
      case 'value':
        return one.value;
      case 'column':
        return this.#column(one.table, one.column, row, answer);
      case 'call':
        return this.#call(one.name, one.args.map(of));
      case 'both':
        return compared(one.operator, of(one.left), of(one.right));
      case 'null':
        return Number((of(one.one) === null) !== one.not);
      case 'count':
        return this.#count(one.table, one.where, row);
      case 'in': {
        const value = of(one.one);
        if (value === null) return null;
        const found = one.list.some((each) => compared('=', value, of(each)) === 1);
        return Number(found !== one.not);
      }
    }
  }

  /** `table.column = expression AND ...`, as a server would look it up in an index. */
  #count(name: string, where: Expression, row: Joined): Value {
    const first = where.is === 'both' && where.operator === 'AND' ? where.left : where;
    const { rows } = this.#table(name);
    const near =
      first.is === 'both' && first.operator === '=' && first.left.is === 'column' && first.left.table === name
        ? (this.#index(name, first.left.column).get(this.#value(first.right, row)) ?? [])
        : rows;
    const local = { ...row, [name]: undefined };
    return near.filter((one) => isTrue(this.#inner(name, where, { ...local, [name]: one }))).length;
  }

  /** Of a table that is not among the sources. */
  #inner(name: string, where: Expression, row: Joined): Value {
    this.#inside.add(name);
    const value = this.#value(where, row);
    this.#inside.delete(name);
    return value;
  }

  #index(table: string, column: string): ReadonlyMap<Value, readonly Row[]> {
    const key = `${table}.${column}`;
    const known = this.#indexes.get(key);
    if (known) return known;
    const index = new Map<Value, Row[]>();
    for (const row of this.#table(table).rows) {
      const there = index.get(row[column] ?? null);
      if (there) there.push(row);
      else index.set(row[column] ?? null, [row]);
    }
    this.#indexes.set(key, index);
    return index;
  }

  /** Rows of a table by the value of one column, for `table.column = expression`. */
  #join(rows: readonly Joined[], source: Source): Joined[] {
    const { on } = source;
    const candidates = this.#table(source.table).rows;
    if (!on) return candidates.map((row) => ({ [source.alias]: row }));
    const own = on.is === 'both' && on.operator === '=' && on.left.is === 'column' && on.left.table === source.alias;
    if (own && on.left.is === 'column') {
      const { column } = on.left;
      const byValue = this.#index(source.table, column);
      return rows.flatMap((row) => {
        const wanted = this.#value(on.right, row);
        const found = wanted === null ? [] : (byValue.get(wanted) ?? []);
        return found.length === 0 ? [row] : found.map((one) => ({ ...row, [source.alias]: one }));
      });
    }
    return rows.flatMap((row) => {
      const found = candidates
        .map((one) => ({ ...row, [source.alias]: one }))
        .filter((each) => isTrue(this.#value(on, each)));
      return found.length === 0 ? [row] : found;
    });
  }

  answer(): { readonly row: Answer; readonly raw: ReadonlySet<string> }[] {
    const { sources, where, columns, order, limit } = this.#select;
    let rows: Joined[] = [{}];
    for (const source of sources) rows = this.#join(rows, source);
    const kept = where ? rows.filter((row) => isTrue(this.#value(where, row))) : rows;
    const raw = new Set(columns.flatMap(({ name, value }) => (value.is === 'column' ? name : [])));
    const answers = kept.map((row) => {
      const one = Object.fromEntries(columns.map(({ name, value }) => [name, this.#value(value, row)]));
      return { row: one, raw, keys: order.map(({ by }) => this.#value(by, row, one)) };
    });
    answers.sort((a, b) => {
      for (const [at, { down }] of order.entries()) {
        const [left = null, right = null] = [a.keys[at], b.keys[at]];
        // Nothing comes first.
        const least = Number(right === null) - Number(left === null);
        const before =
          least === 0 ? Number(compared('>', left, right) ?? 0) - Number(compared('<', left, right) ?? 0) : least;
        if (before !== 0) return down ? -before : before;
      }
      return 0;
    });
    return answers.slice(0, limit);
  }
}

/** A value in JSON: times with the server's offset, a decimal nought as Java writes it. */
function shown(value: Value, raw: boolean, offset: string): Value {
  if (typeof value !== 'string') return value;
  const time = TIME.exec(value);
  if (time) {
    const [, Y = '', m = '', d = '', H = '', i = '', s = '', f = ''] = time;
    return `${Y}-${m}-${d}T${H}:${i}:${s}.${f.slice(0, 3)}${offset}`;
  }
  return raw && value === '0.000000000' ? '0E-9' : value;
}

/**
 * @param offset of the server's zone at a local time ("-04", "-0330")
 * @throws SimRefusal 400
 */
export function runSelect(
  sql: string,
  database: Database,
  now: string,
  offset: (local: string) => string,
): JsonObject[] {
  return new Question(sql, database, now)
    .answer()
    .map(({ row, raw }) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          shown(value, raw.has(name), typeof value === 'string' && TIME.test(value) ? offset(value) : ''),
        ]),
      ),
    );
}
