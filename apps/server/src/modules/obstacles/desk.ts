/** Printing, and what waits in the exceptions inbox. */
import type { ObstacleLine } from '@scanship/contracts/network/obstacles';
import { AGENT_SILENT_MS } from '@scanship/domain/printing/printing';
import { sql } from 'kysely';
import { countOpenKinds } from '../exceptions/index.ts';
import { fine, trouble } from './line.ts';
import type { Walk } from './subject.ts';

interface Station {
  readonly name: string;
  readonly online: boolean;
}

export async function printingLines({ deps, subject }: Walk): Promise<ObstacleLine[]> {
  const { customerId } = subject;
  const { rows } = await deps.db.tenant(
    { tenantId: customerId },
    (tx) =>
      sql<Station>`SELECT name, coalesce(last_seen_at > clock_timestamp() - ${AGENT_SILENT_MS} * interval '1 millisecond', false) AS online
      FROM agents WHERE tenant_id = ${customerId} AND revoked_at IS NULL ORDER BY name, id LIMIT 100`.execute(tx),
    { readOnly: true },
  );
  const mend = ['customer', 'devices'] as const;
  if (rows.length === 0)
    return [
      trouble('printing', 'none', 'warning', {
        message: 'No computer with the print agent is paired: labels are printed from the browser.',
        mend,
      }),
    ];
  const silent = rows.filter(({ online }) => !online);
  return [
    ...(silent.length < rows.length
      ? [
          fine(
            'printing',
            'stations',
            rows.length - silent.length === 1
              ? 'One computer with printers answers.'
              : `${rows.length - silent.length} computers with printers answer.`,
          ),
        ]
      : []),
    ...silent.map(({ name }) =>
      trouble('printing', 'silent', 'warning', {
        about: name,
        message: 'This computer does not answer: what is sent to its printers waits.',
        nextStep: 'Check that it is on and that the print agent runs.',
        mend,
      }),
    ),
  ];
}

export async function exceptionLines({ deps, subject }: Walk): Promise<ObstacleLine[]> {
  const { customerId } = subject;
  const kinds = await deps.db.tenant({ tenantId: customerId }, (tx) => countOpenKinds(tx, customerId), {
    readOnly: true,
  });
  const unknown = kinds.purchase;
  const rest = Object.values(kinds).reduce((sum, n) => sum + n, 0) - unknown;
  const mend = ['customer', 'exceptions'] as const;
  if (unknown + rest === 0) return [fine('exceptions', 'none', 'Nothing waits for a person.')];
  return [
    ...(unknown > 0
      ? [
          trouble('exceptions', 'unknown-purchases', 'warning', {
            message:
              unknown === 1
                ? 'For one label it is not known whether the carrier made it; its order is waiting.'
                : `For ${unknown} labels it is not known whether the carrier made them; their orders are waiting.`,
            nextStep: 'Each is settled by asking the carrier, else by a person with the evidence.',
            mend,
          }),
        ]
      : []),
    ...(rest > 0
      ? [
          trouble('exceptions', 'open', 'warning', {
            message: rest === 1 ? 'One other exception is open.' : `${rest} other exceptions are open.`,
            mend,
          }),
        ]
      : []),
  ];
}
