import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { findPrograms } from './programs.ts';
import { type Relay, startRelay } from './relay.ts';

const open: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A server that says everything back, behind a relay, and a connection through it. */
async function line(): Promise<{ readonly relay: Relay; readonly socket: net.Socket; readonly heard: () => string }> {
  const server = net.createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const relay = await startRelay(0, port);
  const socket = net.connect(relay.port, '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => (text += bytes.toString())).on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  open.push(
    () => void server.close(),
    () => relay.close(),
    () => void socket.destroy(),
  );
  return { relay, socket, heard: () => text };
}

test('what is said while the line is silent arrives in its order when it is open again', async () => {
  const { relay, socket, heard } = await line();
  socket.write('a');
  await expect.poll(heard).toBe('a');
  relay.set('silent');
  socket.write('b');
  await sleep(150);
  socket.write('c');
  await sleep(150);
  expect(heard()).toBe('a');
  relay.set(20);
  socket.write('d');
  relay.set('open');
  socket.write('e');
  await expect.poll(heard).toBe('abcde');
});

test('a line that is refused breaks what is open and takes nothing new', async () => {
  const { relay, socket } = await line();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  relay.set('refused');
  await closed;
  const again = net.connect(relay.port, '127.0.0.1');
  const error = await new Promise((resolve) => again.once('error', resolve));
  expect(error).toMatchObject({ code: 'ECONNRESET' });
});

test('connections that are forgotten hear nothing more and stay open; new ones pass', async () => {
  const { relay, socket, heard } = await line();
  relay.forget();
  socket.write('lost');
  const again = net.connect(relay.port, '127.0.0.1');
  open.push(() => void again.destroy());
  const answer = new Promise((resolve) => again.once('data', (bytes) => resolve(bytes.toString())));
  again.write('found');
  expect(await answer).toBe('found');
  expect([heard(), socket.destroyed]).toEqual(['', false]);
});

test('programs that are missing are named in one line with what to install', () => {
  expect(() => findPrograms({ postgresql: '/nowhere', others: ['/nowhere'] })).toThrow(
    /^Missing on this machine: apt-get install postgresql pgbouncer haproxy$/,
  );
});
