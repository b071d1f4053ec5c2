/** PowerShell as a child: files of scripts written by the agent, one argument, one line of answer. */
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { MARK, type ScriptName, SCRIPTS } from './scripts.ts';

/** JSON in base64: letters, digits, + / = only, so no quoting can go wrong. */
export const scriptArgument = (request: unknown): string =>
  Buffer.from(JSON.stringify(request), 'utf8').toString('base64');

/** @param script full path of the file */
export const commandLine = (script: string, request: unknown): readonly string[] => [
  '-NoLogo',
  '-NoProfile',
  '-NonInteractive',
  '-ExecutionPolicy',
  'Bypass',
  '-File',
  script,
  '-Request',
  scriptArgument(request),
];

/** What stands after the mark. @throws where there is no such line */
export function readAnswer(output: string): unknown {
  const line = output
    .split(/\r?\n/)
    .map((each) => each.replace(/^\uFEFF/, ''))
    .findLast((each) => each.startsWith(MARK));
  if (line === undefined) throw new Error(`PowerShell gave no answer: ${output.trim().slice(0, 300)}`);
  return JSON.parse(line.slice(MARK.length));
}

/** Where Windows has it; the name alone would be looked for in the path. */
export const powerShellFile = (env: NodeJS.ProcessEnv): string =>
  path.win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');

/** Writes the scripts anew, so that they are always those of this version. */
export async function writeScripts(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(SCRIPTS)) {
    // With a byte order mark, else Windows PowerShell reads them in the machine's old code page.
    await fs.writeFile(path.join(folder, name), `\uFEFF${text.replaceAll('\n', '\r\n')}`, { mode: 0o600 });
  }
}

export type RunScript = (script: ScriptName, request: unknown) => Promise<unknown>;

/** @param program powershell.exe, or what stands in for it in tests */
export function powerShell(folder: string, program: string, timeoutMs = 120_000): RunScript {
  return (script, request) =>
    new Promise((resolve, reject) => {
      execFile(
        program,
        [...commandLine(path.join(folder, script), request)],
        { timeout: timeoutMs, windowsHide: true, maxBuffer: 16 * 1024 * 1024, encoding: 'utf8' },
        (error, stdout, stderr) => {
          try {
            resolve(readAnswer(stdout));
          } catch (unread) {
            reject(error ? new Error(stderr.trim().slice(0, 500) || error.message, { cause: error }) : unread);
          }
        },
      );
    });
}
