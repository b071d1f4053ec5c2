/** Codes of the Harmonized System, to choose one instead of knowing it. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

export const hsEntry = z.object({
  /** Six digits, the same in every country; countries add their own behind. */
  code: z.string(),
  /** As the nomenclature has it, in English. */
  title: z.string(),
  /** Of its first four digits. */
  heading: z.string(),
});
export type HsEntryDto = z.infer<typeof hsEntry>;

/** `search`: digits, words of the nomenclature, or what goods are called every day, in English or French. */
export const searchHsCodes = defineCall({
  id: 'searchHsCodes',
  method: 'GET',
  path: '/hs-codes',
  summary: 'Look up codes of the Harmonized System 2022',
  auth: 'access',
  query: z.object({
    search: z.string().check(z.trim(), z.maxLength(100)),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50))),
  }),
  data: z.object({ codes: z.array(hsEntry), edition: z.string(), licence: z.string() }),
});
