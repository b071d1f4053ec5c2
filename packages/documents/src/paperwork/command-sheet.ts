/** Command barcodes of a packing table on one sheet: large, far apart, so that a scanner catches the one that is meant. */
import { commandCode, SCAN_COMMANDS, type ScanCommand } from '@scanship/domain/scan-ship/scan-commands';
import { codePicture, type DocumentBranding, templateBranding } from './branding.ts';
import { COMMAND_SHEET_TEMPLATE } from './command-sheet-template.ts';
import { renderBranded } from './render-branded.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

const WORDS = {
  en: {
    title: 'Scan and Ship commands',
    hint: 'Lay this sheet beside the scanner. Each code does what it says, as a key would.',
    commands: {
      print: ['Print', 'Ships and prints the order on the screen.'],
      'next-box': ['Next box', 'Puts the order on the screen aside and clears the table.'],
      'void-last': ['Void last', 'Takes the last shipment back at the carrier.'],
      repeat: ['Repeat', 'Prints the documents of the last shipment again.'],
      hold: ['Hold', 'Puts the order on the screen on hold.'],
    } satisfies Record<ScanCommand, readonly [string, string]>,
  },
  fr: {
    title: 'Commandes de numérisation',
    hint: 'Placez cette feuille près du lecteur. Chaque code fait ce qu’il dit, comme une touche.',
    commands: {
      print: ['Imprimer', 'Expédie et imprime la commande à l’écran.'],
      'next-box': ['Colis suivant', 'Met de côté la commande à l’écran et libère la table.'],
      'void-last': ['Annuler le dernier', 'Reprend le dernier envoi auprès du transporteur.'],
      repeat: ['Répéter', 'Imprime de nouveau les documents du dernier envoi.'],
      hold: ['Mettre en attente', 'Met en attente la commande à l’écran.'],
    } satisfies Record<ScanCommand, readonly [string, string]>,
  },
} as const;

/** Points a barcode may be wide and is high. */
const WIDE = 300;
const HIGH = 54;

export function commandSheetPdf(
  sheet: { readonly paper: 'letter' | 'a4'; readonly language: 'en' | 'fr'; readonly branding: DocumentBranding },
  renderer: TypstRenderer,
): Promise<Uint8Array> {
  const words = WORDS[sheet.language];
  const part = {
    title: words.title,
    hint: words.hint,
    lang: sheet.language,
    paper: sheet.paper,
    words: {},
    commands: SCAN_COMMANDS.map((command) => {
      const [name, what] = words.commands[command];
      const text = commandCode(command);
      const code = codePicture(text, WIDE, HIGH);
      return { name, what, text, code: code ? { ...code, alt: text } : null };
    }),
  };
  return renderBranded(COMMAND_SHEET_TEMPLATE, [part], templateBranding(sheet.branding), renderer);
}
