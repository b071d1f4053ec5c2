/** An IPP printer in this process: fast, exact about what it was given, and as troublesome as a test wants it. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  attribute,
  decodeAnswer,
  encodeRequest,
  firstNumber,
  firstText,
  GROUP,
  type OutAttribute,
  TAG,
} from '../src/ipp/message.ts';

export interface PrintedJob {
  readonly id: number;
  readonly name: string;
  readonly format: string;
  readonly document: Buffer;
  readonly copies: number;
  readonly media: string | undefined;
  state: number;
  readonly doneAt: number;
}

export interface IppStandIn {
  readonly uri: string;
  readonly jobs: PrintedJob[];
  /** Changed by tests while it runs. */
  readonly ways: {
    /** How long a job takes to come out. Milliseconds. */
    printMs: number;
    /** Ends the connection after the job was taken, before the answer. */
    dropAnswers: boolean;
    /** Status of every Print-Job instead of taking it. */
    refuse: number | undefined;
    printerState: number;
    reasons: readonly string[];
    /** Out of paper: jobs stay at "processing". */
    stuck: boolean;
    forgetful: boolean;
  };
  close(): Promise<void>;
}

const REASON: Readonly<Record<number, string>> = {
  5: 'job-printing',
  7: 'job-canceled-by-user',
  8: 'aborted-by-system',
  9: 'job-completed-successfully',
};

const answer = (
  requestId: number,
  status: number,
  groups: { tag: number; attributes: OutAttribute[] }[] = [],
): Buffer =>
  encodeRequest({
    operation: status,
    requestId,
    groups: [
      {
        tag: GROUP.operation,
        attributes: [
          attribute(TAG.charset, 'attributes-charset', 'utf-8'),
          attribute(TAG.language, 'attributes-natural-language', 'en'),
        ],
      },
      ...groups,
    ],
  });

export async function startIppStandIn(
  formats: readonly string[] = ['application/pdf', 'application/vnd.zebra-zpl', 'image/png'],
): Promise<IppStandIn> {
  const jobs: PrintedJob[] = [];
  const ways: IppStandIn['ways'] = {
    printMs: 0,
    dropAnswers: false,
    refuse: undefined,
    printerState: 3,
    reasons: ['none'],
    stuck: false,
    forgetful: false,
  };
  let last = 0;

  const stateOf = (job: PrintedJob) => (job.state !== 5 || ways.stuck || Date.now() < job.doneAt ? job.state : 9);
  const jobGroup = (job: PrintedJob) => {
    job.state = stateOf(job);
    return {
      tag: GROUP.job,
      attributes: [
        attribute(TAG.integer, 'job-id', job.id),
        attribute(TAG.name, 'job-name', job.name),
        attribute(TAG.enum, 'job-state', job.state),
        attribute(TAG.keyword, 'job-state-reasons', REASON[job.state] ?? 'none'),
        attribute(TAG.integer, 'job-k-octets', Math.ceil((job.document.length * job.copies) / 1024)),
      ],
    };
  };

  function reply(bytes: Buffer): Buffer | undefined {
    const request = decodeAnswer(bytes);
    const operation = request.groups.find((group) => group.tag === GROUP.operation)?.attributes;
    const job = request.groups.find((group) => group.tag === GROUP.job)?.attributes;
    const id = request.requestId;
    switch (request.status) {
      case 0x0002: {
        if (ways.refuse !== undefined) return answer(id, ways.refuse);
        const format = firstText(operation, 'document-format') ?? '';
        if (!formats.includes(format)) return answer(id, 0x040a);
        last += 1;
        const taken: PrintedJob = {
          id: last,
          name: firstText(operation, 'job-name') ?? '',
          format,
          document: Buffer.from(bytes.subarray(request.length)),
          copies: firstNumber(job, 'copies') ?? 1,
          media: firstText(job, 'media'),
          state: 5,
          doneAt: Date.now() + ways.printMs,
        };
        jobs.push(taken);
        return ways.dropAnswers ? undefined : answer(id, 0, [jobGroup(taken)]);
      }
      case 0x0008: {
        const found = jobs.find((each) => each.id === firstNumber(operation, 'job-id'));
        if (!found) return answer(id, 0x0406);
        found.state = 7;
        return answer(id, 0);
      }
      case 0x0009: {
        const found = jobs.find((each) => each.id === firstNumber(operation, 'job-id'));
        return found && !(ways.forgetful && stateOf(found) === 9)
          ? answer(id, 0, [jobGroup(found)])
          : answer(id, 0x0406);
      }
      case 0x000a: {
        const open = firstText(operation, 'which-jobs') !== 'completed';
        const listed = jobs.filter((each) => stateOf(each) < 7 === open && !(ways.forgetful && !open));
        return answer(id, 0, listed.map(jobGroup));
      }
      case 0x000b:
        return answer(id, 0, [
          {
            tag: GROUP.printer,
            attributes: [
              attribute(TAG.name, 'printer-name', 'stand-in'),
              attribute(TAG.text, 'printer-make-and-model', 'Stand-in ZPL'),
              attribute(TAG.enum, 'printer-state', ways.printerState),
              attribute(TAG.keyword, 'printer-state-reasons', ...ways.reasons),
              attribute(TAG.boolean, 'printer-is-accepting-jobs', true),
              attribute(TAG.mime, 'document-format-supported', ...formats),
              attribute(TAG.keyword, 'media-supported', 'na_index-4x6_4x6in', 'iso_a4_210x297mm'),
            ],
          },
        ]);
      default:
        return answer(id, 0x0501);
    }
  }

  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => undefined);
    request.on('end', () => {
      // A body that was cut never gets here: Node reports it as an error.
      const said = reply(Buffer.concat(parts));
      if (!said) {
        request.socket.destroy();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/ipp', 'content-length': said.length });
      response.end(said);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    uri: `ipp://127.0.0.1:${(server.address() as AddressInfo).port}/ipp/print`,
    jobs,
    ways,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
