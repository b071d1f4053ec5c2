/**
 * Command barcodes of a packing table (ux.md line 34). Code 128 with a prefix that no order number, SKU or GTIN has; letters,
 * digits and hyphens alone, because keyboard scanners type other signs by the layout of the machine.
 */
export const SCAN_COMMANDS = ['print', 'next-box', 'void-last', 'repeat', 'hold'] as const;
export type ScanCommand = (typeof SCAN_COMMANDS)[number];

const PREFIX = 'CMD-SHIP-';

/** What the barcode of a command says ("CMD-SHIP-VOID-LAST"). */
export const commandCode = (command: ScanCommand): string => `${PREFIX}${command.toUpperCase()}`;

const BY_CODE: ReadonlyMap<string, ScanCommand> = new Map(
  SCAN_COMMANDS.map((command) => [commandCode(command), command] as const),
);

/** The command a scanned code is; undefined for anything else. A French AZERTY layout types "-" as "6" or ")". */
export const readCommand = (code: string): ScanCommand | undefined => {
  const said = code.trim().toUpperCase();
  return BY_CODE.get(said) ?? BY_CODE.get(said.replaceAll(/[^A-Z]/g, '-'));
};
