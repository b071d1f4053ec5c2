/** Servers that a seller runs: what the outbound guard refuses is told with how to publish the server. */
import { ConnectorError } from '../errors.ts';

/**
 * @param publish sentences that say how the server is published
 * @returns `refused` with these sentences when the guard turned the address away; any other error as it is
 */
export function readNotPublic(error: unknown, publish: string): unknown {
  const cause = error instanceof ConnectorError ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'OUTBOUND_REFUSED'
    ? new ConnectorError({ kind: 'refused', message: publish, vendorCode: 'not-public' }, { cause })
    : error;
}
