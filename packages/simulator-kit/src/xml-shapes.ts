/**
 * Messages held against a table of their elements by name, type and order, as a vendor's schema has them. The simulator says in
 * the vendor's words what does not fit.
 */
import { many } from './xml-message.ts';

export interface ShapeFlaw {
  readonly kind: 'value' | 'no elements' | 'stranger' | 'order' | 'missing' | 'twice';
  /** Which element is wrong, missing or there too often. */
  readonly element: string;
  /** What it stands in. */
  readonly within: string;
}

interface Member {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly repeats: boolean;
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** "Name type": exactly once; "Name? type": once or not; "Name+ type": at least once; "Name* type": however often. */
function memberOf(text: string): Member {
  const [marked = '', type = ''] = text.split(' ');
  const mark = /[?+*]$/.exec(marked)?.[0] ?? '';
  return {
    name: mark === '' ? marked : marked.slice(0, -1),
    type,
    optional: mark === '?' || mark === '*',
    repeats: mark === '+' || mark === '*',
  };
}

/**
 * @param types members of each message in their order, comma between them
 * @param leaves what texts look like, by the name of their type
 * @returns the first thing that is wrong with a message; undefined where it fits
 */
export function xmlShapes(
  types: Readonly<Record<string, string>>,
  leaves: Readonly<Record<string, (text: string) => boolean>>,
): (type: string, value: unknown) => ShapeFlaw | undefined {
  const table = new Map(Object.entries(types).map(([type, list]) => [type, list.split(',').map(memberOf)]));
  const flawOf = (type: string, value: unknown, element: string, within: string): ShapeFlaw | undefined => {
    const leaf = leaves[type];
    if (leaf) return typeof value === 'string' && leaf(value) ? undefined : { kind: 'value', element, within };
    // An element without content is read as empty text.
    const node = value === '' ? {} : value;
    if (!isNode(node)) return { kind: 'no elements', element, within };
    const members = table.get(type) ?? [];
    let last = -1;
    for (const name of Object.keys(node)) {
      const place = members.findIndex((member) => member.name === name);
      if (place < 0) return { kind: 'stranger', element: name, within: element };
      if (place < last) return { kind: 'order', element: name, within: element };
      last = place;
    }
    for (const { name, type: of, optional, repeats } of members) {
      if (!Object.hasOwn(node, name)) {
        if (optional) continue;
        return { kind: 'missing', element: name, within: element };
      }
      const content = node[name];
      if (Array.isArray(content) && !repeats) return { kind: 'twice', element: name, within: element };
      for (const one of Array.isArray(content) ? many(content) : [content]) {
        const flaw = flawOf(of, one, name, element);
        if (flaw) return flaw;
      }
    }
    return undefined;
  };
  return (type, value) => flawOf(type, value, type, '');
}
