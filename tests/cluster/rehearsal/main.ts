/** `npm run verify -- pitr`: prints what it did, and ends with 1 where something did not hold. */
import { rehearseWayBack } from './way-back.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  const breaches = await rehearseWayBack(say);
  for (const breach of breaches) say(`BREACH  ${breach}`);
  say(breaches.length === 0 ? 'The way back to a moment holds.' : `${breaches.length} breaches`);
  process.exit(breaches.length === 0 ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
