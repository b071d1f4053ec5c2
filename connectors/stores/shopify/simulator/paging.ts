/** Relay paging over lists with a stable order: a cursor names the last item's place, not its number in the list. */
import { GraphQLError } from 'graphql';

export interface PageArgs {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
  readonly reverse?: boolean | null;
}

/** Where an item stands: by a value, then by its id. */
export interface Place {
  readonly value: string;
  readonly id: number;
}

const behind = (a: Place, b: Place): number => (a.value === b.value ? a.id - b.id : a.value < b.value ? -1 : 1);

const encode = (place: Place): string =>
  Buffer.from(JSON.stringify({ last_id: place.id, last_value: place.value })).toString('base64');

function decode(cursor: string): Place {
  try {
    const raw = JSON.parse(Buffer.from(cursor, 'base64').toString('utf8')) as {
      last_id?: unknown;
      last_value?: unknown;
    };
    if (typeof raw.last_id === 'number' && typeof raw.last_value === 'string')
      return { id: raw.last_id, value: raw.last_value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw refused(`Invalid cursor for current pagination sort.`, 'BAD_REQUEST');
}

/** An error of the request itself, as Shopify words it. */
export const refused = (message: string, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });

/** @param placeOf the sort value of an item; items are sorted by it here */
export function page<T>(
  items: readonly T[],
  args: PageArgs,
  placeOf: (item: T) => Place,
  show: (item: T) => object,
): object {
  const { first, last } = args;
  if ((first ?? undefined) === undefined && (last ?? undefined) === undefined)
    throw refused('you must provide one of first or last', 'BAD_REQUEST');
  const size = first ?? last ?? 0;
  if (size < 1 || size > 250) throw refused('first and last must be from 1 to 250', 'BAD_REQUEST');
  const sorted = items.toSorted((a, b) => behind(placeOf(a), placeOf(b)));
  if (args.reverse === true) sorted.reverse();
  const direction = args.reverse === true ? -1 : 1;
  const after = args.after ? decode(args.after) : undefined;
  const rest = after ? sorted.filter((item) => behind(placeOf(item), after) * direction > 0) : sorted;
  const part = first ? rest.slice(0, size) : rest.slice(-size);
  const [one] = part;
  const end = part.at(-1);
  return {
    nodes: part.map(show),
    edges: part.map((item) => ({ cursor: encode(placeOf(item)), node: show(item) })),
    pageInfo: {
      hasNextPage: first ? rest.length > part.length : false,
      hasPreviousPage: after !== undefined,
      startCursor: one === undefined ? null : encode(placeOf(one)),
      endCursor: end === undefined ? null : encode(placeOf(end)),
    },
  };
}

/** Lists that stand in the order of their ids. */
export const pageById = <T extends { readonly id: number }>(
  items: readonly T[],
  args: PageArgs,
  show: (item: T) => object,
): object => page(items, args, (item) => ({ value: '', id: item.id }), show);

const TIME_SEARCH = /^updated_at:\s*(>=|<=|>|<)\s*'?([^']+)'?$/;

/** The part of Shopify's search that is used: a bound on `updated_at`. */
export function searched<T extends { readonly updatedAt: string }>(
  items: readonly T[],
  query: string | null | undefined,
): readonly T[] {
  const text = query?.trim() ?? '';
  if (text === '') return items;
  const match = TIME_SEARCH.exec(text);
  const bound = Date.parse(match?.[2] ?? '');
  if (!match || Number.isNaN(bound))
    throw refused(`This stand-in does not know the search "${text.slice(0, 80)}".`, 'BAD_REQUEST');
  return items.filter((item) => {
    const at = Date.parse(item.updatedAt);
    switch (match[1]) {
      case '>=':
        return at >= bound;
      case '>':
        return at > bound;
      case '<=':
        return at <= bound;
      default:
        return at < bound;
    }
  });
}
