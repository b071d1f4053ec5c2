/**
 * What a print agent shows: the one-time code of its download, then the token the pairing gave. Both name their row by
 * tenant and id, so that it is found by primary key, and carry 256 random bits (stored hashed) and a signature: rubbish is
 * turned away before the database is asked.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type AgentTokenKind = 'pairing' | 'agent';

export interface AgentToken {
  readonly kind: AgentTokenKind;
  readonly tenantId: string;
  /** Of the row in `agent_pairings` or `agents`. */
  readonly id: string;
  readonly secret: Buffer;
}

export interface AgentTokens {
  issue(token: AgentToken): string;
  /** undefined for everything that this installation did not give out for this purpose. */
  read(kind: AgentTokenKind, text: string | undefined): AgentToken | undefined;
}

const PREFIX: Readonly<Record<AgentTokenKind, string>> = { pairing: 'spp_', agent: 'spa_' };
const ID = 16;
const SECRET = 32;
const MAC = 16;

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** @param secret of the installation; another one makes all tokens foreign */
export const createAgentTokens = (secret: string): AgentTokens => {
  const key = createHmac('sha256', secret).update('print agent tokens').digest();
  const mac = (kind: AgentTokenKind, body: Uint8Array) =>
    createHmac('sha256', key).update(kind).update(body).digest().subarray(0, MAC);
  return {
    issue({ kind, tenantId, id, secret: own }) {
      const body = Buffer.concat([idBytes(tenantId), idBytes(id), own]);
      return PREFIX[kind] + Buffer.concat([body, mac(kind, body)]).toString('base64url');
    },
    read(kind, text) {
      if (text?.startsWith(PREFIX[kind]) !== true) return undefined;
      const bytes = Buffer.from(text.slice(PREFIX[kind].length), 'base64url');
      if (bytes.length !== 2 * ID + SECRET + MAC) return undefined;
      const body = bytes.subarray(0, 2 * ID + SECRET);
      if (!timingSafeEqual(bytes.subarray(body.length), mac(kind, body))) return undefined;
      return {
        kind,
        tenantId: idText(body.subarray(0, ID)),
        id: idText(body.subarray(ID, 2 * ID)),
        secret: Buffer.from(body.subarray(2 * ID)),
      };
    },
  };
};
