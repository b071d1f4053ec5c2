/** What a rate keeps that the customer's role must not read: the cost chain and the vendor's token. */
import { money, priceLine } from '@scanship/contracts/common';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import * as z from 'zod/mini';
import type { Sealer } from '../../platform/crypto/sealer.ts';

/** One sale down the levels; the first seller is the carrier (null), the last buyer the shipper. */
const link = z.object({
  fromTenantId: z.nullable(z.string()),
  toTenantId: z.string(),
  price: money,
  /** With the tax rates, which the levels below need to charge taxes anew. */
  lines: z.array(z.extend(priceLine, { ratePpm: z.optional(z.int()) })),
  markupVersions: z.array(z.json()),
});

const sealedRate = z.object({
  chain: z.array(link),
  /** Vendor data the purchase must bring back. */
  token: z.optional(z.record(z.string(), z.json())),
});
export type SealedRate = z.infer<typeof sealedRate>;
export type SealedLink = z.infer<typeof link>;

/** Purpose under which rates are sealed. */
export const RATE_SEAL = 'rate';

/** Plain JSON of a rate to seal; undefined members vanish, which the reader expects. */
export const toSealedJson = (rate: {
  readonly chain: readonly SealedLink[];
  readonly token: JsonObject | undefined;
}): Json => JSON.parse(JSON.stringify(rate)) as Json;

/** @throws when the value was written by something else than `toSealedJson` */
export const fromSealedJson = (value: Json): SealedRate => sealedRate.parse(value);

/** The sales behind a stored rate, the carrier's first. */
export const chainOf = (sealer: Sealer, tenantId: string, rateId: string, sealed: Uint8Array): readonly SealedLink[] =>
  fromSealedJson(sealer.openJson(tenantId, rateId, RATE_SEAL, sealed)).chain;
