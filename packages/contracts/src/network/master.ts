/** Shared lists (product-spec sections 3 and 7, "General"; decisions 16). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { platform, platformDetail, storeSummary } from '../stores/stores.ts';

export const getCountries = defineCall({
  id: 'getCountries',
  method: 'GET',
  path: '/master/countries',
  summary: 'All countries',
  auth: 'access',
  data: z.object({
    countryList: z.array(
      z.object({
        countryId: z.int(),
        code: z.string(),
        name: z.string(),
        nameFr: z.string(),
        hasProvinces: z.boolean(),
      }),
    ),
  }),
});

export const getProvinces = defineCall({
  id: 'getProvinces',
  method: 'GET',
  path: '/master/countries/{code}/provinces',
  summary: 'Provinces or states of a country',
  auth: 'access',
  params: z.object({ code: z.string().check(z.regex(/^[A-Za-z]{2}$/)) }),
  data: z.object({ provinceList: z.array(z.object({ code: z.string(), name: z.string() })) }),
});

export const getPlatforms = defineCall({
  id: 'getPlatforms',
  method: 'GET',
  path: '/platforms/all',
  summary: 'The store platforms of the product',
  auth: 'access',
  data: z.object({ platforms: z.array(platform) }),
});

export const getPlatform = defineCall({
  id: 'getPlatform',
  method: 'GET',
  path: '/platforms/{id}',
  summary: 'One store platform with its form, help and capabilities',
  auth: 'access',
  params: z.object({ id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000_000)) }),
  data: platformDetail,
});

export const getCustomerStores = defineCall({
  id: 'getCustomerStores',
  method: 'GET',
  path: '/store/customer',
  summary: 'Connected stores of the customer',
  auth: 'access',
  data: z.object({ stores: z.array(storeSummary) }),
});
