import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { commandCode, readCommand, SCAN_COMMANDS } from './scan-commands.ts';

it('reads every command in either case, and when the layout turns hyphens into other signs', () => {
  for (const command of SCAN_COMMANDS) {
    expect(commandCode(command)).toMatch(/^[A-Z-]+$/);
    expect(readCommand(commandCode(command))).toBe(command);
    expect(readCommand(` ${commandCode(command).toLowerCase()}\r`)).toBe(command);
    expect(readCommand(commandCode(command).replaceAll('-', '6'))).toBe(command);
  }
});

it('takes nothing else for a command', () => {
  for (const code of ['', 'PRINT', 'CMD-SHIP', '1001', 'CMD-SHIP-PRINTER']) expect(readCommand(code)).toBeUndefined();
  assert(property(string(), (code) => code.toUpperCase().includes('CMD') || readCommand(code) === undefined));
});
