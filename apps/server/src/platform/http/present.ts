/** Writes an outcome as the HTTP answer: envelope, file or JSON lines. */
import { Readable } from 'node:stream';
import type { Call } from '@scanship/contracts/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { inLanguage } from '../language/translated-fields.ts';
import { localeOfHeader, type Locale } from '../language/translate.ts';
import { type AppProblem, statusOf } from '../problem.ts';
import { dataEnvelope, problemEnvelope } from './envelope.ts';
import type { Answer, DownloadAnswer, FileAnswer, StreamAnswer } from './handler.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The handler broke its own contract; a defect of ours, never of the caller. */
export class AnswerMismatch extends Error {
  override name = 'AnswerMismatch';
  constructor(call: Call, error: z.core.$ZodError) {
    const where = error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`).join('; ');
    super(`${call.id} answered what its contract does not allow: ${where}`);
  }
}

/** Only what the contract names leaves the server. */
const checkData = (call: Call, data: unknown): unknown => {
  if (!call.data) return data;
  const parsed = z.safeParse(call.data, data);
  if (!parsed.success) throw new AnswerMismatch(call, parsed.error);
  return parsed.data;
};

export interface Written {
  readonly status: number;
  readonly body: string;
}

export const writeData = (call: Call, answer: Answer<unknown>): Written => ({
  status: answer.status ?? 200,
  body: JSON.stringify(dataEnvelope(checkData(call, answer.data), answer.successMessage)),
});

export const writeProblem = (problem: AppProblem, reference: string): Written => ({
  status: statusOf(problem),
  body: JSON.stringify(problemEnvelope(problem, reference)),
});

/** Programs beside printers read English. */
const localeOf = (request: FastifyRequest): Locale => {
  const { ctx, agent } = request.state;
  if (agent) return 'en-CA';
  // The page says in which language it is shown just now; the person's own is for programs that name none.
  return localeOfHeader(request.headers['accept-language']) ?? ctx?.locale ?? 'en-CA';
};

/**
 * The one place where JSON answers leave, and where their sentences come into the reader's language: what is stored (the
 * answer of an idempotent call, the reason of an exception) stays in English and is shown to everybody in their own.
 */
export const sendWritten = (request: FastifyRequest, reply: FastifyReply, written: Written): FastifyReply => {
  const locale = localeOf(request);
  const body =
    locale === 'en-CA'
      ? written.body
      : JSON.stringify(inLanguage(locale, request.routeOptions.config.callId, JSON.parse(written.body)));
  return reply.code(written.status).type(JSON_TYPE).header('cache-control', 'no-store').send(body);
};

export const sendProblem = (request: FastifyRequest, reply: FastifyReply, problem: AppProblem): FastifyReply => {
  if (problem.retryAfterSeconds !== undefined) void reply.header('retry-after', String(problem.retryAfterSeconds));
  return sendWritten(request, reply, writeProblem(problem, request.id));
};

/** RFC 6266: plain name for old clients, UTF-8 name for the rest. */
export const contentDisposition = (fileName: string, inline: boolean): string => {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const utf8 = encodeURIComponent(fileName.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${utf8}`;
};

export const sendFile = (reply: FastifyReply, file: FileAnswer): FastifyReply =>
  reply
    .headers(file.headers ?? {})
    .type(file.contentType)
    .header('content-disposition', contentDisposition(file.fileName, file.inline ?? false))
    .header('cache-control', 'private, no-store')
    .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength));

/**
 * Chunks are asked for as the socket takes them; the iterator is ended when the client goes away. An error in the middle
 * cuts the connection: a browser shows a failed download, never a short file that looks whole.
 * @returns when nothing is read for it any more
 */
export const sendDownload = async (
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  download: DownloadAnswer,
): Promise<FastifyReply> => {
  const stream = Readable.from(download.chunks, { objectMode: false, highWaterMark: 64 * 1024 });
  stream.on('error', (error) => {
    if (request.state.abort.signal.aborted) return;
    request.state.failure = error;
    request.log.error({ err: error, requestId: request.id, call: call.id }, 'a download broke');
  });
  const ended = new Promise<void>((resolve) => stream.once('close', () => resolve()));
  void reply
    .type(download.contentType)
    .header('content-disposition', contentDisposition(download.fileName, false))
    .header('cache-control', 'private, no-store')
    .send(stream);
  await ended;
  return reply;
};

/**
 * Each line is checked and written as it comes; the iterator is asked for the next only when the socket took the last
 * (back pressure) and is ended when the browser goes away. An error after the first line cannot change the status any
 * more: the connection is cut, which the client sees as a failure, never as a short success.
 */
export const sendStream = (
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: StreamAnswer<unknown>,
): FastifyReply => {
  const locale = localeOf(request);
  const lines = async function* lines(): AsyncGenerator<string> {
    for await (const line of answer.lines) {
      if (request.state.abort.signal.aborted) return;
      yield `${JSON.stringify(inLanguage(locale, call.id, checkData(call, line)))}\n`;
    }
  };
  const stream = Readable.from(lines(), { objectMode: false, highWaterMark: 64 * 1024 });
  stream.on('error', (error) => {
    request.state.failure = error;
    request.log.error({ err: error, requestId: request.id, call: call.id }, 'a stream broke');
  });
  return reply
    .type('application/x-ndjson')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .send(stream);
};
