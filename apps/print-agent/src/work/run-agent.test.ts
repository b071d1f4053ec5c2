import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IppStandIn, startIppStandIn } from '../../test/ipp-stand-in.ts';
import { type RawStandIn, startRawStandIn } from '../../test/raw-stand-in.ts';
import { type Home, makeHome, QUICK, type RunningAgent, startAgent, stepsOf, until } from '../../test/rig.ts';
import { type ServerStandIn, startServerStandIn } from '../../test/server-stand-in.ts';

const zpl = (number: number) => Buffer.from(`^XA^FO20,20^FDLabel ${number}^FS^XZ`);
const ALL = ['received', 'sending', 'sent', 'printed'];

describe('an agent between server and printers', () => {
  let server: ServerStandIn;
  let ipp: IppStandIn;
  let raw: RawStandIn;
  let home: Home;
  let agent: RunningAgent | undefined;

  beforeEach(async () => {
    server = await startServerStandIn();
    ipp = await startIppStandIn();
    raw = await startRawStandIn();
    home = makeHome(server.url, server.ways.code, [
      { name: 'Zebra', uri: ipp.uri },
      { name: 'Raw', uri: `socket://127.0.0.1:${raw.port}`, format: 'zpl', dpi: 203 },
    ]);
  });
  afterEach(async () => {
    await agent?.stop();
    agent = undefined;
    await Promise.all([server.close(), ipp.close(), raw.close()]);
    home.remove();
  });
  const state = (id: string) => server.jobs.get(id)?.state;

  it('pairs once, tells its printers, and prints in order with every step reported', async () => {
    agent = await startAgent(home);
    const ids = Array.from({ length: 12 }, (_, index) => server.add('Zebra', zpl(index)));
    await until(() => ids.every((id) => state(id) === 'printed'));
    expect(ipp.jobs.map((job) => job.document.toString())).toEqual(ids.map((_, index) => zpl(index).toString()));
    expect(ipp.jobs.map((job) => job.name)).toEqual(ids.map((id, index) => `${id} Label ${index + 1}`));
    expect(ids.map((id) => stepsOf(server, id))).toEqual(ids.map(() => ALL));
    expect(server.pairings).toHaveLength(1);
    await until(() => server.syncs.length > 0);
    const said = server.syncs.at(-1);
    expect(
      said?.printers.map(({ name, connection, state, formats }) => ({ name, connection, state, formats })),
    ).toEqual([
      { name: 'Zebra', connection: 'system', state: 'ready', formats: ['pdf', 'zpl', 'png'] },
      { name: 'Raw', connection: 'raw', state: 'ready', formats: ['zpl'] },
    ]);
    expect(fs.readFileSync(home.folders.agentFile, 'utf8')).not.toContain('pairing-code');
    expect(fs.statSync(home.folders.accessFile).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(home.folders.spool)).toEqual([]);
    const log = fs.readFileSync(`${home.folders.logs}/agent.log`, 'utf8');
    expect(log).toContain(`job ${ids[0]} printed`);
    expect(log).not.toContain(server.ways.token);

    const machine = server.syncs[0]?.machineId;
    await agent.stop();
    agent = await startAgent(home);
    const more = server.add('Zebra', zpl(99));
    await until(() => state(more) === 'printed');
    expect(server.pairings).toHaveLength(1);
    expect(server.syncs.at(-1)?.machineId).toBe(machine);
  });

  it('keeps one printer out of paper from holding up another, and prints when paper is there', async () => {
    ipp.ways.stuck = true;
    ipp.ways.reasons = ['media-empty-error'];
    agent = await startAgent(home);
    const [first, second] = [server.add('Zebra', zpl(1)), server.add('Zebra', zpl(2))];
    const other = server.add('Raw', zpl(3));
    await until(() => state(other) === 'spooled' && stepsOf(server, other).includes('sent'));
    await until(() => stepsOf(server, first).includes('sent'));
    expect(ipp.jobs).toHaveLength(1);
    await until(() => server.syncs.at(-1)?.printers[0]?.reasons[0] === 'media-empty');
    ipp.ways.stuck = false;
    await until(() => state(first) === 'printed' && state(second) === 'printed');
    expect(raw.received.map(({ bytes }) => bytes.toString())).toEqual([zpl(3).toString()]);
  });

  it('never prints a job that it has seen, however often it is handed out', async () => {
    agent = await startAgent(home);
    const id = server.add('Zebra', zpl(1));
    await until(() => state(id) === 'printed');
    await agent.stop();
    server.handAgain(id);
    const later = server.add('Zebra', zpl(2));
    agent = await startAgent(home);
    await until(() => state(later) === 'printed' && stepsOf(server, id).includes('printed'));
    expect(ipp.jobs.map((job) => job.document.toString())).toEqual([zpl(1).toString(), zpl(2).toString()]);
  });

  it('asks the queue when the answer to a document is lost, and does not send it twice', async () => {
    agent = await startAgent(home);
    ipp.ways.dropAnswers = true;
    const id = server.add('Zebra', zpl(1));
    await until(() => ipp.jobs.length > 0);
    ipp.ways.dropAnswers = false;
    await until(() => state(id) === 'printed');
    expect(ipp.jobs).toHaveLength(1);
  });

  it('says what the printer says: refused, wrong format, unknown printer, cancelled in the queue', async () => {
    agent = await startAgent(home);
    ipp.ways.refuse = 0x0402;
    const refused = server.add('Zebra', zpl(1));
    await until(() => state(refused) === 'failed');
    ipp.ways.refuse = undefined;
    const epl = server.add('Zebra', zpl(2), { format: 'epl' });
    const nowhere = server.add('Gone', zpl(3));
    ipp.ways.stuck = true;
    await until(() => state(epl) === 'failed' && state(nowhere) === 'failed');
    const cancelled = server.add('Zebra', zpl(4));
    await until(() => stepsOf(server, cancelled).includes('sent'));
    const queued = ipp.jobs.at(-1);
    if (queued) queued.state = 7;
    await until(() => state(cancelled) === 'failed');
    const reason = (id: string) => server.jobs.get(id)?.steps.at(-1)?.reason;
    expect([refused, epl, nowhere, cancelled].map(reason)).toEqual([
      'the queue wants a sign-in (not-authorized)',
      'the printer does not take this format (format-not-supported)',
      'this machine has no such printer (printer-not-found)',
      'cancelled in the queue (job-canceled-by-user)',
    ]);
  });

  it('waits for a busy printer and sends nothing that is expired', async () => {
    ipp.ways.refuse = 0x0507;
    agent = await startAgent(home);
    const soon = server.add('Zebra', zpl(1), { expiresAt: new Date(Date.now() + 700).toISOString() });
    const lasting = server.add('Zebra', zpl(2));
    await until(() => state(soon) === 'failed');
    expect(server.jobs.get(soon)?.steps.at(-1)?.reason).toBe('could not be sent in time (not-sent-in-time)');
    ipp.ways.refuse = undefined;
    await until(() => state(lasting) === 'printed');
    expect(ipp.jobs.map((job) => job.document.toString())).toEqual([zpl(2).toString()]);
  });

  it('does not send what the server has given up', async () => {
    server.ways.goOn = false;
    agent = await startAgent(home);
    const id = server.add('Zebra', zpl(1));
    await until(() => stepsOf(server, id).includes('sending'));
    server.ways.goOn = true;
    const next = server.add('Zebra', zpl(2));
    await until(() => state(next) === 'printed');
    expect(ipp.jobs.map((job) => job.document.toString())).toEqual([zpl(2).toString()]);
  });

  it('keeps reports while the line is down and sends nothing without the server’s word', async () => {
    ipp.ways.stuck = true;
    agent = await startAgent(home);
    const id = server.add('Zebra', zpl(1));
    await until(() => stepsOf(server, id).includes('sent'));
    server.ways.down = true;
    ipp.ways.stuck = false;
    await until(() => fs.readFileSync(home.folders.journalFile, 'utf8').includes('"t":"printed"'));
    expect(state(id)).toBe('spooled');
    await agent.stop();
    server.ways.down = false;
    agent = await startAgent(home);
    await until(() => state(id) === 'printed');
    expect(stepsOf(server, id)).toEqual(ALL);
    expect(ipp.jobs).toHaveLength(1);
  });

  it('fetches a damaged document again, and fails it when it stays damaged', async () => {
    server.ways.damageContent = 1;
    agent = await startAgent(home);
    const once = server.add('Zebra', zpl(1));
    await until(() => state(once) === 'printed');
    server.ways.damageContent = 3;
    const always = server.add('Zebra', zpl(2));
    await until(() => state(always) === 'failed');
    expect(server.jobs.get(always)?.steps.at(-1)?.reason).toContain('content-damaged');
    expect(ipp.jobs).toHaveLength(1);
  });

  it('asks a Zebra on port 9100 first, holds while it is out of paper, and hears that the label came out', async () => {
    raw.ways.zebra = true;
    raw.ways.paperOut = true;
    agent = await startAgent(home);
    const id = server.add('Raw', zpl(1), { copies: 2 });
    await until(() => stepsOf(server, id).includes('received'));
    await until(() => fs.readFileSync(`${home.folders.logs}/agent.log`, 'utf8').includes('Raw holds: out of paper'));
    expect(raw.received).toEqual([]);
    raw.ways.paperOut = false;
    raw.ways.waiting = 1;
    await until(() => stepsOf(server, id).includes('sent'));
    expect(state(id)).toBe('spooled');
    raw.ways.waiting = 0;
    await until(() => state(id) === 'printed');
    expect(raw.received.map(({ bytes }) => bytes.toString())).toEqual([zpl(1).toString().repeat(2)]);
  });

  it('does not guess when a raw connection breaks in the middle', async () => {
    raw.ways.breakAfter = 10;
    agent = await startAgent(home, { timing: { ...QUICK, pieceBytes: 12 } });
    const id = server.add('Raw', zpl(1));
    await until(() => state(id) === 'unknown');
    expect(raw.received.map(({ whole }) => whole)).toEqual([false]);
    expect(server.jobs.get(id)?.steps.at(-1)?.reason).toContain('cut-while-sending');
  });

  it('reaches printers entered in the device manager', async () => {
    server.ways.networkPrinters = [{ name: 'Far', host: '127.0.0.1', port: raw.port, format: 'epl', dpi: null }];
    agent = await startAgent(home);
    await until(() => server.syncs.at(-1)?.printers.some((each) => each.name === 'Far') ?? false);
    const id = server.add('Far', Buffer.from('N\nA50,50,0,2,1,1,N,"x"\nP1\n'), { format: 'epl' });
    await until(() => stepsOf(server, id).includes('sent'));
    expect(raw.received).toHaveLength(1);
  });

  it('loses and doubles nothing while every third answer of the server is lost', async () => {
    agent = await startAgent(home);
    await until(() => server.syncs.length > 0);
    server.ways.loseOneIn = 3;
    server.ways.leaseMs = 500;
    const ids = Array.from({ length: 3 }, (_, index) => server.add('Zebra', zpl(index)));
    await until(() => ids.every((id) => state(id) === 'printed'), 15_000);
    expect(new Set(ipp.jobs.map((job) => job.name)).size).toBe(3);
    expect(ipp.jobs).toHaveLength(3);
  });
});
