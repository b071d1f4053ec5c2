import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { LABEL, TO } from '../../test/samples.ts';
import { labelPdf } from '../labels/label-pdf.ts';
import { pageTexts } from '../pdf/pdf-raster.ts';
import { createTypstRenderer, type TypstRenderer, type TypstRendererOptions } from './typst-renderer.ts';

const open: TypstRenderer[] = [];
const create = (options: TypstRendererOptions = {}): TypstRenderer => {
  const renderer = createTypstRenderer(options);
  open.push(renderer);
  return renderer;
};
afterEach(async () => {
  for (const renderer of open.splice(0)) await renderer.close();
});

const HELLO =
  '#set page(width: 100pt, height: 50pt, margin: 5pt)\n#set text(font: "Noto Sans", size: 8pt)\n#json(bytes(sys.inputs.data)).text';
const hello = (renderer: TypstRenderer, text: string): Promise<Uint8Array> =>
  renderer.render({ source: HELLO, parts: [{ text }] });
const until = async (ready: () => boolean): Promise<void> => {
  await expect.poll(ready, { timeout: 15_000, interval: 10 }).toBe(true);
};
/** Some seconds of counting (Typst itself stops an endless `while`): what a hang looks like from outside. */
const SLOW = '#let n = 0\n#for i in range(1500) { for j in range(9000) { n += 1 } }';

describe('the drawing thread', () => {
  it('exists only while it is needed', async () => {
    const renderer = create({ idleMs: 300 });
    expect(renderer.isRunning()).toBe(false);
    const one = await hello(renderer, 'one');
    expect(renderer.isRunning()).toBe(true);
    expect(await pageTexts(one)).toEqual(['one']);
    await until(() => !renderer.isRunning());
    expect(await pageTexts(await hello(renderer, 'two'))).toEqual(['two']);
  });

  it('leaves nothing behind in the folder for temporary files, though it is ended without asking it', async () => {
    const folders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('scanship-typst-'));
    const before = folders();
    const renderer = create({ recycleAfter: 1 });
    for (const text of ['one', 'two']) await hello(renderer, text);
    expect(folders().filter((name) => !before.includes(name))).toEqual([]);
  });

  it('answers many at once, each its own', async () => {
    const renderer = create();
    const texts = Array.from({ length: 30 }, (_, n) => `text ${n}`);
    const pdfs = await Promise.all(texts.map((text) => hello(renderer, text)));
    expect(await Promise.all(pdfs.map(async (pdf) => (await pageTexts(pdf))[0]))).toEqual(texts);
  });

  it('goes on after a template that does not compile', async () => {
    const renderer = create();
    const broken = renderer.render({ source: '#panic("x")', parts: [{}] });
    const good = hello(renderer, 'still here');
    await expect(broken).rejects.toMatchObject({ name: 'DocumentError', code: 'template', retryable: false });
    expect(await pageTexts(await good)).toEqual(['still here']);
  });

  it('reads no file and no package, whatever a template asks for', async () => {
    const renderer = create();
    for (const source of ['#read("/etc/passwd")', '#read("../../../../etc/passwd")', '#image("/etc/hostname")'])
      await expect(renderer.render({ source, parts: [{}] })).rejects.toMatchObject({ code: 'template' });
  });

  it('is given up when a document takes too long, and the next one gets a new thread', async () => {
    const renderer = create({ timeoutMs: 400 });
    await hello(renderer, 'warm');
    const slow = renderer.render({ source: SLOW, parts: [{}] });
    const [refused, next] = await Promise.allSettled([slow, hello(renderer, 'after')]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'timed-out', retryable: true } });
    expect(next.status === 'fulfilled' && (await pageTexts(next.value))).toEqual(['after']);
  });

  it('fails the job in hand when it dies, and lives again for the next', async () => {
    const dying = new URL(
      'data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit(3));',
    );
    const renderer = create({ workerUrl: dying });
    await expect(hello(renderer, 'x')).rejects.toMatchObject({ code: 'worker-died', retryable: true });
    expect(renderer.isRunning()).toBe(false);
    await expect(hello(renderer, 'y')).rejects.toMatchObject({ code: 'worker-died' });
  });

  it('that takes too much memory ends alone', async () => {
    const greedy = new URL(
      'data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { const all = []; for (;;) all.push({}); });',
    );
    await expect(hello(create({ workerUrl: greedy }), 'x')).rejects.toMatchObject({ code: 'worker-died' });
  });

  it('is replaced after so many documents', async () => {
    const renderer = create({ recycleAfter: 2 });
    await hello(renderer, 'a');
    expect(renderer.isRunning()).toBe(true);
    await hello(renderer, 'b');
    expect(renderer.isRunning()).toBe(false);
    expect(await pageTexts(await hello(renderer, 'c'))).toEqual(['c']);
  });

  it('fails what is waiting when it is closed, and takes nothing more', async () => {
    const renderer = create();
    const jobs = Promise.allSettled([hello(renderer, 'a'), hello(renderer, 'b')]);
    await renderer.close();
    for (const job of await jobs) expect(job).toMatchObject({ status: 'rejected', reason: { code: 'closed' } });
    await expect(hello(renderer, 'c')).rejects.toMatchObject({ code: 'closed' });
  });

  it('loads the large fonts only for text that needs them', async () => {
    const renderer = create();
    const latin = await labelPdf([LABEL], renderer);
    expect(new TextDecoder('latin1').decode(latin)).not.toContain('NotoSansSC');
    const chinese = await labelPdf([{ ...LABEL, to: { ...TO, name: '王小明' } }], renderer);
    expect((await pageTexts(chinese)).join('')).toContain('王小明');
    expect((await pageTexts(await labelPdf([LABEL], renderer))).join('')).toContain('Jordan Tremblay');
  });
});
