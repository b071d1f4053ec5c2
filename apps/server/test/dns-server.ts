/**
 * A name server on loopback for tests: answers TXT questions from its records over UDP (RFC 1035), NXDOMAIN for names it does
 * not know, and nothing at all for names that are to time out.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface TestDnsServer {
  /** "127.0.0.1:port", for `createDns`. */
  readonly address: string;
  /** Texts by name; each becomes one record, cut into strings of 255 bytes. */
  readonly records: Map<string, readonly string[]>;
  /** Names that are never answered. */
  readonly silent: Set<string>;
  /** Names that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

const TXT = 16;

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

const answerTo = (question: Question, texts: readonly string[] | undefined): Buffer => {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(question.id, 0);
  // A response, authoritative, recursion available; 3 is NXDOMAIN.
  header.writeUInt16BE(0x8580 | (texts === undefined ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  const answers = question.type === TXT ? (texts ?? []) : [];
  header.writeUInt16BE(answers.length, 6);
  const records = answers.map((text) => {
    const data = textData(text);
    const record = Buffer.alloc(12);
    // The name is the question's, by pointer.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(TXT, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(60, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, question.bytes, ...records]);
};

export const startDnsServer = async (): Promise<TestDnsServer> => {
  const socket = createSocket('udp4');
  const records = new Map<string, readonly string[]>();
  const silent = new Set<string>();
  const asked: string[] = [];
  socket.on('message', (message, from) => {
    const question = readQuestion(message);
    asked.push(question.name);
    if (silent.has(question.name)) return;
    socket.send(answerTo(question, records.get(question.name)), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  return {
    address: `127.0.0.1:${port}`,
    records,
    silent,
    asked,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
};
