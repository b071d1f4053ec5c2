/** JSON that is small to send and dear to read or to check: millions of values, names and levels. Made when asked for. */

export interface HostileBody {
  readonly kind: string;
  readonly text: () => string;
}

const listOf = (value: string, megabytes: number): string =>
  `[${`${value},`.repeat(Math.floor((megabytes * 1_000_000) / (value.length + 1)))}1]`;
const namesOf = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`;

/** All below the most bytes that a call with a session takes. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  { kind: 'two million numbers', text: () => listOf('1', 4) },
  { kind: 'a list of two million numbers where ids belong', text: () => `{"ids":${listOf('1', 4)}}` },
  { kind: 'a list of empty objects', text: () => `{"ids":${listOf('{}', 4)}}` },
  { kind: 'a list of empty lists', text: () => `{"ids":${listOf('[]', 4)}}` },
  { kind: 'a list of empty texts', text: () => `{"ids":${listOf('""', 4)}}` },
  { kind: '250,000 names', text: () => namesOf(250_000) },
  { kind: 'a hundred thousand levels', text: () => `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
  { kind: 'a hundred thousand objects in each other', text: () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}` },
  { kind: 'a text of 4 MB', text: () => `{"ids":["${'x'.repeat(4_000_000)}"]}` },
  { kind: 'a text of escapes', text: () => `{"ids":["${'\\u0041'.repeat(650_000)}"]}` },
  { kind: 'a number of a million digits', text: () => `{"page":${'9'.repeat(1_000_000)}}` },
];
