/**
 * A name server on loopback for tests: answers TXT and CNAME questions from its records over UDP (RFC 1035), NXDOMAIN for names it
 * does not know, and nothing at all for names that are to time out. Aliases are followed as resolvers do, or left to who asks.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface TestDnsServer {
  /** "127.0.0.1:port", for `createDns`. */
  readonly address: string;
  /** Texts by name; each becomes one record, cut into strings of 255 bytes. */
  readonly records: Map<string, readonly string[]>;
  /** Where names lead by CNAME. */
  readonly aliases: Map<string, string>;
  /** Whether a question for texts is answered with those at the end of the aliases. */
  followsAliases: boolean;
  /** Names that are never answered. */
  readonly silent: Set<string>;
  /** Names that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

const TXT = 16;
const CNAME = 5;
const MOST_ALIASES = 20;

interface Question {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  /** The question section as it came. */
  readonly bytes: Buffer;
}

const readQuestion = (message: Buffer): Question => {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  at += 1;
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at),
    bytes: message.subarray(12, at + 4),
  };
};

const textData = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const strings: Buffer[] = [];
  for (let at = 0; at < Math.max(1, bytes.length); at += 255) {
    const part = bytes.subarray(at, at + 255);
    strings.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(strings);
};

const nameData = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'ascii')])),
    Buffer.from([0]),
  ]);

interface Answer {
  readonly name: string;
  readonly type: typeof TXT | typeof CNAME;
  readonly data: Buffer;
}

const answerTo = (question: Question, answers: readonly Answer[], known: boolean): Buffer => {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(question.id, 0);
  // A response, authoritative, recursion available; 3 is NXDOMAIN.
  header.writeUInt16BE(0x8580 | (known ? 0 : 3), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  const records = answers.map(({ name, type, data }) => {
    const fixed = Buffer.alloc(10);
    fixed.writeUInt16BE(type, 0);
    fixed.writeUInt16BE(1, 2);
    fixed.writeUInt32BE(60, 4);
    fixed.writeUInt16BE(data.length, 8);
    return Buffer.concat([nameData(name), fixed, data]);
  });
  return Buffer.concat([header, question.bytes, ...records]);
};

export const startDnsServer = async (port = 0): Promise<TestDnsServer> => {
  const socket = createSocket('udp4');
  const records = new Map<string, readonly string[]>();
  const aliases = new Map<string, string>();
  const silent = new Set<string>();
  const asked: string[] = [];
  socket.on('message', (message, from) => {
    const question = readQuestion(message);
    asked.push(question.name);
    if (silent.has(question.name)) return;
    const answers: Answer[] = [];
    let at = question.name;
    for (let next = aliases.get(at); next !== undefined && answers.length < MOST_ALIASES; next = aliases.get(at)) {
      if (question.type === CNAME || server.followsAliases)
        answers.push({ name: at, type: CNAME, data: nameData(next) });
      if (question.type === CNAME || !server.followsAliases) break;
      at = next;
    }
    if (question.type === TXT)
      for (const text of records.get(at) ?? []) answers.push({ name: at, type: TXT, data: textData(text) });
    const known = answers.length > 0 || records.has(question.name) || aliases.has(question.name);
    socket.send(answerTo(question, answers, known), from.port, from.address);
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  const server: TestDnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    aliases,
    followsAliases: true,
    silent,
    asked,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
  return server;
};
