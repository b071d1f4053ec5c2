/** Chapters of docs/operations.md and their commands, so that what is run is what is written. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../docs/operations.md');

const whole = (): string => readFileSync(FILE, 'utf8');

/** Titles of all chapters, in their order. */
export const chapters = (): readonly string[] => [...whole().matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);

/** The text of a chapter, without its title. @throws Error where there is none of that name */
export function chapter(title: string, text = whole()): string {
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

const COMMAND =
  /^(?:npm (?:start|run) |envsubst|pg_\w+ |SELECT|ALTER|GRANT|CREATE|DROP|INSERT|UPDATE|DELETE|set |shutdown |psql|curl|VACUUM)/;

export interface Written {
  readonly commands: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

/** Blocks of shell and SQL, and what stands in a sentence as code and is a command. */
export function written(body: string): Written {
  const commands: string[] = [];
  const settings: Record<string, string> = {};
  const take = (line: string): void => {
    // Settings in front of a command are those of the installation.
    const command = line
      .trim()
      .replace(/^(?:[A-Z_]+=\S+ )+/, '')
      .replace(/;$/, '');
    const setting = /^([A-Z_]+)=(\S+)$/.exec(command);
    if (setting?.[1] !== undefined) settings[setting[1]] = setting[2] ?? '';
    else if (command !== '') commands.push(command);
  };
  const sentences = body.replaceAll(/^ *```\w+\n([\s\S]*?)^ *```$/gm, (_, block: string) => {
    for (const line of block.split('\n')) take(line);
    return '';
  });
  for (const [, code = ''] of sentences.matchAll(/`([^`]+)`/g)) {
    const command = code.replace(/^(?:[A-Z_]+=\S+ )+/, '');
    if (COMMAND.test(command)) take(code);
  }
  return { commands, settings };
}
