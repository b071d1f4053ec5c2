/** Connections: sorted by one field, a cursor names the last item's place in that order. */
import { SimRefusal } from '@scanship/simulator-kit/simulator';

export interface PageArgs {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly sort?: string | null;
}

interface Place {
  readonly value: string;
  readonly number: number;
}

const behind = (a: Place, b: Place): number => (a.value === b.value ? a.number - b.number : a.value < b.value ? -1 : 1);

const encode = ({ value, number }: Place): string => Buffer.from(`${number} ${value}`).toString('base64');

function decode(cursor: string): Place {
  const [, number = '', value = ''] = /^(\d+) (.*)$/.exec(Buffer.from(cursor, 'base64').toString('utf8')) ?? [];
  if (number === '') throw new SimRefusal(400, '2', 'Invalid cursor');
  return { number: Number(number), value };
}

/**
 * @param sorts fields that may be sorted by, and their values
 * @param show an item as it is seen
 */
export function page<T extends { readonly number: number }>(
  items: readonly T[],
  args: PageArgs,
  sorts: Readonly<Record<string, (item: T) => string>>,
  show: (item: T) => object,
): object {
  const sort = args.sort ?? '';
  const by = sort === '' ? () => '' : sorts[sort];
  if (!by) throw new SimRefusal(400, '2', `Invalid sort field ${sort}`);
  const size = args.first ?? 100;
  if (size < 1 || size > 100) throw new SimRefusal(400, '2', 'first must be from 1 to 100');
  const placeOf = (item: T): Place => ({ value: by(item), number: item.number });
  const after = args.after ? decode(args.after) : undefined;
  const rest = items
    .toSorted((a, b) => behind(placeOf(a), placeOf(b)))
    .filter((item) => after === undefined || behind(placeOf(item), after) > 0);
  const part = rest.slice(0, size);
  const [one] = part;
  const end = part.at(-1);
  return {
    edges: part.map((item) => ({ cursor: encode(placeOf(item)), node: show(item) })),
    pageInfo: {
      hasNextPage: rest.length > part.length,
      hasPreviousPage: after !== undefined,
      startCursor: one ? encode(placeOf(one)) : null,
      endCursor: end ? encode(placeOf(end)) : null,
    },
    total_count: items.length,
  };
}
