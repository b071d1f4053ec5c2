/** Tax and customs numbers of a company (decision 0199): carriers and customs get those that a parcel's way calls for. */
import * as z from 'zod/mini';
import { MAX_TAX_ID_LENGTH, TAX_ID_KINDS } from '@scanship/domain/taxes/tax-id-kinds';
import { defineCall } from '../call.ts';
import { countryCode, id, idParams, MOST_CHANGES, recordVersion, required } from '../common.ts';

const fields = {
  kind: z.enum(TAX_ID_KINDS),
  /** As people write it; answered as it is sent. */
  number: required(MAX_TAX_ID_LENGTH),
  /** Country that issued it (GB also for numbers of Northern Ireland). */
  countryCode,
};
const taxIdBody = z.object(fields);
export type TaxIdBody = z.infer<typeof taxIdBody>;

export const taxId = z.extend(taxIdBody, {
  id,
  version: recordVersion,
  /** Why it goes with no parcel although it is right: a sentence, or null. */
  problem: z.nullable(z.string()),
});
export type TaxIdDto = z.infer<typeof taxId>;

const taxIds = z.object({ taxIds: z.array(taxId) });

export const getTaxIds = defineCall({
  id: 'getTaxIds',
  method: 'GET',
  path: '/customer/tax-ids',
  summary: 'Tax and customs numbers of the company',
  auth: 'access',
  permission: 'PROFILE_SETTINGS',
  data: taxIds,
});

export const addTaxId = defineCall({
  id: 'addTaxId',
  method: 'POST',
  audited: true,
  path: '/customer/tax-ids',
  summary: 'Add a tax or customs number',
  right: 'settings.manage',
  auth: 'access',
  permission: 'PROFILE_SETTINGS',
  body: taxIdBody,
  data: taxIds,
});

export const updateTaxId = defineCall({
  id: 'updateTaxId',
  method: 'PUT',
  audited: true,
  path: '/customer/tax-ids/{id}',
  summary: 'Change a tax or customs number; shipments keep the one they were bought with',
  right: 'settings.manage',
  auth: 'access',
  permission: 'PROFILE_SETTINGS',
  params: idParams,
  body: z.extend(taxIdBody, { version: recordVersion }),
  data: taxIds,
});

export const removeTaxId = defineCall({
  id: 'removeTaxId',
  method: 'DELETE',
  audited: true,
  path: '/customer/tax-ids/{id}',
  summary: 'Remove a tax or customs number; shipments keep the one they were bought with',
  right: 'settings.manage',
  auth: 'access',
  permission: 'PROFILE_SETTINGS',
  params: idParams,
  query: z.object({ version: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MOST_CHANGES)) }),
  data: taxIds,
});
