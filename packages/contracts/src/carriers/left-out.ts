/** What connectors left out of vendors' answers, for the operator: counts and shares, and where a share is not what it was. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id } from '../common.ts';

const operation = z.enum(['rate', 'track', 'orders']);
/** `part`: a charge without a name, an event of an unknown kind. `unreadable`: a whole answer. */
const kind = z.enum(['part', 'left-out', 'unreadable']);

export const leftOutLine = z.object({
  connector: z.string(),
  connectorName: z.string(),
  operation,
  kind,
  /** In the hour so far and the one before: so many of so many. Answers for kind `unreadable`, else prices, events or orders. */
  now: z.object({ items: z.int(), of: z.int() }),
  /** In the seven days before that. */
  before: z.object({ items: z.int(), of: z.int() }),
  /** Of the last day, by the hour, oldest first. */
  hours: z.array(z.int()),
  /** The latest, without secrets and personal data. */
  example: z.nullable(
    z.object({
      words: z.string(),
      at: z.string(),
      account: z.object({
        id,
        kind: z.enum(['carrier', 'store']),
        name: z.string(),
        owner: z.string(),
      }),
    }),
  ),
  /** Present while its share is told as changed. */
  shift: z.nullable(z.object({ since: z.string(), share: z.number(), shareBefore: z.number() })),
});
export type LeftOutLine = z.infer<typeof leftOutLine>;

export const getLeftOut = defineCall({
  id: 'getLeftOut',
  method: 'GET',
  path: '/connectors/left-out',
  summary: 'What connectors left out of the answers of the last eight days, by connector, operation and kind',
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN'],
  right: 'connectors.inspect',
  data: z.object({ lines: z.array(leftOutLine), readUntil: z.string() }),
});
export type LeftOut = z.infer<typeof getLeftOut.data>;
