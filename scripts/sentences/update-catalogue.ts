/** `npm run sentences`: new sentences come in with empty French, unused ones go. */
import { differenceOf, readCatalogue, writeCatalogue } from './catalogue.ts';
import { sentencesOfSources } from './extract-sentences.ts';

const sentences = sentencesOfSources();
const catalogue = readCatalogue();
const { missing, unused } = differenceOf(sentences.keys(), catalogue);
writeCatalogue(new Map([...sentences.keys()].map((pattern) => [pattern, catalogue[pattern] ?? ''])));
for (const pattern of missing)
  process.stdout.write(`to translate: ${pattern} (${sentences.get(pattern)?.[0] ?? ''})\n`);
for (const pattern of unused) process.stdout.write(`not said any more: ${pattern}\n`);
process.stdout.write(`${sentences.size} sentences, ${missing.length} without French, ${unused.length} taken out\n`);
