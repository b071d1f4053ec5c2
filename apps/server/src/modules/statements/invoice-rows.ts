/** Columns of an invoice that hold JSON, read back. */
import { STATEMENT_SECTIONS } from '@scanship/domain/money/statement';
import * as z from 'zod/mini';

const sections = z.array(
  z.object({ section: z.enum(STATEMENT_SECTIONS), count: z.int(), minor: z.int(), taxMinor: z.int() }),
);
const taxes = z.array(z.object({ code: z.string(), label: z.string(), ratePpm: z.nullable(z.int()), minor: z.int() }));

export type SectionRow = z.infer<typeof sections>[number];
export type TaxRow = z.infer<typeof taxes>[number];

export const parseSections = (value: unknown): readonly SectionRow[] => sections.parse(value);
export const parseTaxes = (value: unknown): readonly TaxRow[] => taxes.parse(value);
