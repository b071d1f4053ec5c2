import type { MailTable } from './mail.ts';

/** A mail before it has a look: the same blocks become the HTML part and the text part. */
export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'button'; readonly label: string; readonly link: string }
  | { readonly kind: 'link'; readonly label: string; readonly link: string }
  | { readonly kind: 'small'; readonly text: string }
  | { readonly kind: 'table'; readonly table: MailTable };

export interface MailContent {
  readonly subject: string;
  /** What mail programs show beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
}

/** The text part. Lines are not wrapped: mail programs do that. */
export const plainText = (
  content: MailContent,
  frame: { readonly brandName: string; readonly footer: string },
): string =>
  [
    frame.brandName,
    content.heading,
    ...content.blocks.map((block) => {
      switch (block.kind) {
        case 'code':
          return `    ${block.code}`;
        case 'button':
        case 'link':
          return `${block.label}:\n${block.link}`;
        case 'table':
          return plainTable(block.table);
        default:
          return block.text;
      }
    }),
    ...(frame.footer ? [`-- \n${frame.footer}`] : []),
  ].join('\n\n');

/** A row a line, each figure under what it is of: columns would not stand below one another in every mail program. */
const plainTable = ({ title, head, rows, note }: MailTable): string =>
  [
    title,
    ...rows.map(
      ([name = '', ...cells]) => `- ${name}: ${cells.map((cell, at) => `${head[at + 1] ?? ''} ${cell}`).join('; ')}`,
    ),
    ...(note === undefined ? [] : [note]),
  ].join('\n');

/** One line, as a header needs it. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
