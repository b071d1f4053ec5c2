/**
 * Writes src/lib/error-catalogue.ts from the contracts' error catalogue, as literals that the message extraction can see.
 * Run from apps/web after the catalogue changed: npm run error-catalogue
 */
import fs from 'node:fs';
import path from 'node:path';
import { ERRORS } from '../../../packages/contracts/src/errors.ts';

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const line = (name: string, id: string, message: string) =>
  `  ${name}: /*i18n*/ { id: ${quote(`${id}.${name}`)}, message: ${quote(message)} },`;
const advice = Object.entries(ERRORS).flatMap(([code, e]) => ('advice' in e ? [line(code, 'advice', e.advice)] : []));
const text = [
  '/** The error catalogue of the contracts as messages to translate; written by scripts/make-error-catalogue.ts. */',
  "import type { MessageDescriptor } from '@lingui/core';",
  '',
  'type Words = Readonly<Record<string, MessageDescriptor>>;',
  '',
  'export const ERROR_WORDS: Words = {',
  ...Object.entries(ERRORS).map(([code, entry]) => line(code, 'error', entry.message)),
  '};',
  '',
  'export const ADVICE_WORDS: Words = {',
  ...advice,
  '};',
  '',
].join('\n');
fs.writeFileSync(path.join(import.meta.dirname, '../src/lib/error-catalogue.ts'), text);
