/** Lists on paper, drawn from plain rows: what pick lists and hand-over lists have in common. */
import { type DocumentBranding, templateBranding } from './branding.ts';
import { DocumentError } from '../document-error.ts';
import { LIST_TEMPLATE } from './list-template.ts';
import { templateLine } from './packing-slip.ts';
import { renderBranded } from './render-branded.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

export interface ListColumn {
  readonly name: string;
  readonly right?: boolean;
  /** Takes the room that the others leave. */
  readonly grow?: boolean;
  readonly strong?: boolean;
}

export interface ListDocument {
  readonly title: string;
  readonly language: 'en' | 'fr';
  readonly paper: 'letter' | 'a4';
  readonly branding: DocumentBranding;
  readonly facts: readonly { readonly name: string; readonly lines: readonly string[] }[];
  /** A box to tick before each row. */
  readonly ticks: boolean;
  readonly columns: readonly ListColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly sums: readonly { readonly name: string; readonly value: string }[];
  /** Words under lines to sign on. */
  readonly signatures: readonly string[];
  readonly foot: string;
}

/** @throws DocumentError `bad-input` for a list without rows */
export async function listPdf(list: ListDocument, renderer: TypstRenderer): Promise<Uint8Array> {
  if (list.rows.length === 0) throw new DocumentError('bad-input', 'There is nothing to list.');
  const branding = templateBranding(list.branding);
  const part = {
    title: list.title,
    lang: list.language,
    paper: list.paper,
    words: { page: 'Page' },
    facts: list.facts.map((fact) => ({ name: fact.name, lines: fact.lines.map(templateLine) })),
    ticks: list.ticks,
    columns: list.columns.map(({ name, right = false, grow = false, strong = false }) => ({
      name,
      right,
      grow,
      strong,
    })),
    rows: list.rows.map((row) => row.map(templateLine)),
    sums: list.sums,
    signatures: list.signatures,
    foot: list.foot,
  };
  return renderBranded(LIST_TEMPLATE, [part], branding, renderer);
}
