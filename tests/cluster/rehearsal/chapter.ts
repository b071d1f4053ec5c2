/** Commands of a chapter of docs/operations.md, so that what is rehearsed is what is written. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../docs/operations.md');

/** The text of a chapter, without its title. @throws Error where there is none of that name */
export function chapter(title: string, text = readFileSync(FILE, 'utf8')): string {
  const [, ...rest] = text.split(`\n## ${title}\n`);
  const [body] = rest;
  if (body === undefined || rest.length > 1) throw new Error(`docs/operations.md has no chapter "${title}", or two`);
  return body.split('\n## ', 1)[0] ?? '';
}

/** Each block of shell commands, by the step above it ("2. *Base backup*, every night"); without the indent of a list. */
export function shellSteps(body: string): ReadonlyMap<string, string> {
  const steps = new Map<string, string>();
  let step: string | undefined;
  let block: { readonly indent: string; readonly lines: string[] } | undefined;
  for (const line of body.split('\n')) {
    const fence = /^( *)```(\w*)$/.exec(line);
    if (block && fence) {
      if (step === undefined || steps.has(step))
        throw new Error(`a block of commands stands under no step of its own: ${block.lines[0]}`);
      steps.set(step, block.lines.join('\n'));
      block = undefined;
    } else if (block) block.lines.push(line.startsWith(block.indent) ? line.slice(block.indent.length) : line);
    else if (fence?.[2] === 'sh') block = { indent: fence[1] ?? '', lines: [] };
    else if (fence && fence[2] !== '') throw new Error(`commands that are no shell are not rehearsed: ${line}`);
    else step = /^\d+\. \*([^*]+)\*/.exec(line)?.[1]?.replace(/\?$/, '') ?? step;
  }
  return steps;
}
